import { Effect } from "effect"
import type { Routing } from "../policy/routing.ts"
import type { CheckIds } from "../shared/ids.ts"
import { elapsedMilliseconds } from "../shared/stopwatch.ts"
import type { Stopwatch } from "../shared/stopwatch.ts"
import { consequencesOf } from "./consequences.ts"
import type { DecidedCheck, Decision } from "./Decision.ts"
import type { DecisionRecord, QueuedDelivery } from "./DecisionLog.ts"
import { withRuleTags } from "./EndUsers.ts"
import type { UserRuling } from "./EndUsers.ts"
import type { Judgement } from "./Judgement.ts"
import { testAllowanceOf } from "./planGate.ts"
import type { PromptToScreen } from "./PromptToScreen.ts"
import type { ScoredChecks } from "./scoring.ts"

const decidedChecks = ({ checks }: Routing, scores: ScoredChecks): ReadonlyArray<DecidedCheck> => {
  const decided: Array<DecidedCheck> = []
  for (const routed of checks) {
    const scored = scores[routed.check]
    if (scored === undefined) continue
    const { fired, floors, signals, version } = scored
    decided.push({ ...routed, version, fired, signals, floors })
  }
  return decided
}

interface DecisionTools {
  readonly ids: CheckIds
  readonly stopwatch: Stopwatch
}

/** Builds everything about a decision that follows from the scores, the policy and the rules. */
export const settleDecision = Effect.fnUntracedEager(function* (
  { ids, stopwatch }: DecisionTools,
  command: PromptToScreen,
  { policy, report, routing, scores }: Judgement,
  { applied, isPaused, update }: UserRuling
) {
  const { dryRun, tenant, workspace } = command
  const tags = withRuleTags(routing.tags, applied)
  const consequences = consequencesOf({
    outcome: routing.outcome,
    tags,
    checks: routing.checks,
    webhooks: policy.document.webhooks,
    mode: workspace.mode,
    dryRun,
    shadowMode: tenant.shadowMode
  })
  const decision: Decision = {
    // Before that of the review item: the review queue relies on their order.
    id: yield* ids.nextDecisionId(),
    outcome: routing.outcome,
    tags,
    checks: decidedChecks(routing, scores),
    decidedBy: routing.decidedBy,
    policy: { id: policy.id, version: policy.version },
    policySettings: {
      youthCodedAdult: policy.document.youthCodedAdult,
      adultMaxLevel: policy.document.adultMaxLevel
    },
    engineVersion: report.engineVersion,
    inputTokens: report.inputTokens,
    latencyMs: Math.round(elapsedMilliseconds(stopwatch)),
    dryRun,
    mode: workspace.mode,
    shadowMode: consequences.shadowMode,
    actions: {
      reviewId: consequences.opensReview ? yield* ids.nextReviewId() : null,
      webhookEvents: consequences.webhookEvents,
      webhooksSuppressed: consequences.webhooksSuppressed,
      ...(isPaused ? { userPaused: true } : {})
    },
    ...(applied.length === 0 ? {} : { appliedRules: applied }),
    promptRedacted: consequences.promptRedacted,
    promptPurged: false,
    user: command.user,
    idempotencyKey: command.claim?.key ?? null,
    input: command.input,
    metadata: command.metadata
  }
  const deliveries: Array<QueuedDelivery> = []
  for (const delivery of consequences.deliveries) {
    deliveries.push({ ...delivery, id: yield* ids.nextDeliveryId(), cause: stopwatch.trace?.parent })
  }
  const testAllowance = testAllowanceOf(command)
  const record: DecisionRecord = { workspace, decision, deliveries, claim: command.claim, testAllowance }
  return update === null ? record : { ...record, userUpdate: update }
})
