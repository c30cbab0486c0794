import { DateTime, Effect, Layer, Ref } from "effect"
import type { UsageDay } from "../../src/domain/billing/usage.ts"
import { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import { isIn, LoggedRecords, testChecksSince } from "./InMemoryDecisionLog.ts"

const count = (holds: boolean) => (holds ? 1 : 0)

/** Counts what the in-memory log holds. */
export const InMemoryUsageLedger = Layer.effect(
  UsageLedger,
  Effect.gen(function* () {
    const held = yield* LoggedRecords
    return UsageLedger.of({
      testChecksThisMonth: Effect.fnUntraced(function* (tenantId) {
        const month = DateTime.startOf(yield* DateTime.now, "month")
        return testChecksSince(yield* Ref.get(held), tenantId, month)
      }),
      days: Effect.fnUntraced(function* (workspace, { from, to }) {
        const days = new Map<string, UsageDay>()
        for (const { decision } of (yield* Ref.get(held)).filter(isIn(workspace))) {
          const day = DateTime.formatIsoDateUtc(createdAtOf(decision.id))
          const sum = days.get(day) ?? { day, checks: 0, blocked: 0, reviewed: 0, inputTokens: 0 }
          days.set(day, {
            day,
            checks: sum.checks + 1,
            blocked: sum.blocked + count(decision.outcome === "block"),
            reviewed: sum.reviewed + count(decision.outcome === "review"),
            inputTokens: sum.inputTokens + (decision.inputTokens ?? 0)
          })
        }
        return [...days.values()]
          .filter(({ day }) => day >= from && day <= to)
          .toSorted((a, b) => (a.day < b.day ? -1 : 1))
      })
    })
  })
)
