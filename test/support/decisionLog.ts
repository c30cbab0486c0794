import { Effect } from "effect"
import { DecisionLog } from "../../src/domain/screening/DecisionLog.ts"
import type { DecisionRecord } from "../../src/domain/screening/DecisionLog.ts"

export const commit = Effect.fnUntraced(function* (record: DecisionRecord) {
  return yield* (yield* DecisionLog).commit(record)
})

/** Finds the decision of a record again. */
export const find = Effect.fnUntraced(function* ({ decision, workspace }: DecisionRecord) {
  return yield* (yield* DecisionLog).find(workspace, decision.id)
})
