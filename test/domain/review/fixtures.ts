import { DateTime, Effect } from "effect"
import type { ReviewItem } from "../../../src/domain/review/ReviewItem.ts"
import type { VerdictRecord } from "../../../src/domain/review/ReviewQueue.ts"
import type { Decision } from "../../../src/domain/screening/Decision.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import { nextApiKeyId, nextDecisionId, nextReviewId } from "../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"
import { newRecord } from "../../fixtures.ts"

/** Logs a decision that waits for review, and returns its item. */
export const newOpenItem = Effect.fnUntraced(function* (workspace: Workspace, some: Partial<Decision> = {}) {
  // In this order, as a check makes them.
  const decisionId = yield* nextDecisionId
  const id = yield* nextReviewId
  const actions = { reviewId: id, webhookEvents: [], webhooksSuppressed: null }
  const record = yield* newRecord(workspace, {
    decision: { id: decisionId, outcome: "review", actions, ...some }
  })
  yield* (yield* DecisionLog).commit(record)
  const item: ReviewItem = { id, status: "open", decision: record.decision, verdict: null }
  return item
})

/** A blocking verdict by a key of its own, without further consequences. */
export const verdictOn = Effect.fnUntraced(function* (item: ReviewItem, some: Partial<VerdictRecord> = {}) {
  const record: VerdictRecord = {
    item,
    actor: { type: "api_key", id: yield* nextApiKeyId },
    verdict: "block",
    note: "a note",
    at: yield* DateTime.now,
    status: "blocked",
    redactsPrompt: false,
    deliveries: [],
    ...some
  }
  return record
})
