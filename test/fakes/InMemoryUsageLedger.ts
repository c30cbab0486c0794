import { DateTime, Effect, Layer, Ref } from "effect"
import { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import { LoggedRecords } from "./InMemoryDecisionLog.ts"

/** Counts what the in-memory log holds. */
export const InMemoryUsageLedger = Layer.effect(
  UsageLedger,
  Effect.gen(function* () {
    const held = yield* LoggedRecords
    return UsageLedger.of({
      testChecksThisMonth: Effect.fnUntraced(function* (tenantId) {
        const month = DateTime.startOf(yield* DateTime.now, "month")
        const records = yield* Ref.get(held)
        return records.filter(
          ({ decision, workspace }) =>
            workspace.tenantId === tenantId &&
            workspace.mode === "test" &&
            DateTime.isGreaterThanOrEqualTo(createdAtOf(decision.id), month)
        ).length
      })
    })
  })
)
