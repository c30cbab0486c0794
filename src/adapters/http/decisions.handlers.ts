import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Decision, DecisionActions, PromptInput } from "../../domain/screening/Decision.ts"
import type { DecisionFilter, DecisionListItem } from "../../domain/screening/DecisionFilter.ts"
import { DecisionLog } from "../../domain/screening/DecisionLog.ts"
import { explain } from "../../domain/screening/explanation.ts"
import type { ExplainedCheck, Explanation } from "../../domain/screening/explanation.ts"
import { keyOfRequest } from "../../domain/screening/idempotency.ts"
import { marginsOf } from "../../domain/screening/margins.ts"
import type { Margins } from "../../domain/screening/margins.ts"
import { visibleInput } from "../../domain/screening/redaction.ts"
import { DecisionId, isDecisionId, isPolicyId } from "../../domain/shared/ids.ts"
import { parseMoment, wireCreatedAt } from "../wire/moments.ts"
import { CurrentCaller } from "./access/Authorization.ts"
import { Api } from "./Api.ts"
import type { DecisionListQuery, WireDecisionListItem } from "./decisions.api.ts"
import { nextCursor, readCursor } from "./lists/cursors.ts"
import { readLimit } from "./lists/paging.ts"
import { inReadTurn } from "./lists/readTurns.ts"
import { failWith, orNotFound } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"
import type { WireExplanation } from "./schemas/explanation.ts"
import type { StoredDecision } from "./schemas/storedDecision.ts"
import { toCheckResponse } from "./screening.handlers.ts"

const findDecision = Effect.fnUntraced(function* (id: string) {
  const { identity } = yield* CurrentCaller
  // Any other text names no decision, so the database is not asked.
  return yield* orNotFound(isDecisionId(id) ? yield* (yield* DecisionLog).find(identity, id) : Option.none())
})

const momentOf = (text: string | undefined) =>
  text === undefined ? undefined : Option.getOrUndefined(parseMoment(text))

/** None if the filter names something that no decision can have. */
const toFilter = ({ policy, ...query }: DecisionListQuery): Option.Option<DecisionFilter> =>
  policy !== undefined && !isPolicyId(policy)
    ? Option.none()
    : Option.some({
        outcome: query.outcome,
        policyId: policy,
        dryRun: query.dry_run === undefined ? undefined : query.dry_run === "true",
        check: query.check,
        user: query.user,
        since: momentOf(query.since),
        until: momentOf(query.until),
        idPrefix: query.id_prefix
      })

const listDecisions = Effect.fnUntraced(
  function* (query: DecisionListQuery) {
    const { identity } = yield* CurrentCaller
    const { cursor, limit, ...filters } = query
    const scope = { list: "decisions", workspace: identity, filters }
    const after = yield* readCursor(scope, cursor, DecisionId)
    if (query.mode !== undefined && query.mode !== identity.mode) return yield* failWith("mode_forbidden")
    const filter = toFilter(query)
    if (Option.isNone(filter)) return { data: [], next_cursor: null }
    const log = yield* DecisionLog
    const page = yield* log.list(identity, filter.value, { after, limit: readLimit(limit) })
    return { data: page.items.map(toWireDecisionListItem), next_cursor: yield* nextCursor(scope, page) }
  },
  inReadTurn,
  Effect.catchTags(storageFailures)
)

const toActions = (
  { reviewId, userPaused, webhookEvents, webhooksSuppressed }: DecisionActions,
  shadowMode: boolean
) => ({
  review_id: reviewId,
  webhook_events: webhookEvents,
  webhooks_suppressed: webhooksSuppressed,
  shadow_mode: shadowMode,
  ...(userPaused === undefined ? {} : { user_paused: userPaused })
})

const toWireDecisionListItem = (item: DecisionListItem): WireDecisionListItem => ({
  id: item.id,
  outcome: item.outcome,
  tags: item.tags,
  policy: item.policy,
  mode: item.mode,
  dry_run: item.dryRun,
  engine_version: item.engineVersion,
  latency_ms: item.latencyMs,
  user: item.user,
  created_at: wireCreatedAt(item.id)
})

/** The screened input, or its placeholder. */
const toWireInput = ({ context, negativePrompt, prompt }: PromptInput): StoredDecision["input"] => ({
  prompt,
  ...(negativePrompt === undefined ? {} : { negative_prompt: negativePrompt }),
  ...(context === undefined ? {} : { context })
})

export const toStoredDecision = (decision: Decision): StoredDecision => ({
  ...toCheckResponse(decision),
  input: toWireInput(visibleInput(decision)),
  prompt_redacted: decision.promptRedacted,
  prompt_purged: decision.promptPurged,
  user: decision.user,
  metadata: decision.metadata,
  actions: toActions(decision.actions, decision.shadowMode),
  idempotency_key: decision.idempotencyKey === null ? null : keyOfRequest(decision.idempotencyKey),
  input_tokens: decision.inputTokens,
  created_at: wireCreatedAt(decision.id)
})

const toMargins = ({ act, maxLevel, review }: Margins) => ({
  margins: { act, review, ...(maxLevel === null ? {} : { max_level: maxLevel }) }
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
  signals: check.signals,
  floors: check.floors
})

const toExplanation = (
  { checks, decision, ran, summary }: Explanation,
  withMargins: boolean
): WireExplanation => ({
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
  checks: checks.map((check) => ({
    ...toExplainedCheck(check),
    ...(withMargins ? toMargins(marginsOf(decision, check)) : {})
  })),
  actions: { ...toActions(decision.actions, decision.shadowMode), tags: decision.tags, ran },
  engine_version: decision.engineVersion,
  created_at: wireCreatedAt(decision.id)
})

export const DecisionsHandlers = HttpApiBuilder.group(Api, "decisions", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => listDecisions(query),
    get: Effect.fnUntraced(
      function* ({ params, query }) {
        // Only people with a role may reveal a prompt, and an API key has none. The answer does not tell whether the
        // decision exists either.
        if (query.reveal !== undefined) return yield* failWith("reveal_forbidden")
        return toStoredDecision(yield* findDecision(params.id))
      },
      inReadTurn,
      Effect.catchTags(storageFailures)
    ),
    explain: Effect.fnUntraced(
      function* ({ params, query }) {
        return toExplanation(explain(yield* findDecision(params.id)), query.margins !== undefined)
      },
      inReadTurn,
      Effect.catchTags(storageFailures)
    )
  })
)
