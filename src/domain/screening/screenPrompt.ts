import { Effect, Option, Schema } from "effect"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { ResolvedPolicy } from "../policy/Policy.ts"
import { routePolicy } from "../policy/routing.ts"
import type { Routing } from "../policy/routing.ts"
import { nextDecisionId, nextDeliveryId, nextReviewId, PolicyId } from "../shared/ids.ts"
import { elapsedMilliseconds, stage, stageOf } from "../shared/stages.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Tenant } from "../tenancy/Tenant.ts"
import { admit, refuseTestCheck, testAllowanceOf } from "./admission.ts"
import { consequencesOf } from "./consequences.ts"
import type { DecidedCheck, Decision, Metadata, PromptInput } from "./Decision.ts"
import { DecisionLog } from "./DecisionLog.ts"
import type { QueuedDelivery } from "./DecisionLog.ts"
import { applyFloors } from "./floors.ts"
import type { IdempotencyClaim } from "./idempotency.ts"
import { IdempotencyLocks } from "./IdempotencyLocks.ts"
import { recordCheck, recordEngineFault } from "./metrics.ts"
import { checksToAsk, engineFindsSexual, scoreChecks, trustReport } from "./scoring.ts"
import type { ScoredChecks } from "./scoring.ts"
import { ScreeningEngine } from "./ScreeningEngine.ts"
import type { EngineReport } from "./ScreeningEngine.ts"

export interface ScreenPrompt {
  readonly tenant: Tenant
  readonly workspace: Workspace
  readonly input: PromptInput
  /** The policy's id as the caller wrote it; null for the tenant's default. */
  readonly policy: string | null
  /** A version to try in a dry run; null for the current one. */
  readonly policyVersion: number | null
  readonly user: string | null
  readonly metadata: Metadata | null
  readonly dryRun: boolean
  readonly claim: IdempotencyClaim | null
}

const isPolicyId = Schema.is(PolicyId)

const resolvePolicy = ({ policy, policyVersion, workspace }: ScreenPrompt) =>
  policy !== null && !isPolicyId(policy)
    ? Effect.fail(new PolicyNotFound({ policy }))
    : Effect.flatMap(Policies, (policies) => policies.resolve(workspace.tenantId, policy, policyVersion))

const ask = (input: PromptInput, { document }: ResolvedPolicy) => {
  const checks = checksToAsk(document)
  const request = { prompt: input.prompt, negativePrompt: input.negativePrompt ?? null, checks }
  return ScreeningEngine.pipe(
    Effect.flatMap((engine) => engine.screen(request)),
    Effect.flatMap((report) => trustReport(report, checks))
  )
}

const decidedChecks = (routing: Routing, scores: ScoredChecks): ReadonlyArray<DecidedCheck> =>
  routing.checks.flatMap((routed) => {
    const scored = scores[routed.check]
    return scored === undefined
      ? []
      : [
          {
            ...routed,
            version: scored.version,
            fired: scored.fired,
            signals: scored.signals,
            floors: scored.floors
          }
        ]
  })

/** Everything of a decision that the scores and the policy settle. */
const settle = Effect.fnUntraced(function* (
  command: ScreenPrompt,
  policy: ResolvedPolicy,
  report: EngineReport,
  scores: ScoredChecks,
  routing: Routing
) {
  const { dryRun, tenant, workspace } = command
  const consequences = consequencesOf({
    outcome: routing.outcome,
    tags: routing.tags,
    checks: routing.checks,
    webhooks: policy.document.webhooks,
    mode: workspace.mode,
    dryRun,
    shadowMode: tenant.shadowMode
  })
  const decision: Decision = {
    id: yield* nextDecisionId,
    outcome: routing.outcome,
    tags: routing.tags,
    checks: decidedChecks(routing, scores),
    decidedBy: routing.decidedBy,
    policy: { id: policy.id, version: policy.version },
    policySettings: {
      youthCodedAdult: policy.document.youthCodedAdult,
      adultMaxLevel: policy.document.adultMaxLevel
    },
    engineVersion: report.engineVersion,
    inputTokens: report.inputTokens,
    latencyMs: yield* elapsedMilliseconds,
    dryRun,
    mode: workspace.mode,
    shadowMode: consequences.shadowMode,
    actions: {
      reviewId: consequences.opensReview ? yield* nextReviewId : null,
      webhookEvents: consequences.webhookEvents,
      webhooksSuppressed: consequences.webhooksSuppressed
    },
    promptRedacted: consequences.promptRedacted,
    promptPurged: false,
    user: command.user,
    idempotencyKey: command.claim?.key ?? null,
    input: command.input,
    metadata: command.metadata
  }
  const deliveries: Array<QueuedDelivery> = []
  for (const delivery of consequences.deliveries) {
    deliveries.push({ ...delivery, id: yield* nextDeliveryId })
  }
  return { workspace, decision, deliveries, claim: command.claim, testAllowance: testAllowanceOf(command) }
})

const decide = Effect.fnUntraced(function* (command: ScreenPrompt) {
  yield* admit(command)
  const policy = yield* stage("policy")(resolvePolicy(command))
  const report = yield* stage("engine")(Effect.tapError(ask(command.input, policy), () => recordEngineFault))
  const scores = yield* stageOf("floors", () => {
    const { negativePrompt = null, prompt } = command.input
    const floors = applyFloors({ prompt, negativePrompt }, engineFindsSexual(report))
    return scoreChecks(policy.document, report, floors)
  })
  const routing = yield* stageOf("routing", () => routePolicy(policy.document, scores))
  const record = yield* settle(command, policy, report, scores, routing)
  const logged = yield* stage("commit")((yield* DecisionLog).commit(record)).pipe(
    Effect.catchTag("AllowanceSpent", ({ used }) => refuseTestCheck(command, used))
  )
  if (!logged.replayed) yield* recordCheck(logged.decision)
  return logged
})

/** No idempotency key holds a NUL, so this is the name of no other lock. */
const allowance = "\0allowance"

/**
 * Checks that a monthly allowance counts pass one at a time in this process, so that those past it are refused
 * before they cost the engine anything. The commit counts again, for other processes count too.
 */
const decideWithinAllowance = Effect.fnUntraced(function* (command: ScreenPrompt) {
  if (testAllowanceOf(command) === null) return yield* decide(command)
  return yield* (yield* IdempotencyLocks).withLock(command.workspace, allowance)(decide(command))
})

/**
 * Screens one prompt, logs the decision and whatever follows from it, and returns the decision that stands. A
 * repeat of an Idempotency-Key returns the first decision and screens nothing. Nothing is logged unless the
 * engine answered in full.
 */
export const screenPrompt = Effect.fnUntraced(function* (command: ScreenPrompt) {
  const { claim, workspace } = command
  if (claim === null) return yield* decideWithinAllowance(command)
  const log = yield* DecisionLog
  const locks = yield* IdempotencyLocks
  return yield* locks.withLock(
    workspace,
    claim.key
  )(
    Effect.gen(function* () {
      const first = yield* stage("replay")(log.replay(workspace, claim))
      if (Option.isSome(first)) return { decision: first.value, replayed: true }
      return yield* decideWithinAllowance(command)
    })
  )
})
