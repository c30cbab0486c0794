import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Decision, DecisionActions } from "../../domain/screening/Decision.ts"
import { DecisionLog } from "../../domain/screening/DecisionLog.ts"
import { explain } from "../../domain/screening/explanation.ts"
import type { ExplainedCheck, Explanation } from "../../domain/screening/explanation.ts"
import type { Margins } from "../../domain/screening/margins.ts"
import { visibleInput } from "../../domain/screening/redaction.ts"
import { createdAtOf, DecisionId } from "../../domain/shared/ids.ts"
import { Api } from "./Api.ts"
import { CurrentCaller } from "./Authorization.ts"
import type { StoredDecision, WireExplanation } from "./decisions.api.ts"
import { failWith } from "./problems.ts"
import { toCheckResponse } from "./screening.handlers.ts"

const isDecisionId = Schema.is(DecisionId)

const findDecision = Effect.fnUntraced(function* (id: string) {
  const { identity } = yield* CurrentCaller
  // Any other text names no decision, and does not reach the database.
  const found = isDecisionId(id) ? yield* (yield* DecisionLog).find(identity, id) : Option.none<Decision>()
  return Option.isSome(found) ? found.value : yield* failWith("not_found")
})

const toActions = (
  { reviewId, webhookEvents, webhooksSuppressed }: DecisionActions,
  shadowMode: boolean
) => ({
  review_id: reviewId,
  webhook_events: webhookEvents,
  webhooks_suppressed: webhooksSuppressed,
  shadow_mode: shadowMode
})

const createdAt = ({ id }: Decision) => DateTime.formatIso(createdAtOf(id))

const toStoredDecision = (decision: Decision): StoredDecision => {
  const { context, negativePrompt, prompt } = visibleInput(decision)
  return {
    ...toCheckResponse(decision),
    input: {
      prompt,
      ...(negativePrompt === undefined ? {} : { negative_prompt: negativePrompt }),
      ...(context === undefined ? {} : { context })
    },
    prompt_redacted: decision.promptRedacted,
    prompt_purged: decision.promptPurged,
    user: decision.user,
    metadata: decision.metadata,
    actions: toActions(decision.actions, decision.shadowMode),
    idempotency_key: decision.idempotencyKey,
    input_tokens: decision.inputTokens,
    created_at: createdAt(decision)
  }
}

const toMargins = ({ act, maxLevel, review }: Margins) => ({
  act,
  review,
  ...(maxLevel === null ? {} : { max_level: maxLevel })
})

const toExplainedCheck = (check: ExplainedCheck): WireExplanation["checks"][number] => ({
  check: check.check,
  version: check.version,
  routed: check.routed,
  action: check.action,
  policy_line: check.policyLine,
  score: check.score,
  review_score: check.reviewScore,
  act_line: check.actLine,
  review_line: check.reviewLine,
  ...(check.adultLevel === null ? {} : { adult_level: check.adultLevel }),
  explanation: check.explanation,
  margins: toMargins(check.margins),
  signals: check.signals,
  floors: check.floors
})

const toExplanation = ({ checks, decision, ran, summary }: Explanation): WireExplanation => ({
  id: decision.id,
  outcome: decision.outcome,
  dry_run: decision.dryRun,
  mode: decision.mode,
  summary,
  decided_by:
    decision.decidedBy === null
      ? null
      : {
          check: decision.decidedBy.check,
          policy_line: decision.decidedBy.policyLine,
          action: decision.decidedBy.action
        },
  policy: {
    id: decision.policy.id,
    version: decision.policy.version,
    youth_coded_adult: decision.policySettings.youthCodedAdult,
    adult_max_level: decision.policySettings.adultMaxLevel
  },
  checks: checks.map(toExplainedCheck),
  actions: { ...toActions(decision.actions, decision.shadowMode), tags: decision.tags, ran },
  engine_version: decision.engineVersion,
  created_at: createdAt(decision)
})

export const DecisionsHandlers = HttpApiBuilder.group(Api, "decisions", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(
      function* ({ params, query }) {
        // Only people with a role reveal, and a key is not one.
        if (query.reveal !== undefined) return yield* failWith("reveal_forbidden")
        return toStoredDecision(yield* findDecision(params.id))
      },
      Effect.catchTag("StorageUnavailable", ({ retryAfterSeconds }) =>
        failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
      )
    ),
    explain: Effect.fnUntraced(
      function* ({ params }) {
        return toExplanation(explain(yield* findDecision(params.id)))
      },
      Effect.catchTag("StorageUnavailable", ({ retryAfterSeconds }) =>
        failWith("screening_unavailable", { retryAfter: retryAfterSeconds })
      )
    )
  })
)
