import { Effect } from "effect"
import { UsageLedger } from "../../src/domain/billing/UsageLedger.ts"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../src/domain/screening/DecisionLog.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"

export const commit = Effect.fnUntraced(function* (record: DecisionRecord) {
  return yield* (yield* DecisionLog).commit(record)
})

/** Finds the decision of a record again. */
export const find = Effect.fnUntraced(function* ({ decision, workspace }: DecisionRecord) {
  return yield* (yield* DecisionLog).find(workspace, decision.id)
})

/** How many test checks are counted for the tenant this month. */
export const testChecks = Effect.fnUntraced(function* (tenantId: TenantId) {
  return yield* (yield* UsageLedger).testChecksThisMonth(tenantId)
})
