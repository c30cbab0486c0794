import { Array, Cause, Effect, Option, Schema } from "effect"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { ResolvedPolicy } from "../policy/Policy.ts"
import type { PolicyDocument } from "../policy/PolicyDocument.ts"
import { routePolicy } from "../policy/routing.ts"
import type { Routing } from "../policy/routing.ts"
import { nextDecisionId, nextDeliveryId, nextReviewId, PolicyId } from "../shared/ids.ts"
import { sampledSpan } from "../shared/sampledSpan.ts"
import { elapsedMilliseconds, stage, stageOf } from "../shared/stages.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Tenant } from "../tenancy/Tenant.ts"
import { admit, refuseTestCheck, testAllowanceOf } from "./admission.ts"
import { consequencesOf } from "./consequences.ts"
import type { DecidedCheck, Decision, Metadata, PromptInput } from "./Decision.ts"
import { DecisionLog } from "./DecisionLog.ts"
import type { DecisionRecord, QueuedDelivery } from "./DecisionLog.ts"
import { EndUsers, withRuleTags } from "./EndUsers.ts"
import type { UserRuling } from "./EndUsers.ts"
import { applyFloors } from "./floors.ts"
import type { IdempotencyClaim } from "./idempotency.ts"
import { IdempotencyLocks } from "./IdempotencyLocks.ts"
import { recordCheck, recordEngineFault } from "./metrics.ts"
import { checksToAsk, engineFindsSexual, reportOn, scoreChecks, trustReport } from "./scoring.ts"
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

/** One call for what the policy needs, and for what its dry-run version needs beside it. */
const ask = (input: PromptInput, { document }: ResolvedPolicy, dryRun: ResolvedPolicy["dryRun"]) => {
  const own = checksToAsk(document)
  const checks = dryRun === null ? own : Array.union(own, checksToAsk(dryRun.document))
  const request = { prompt: input.prompt, negativePrompt: input.negativePrompt ?? null, checks }
  return ScreeningEngine.pipe(
    Effect.flatMap((engine) => engine.screen(request)),
    Effect.flatMap((report) => trustReport(report, own))
  )
}

const score = ({ input }: ScreenPrompt, { document }: ResolvedPolicy, report: EngineReport): ScoredChecks => {
  const { negativePrompt = null, prompt } = input
  const floors = applyFloors({ prompt, negativePrompt }, engineFindsSexual(report))
  return scoreChecks(document, report, floors)
}

const decidedChecks = (
  { checks }: PolicyDocument,
  routing: Routing,
  scores: ScoredChecks
): ReadonlyArray<DecidedCheck> =>
  routing.checks.flatMap((routed) => {
    const scored = scores[routed.check]
    const rule = checks.find(({ check }) => check === routed.check)
    return scored === undefined || rule === undefined
      ? []
      : [
          {
            ...routed,
            onAct: rule.onAct,
            onReview: rule.onReview,
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
  routing: Routing,
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
    id: yield* nextDecisionId,
    outcome: routing.outcome,
    tags,
    checks: decidedChecks(policy.document, routing, scores),
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
    deliveries.push({ ...delivery, id: yield* nextDeliveryId, cause: yield* sampledSpan })
  }
  const testAllowance = testAllowanceOf(command)
  const record = { workspace, decision, deliveries, claim: command.claim, testAllowance }
  return update === null ? record : { ...record, userUpdate: update }
})

/**
 * Adds what the policy's dry-run version comes to, from the same answer of the engine. A version that cannot be tried
 * is left out, and never keeps the decision that counts from being made.
 */
const withDryRun = (
  record: DecisionRecord,
  command: ScreenPrompt,
  tried: ResolvedPolicy,
  answer: EngineReport,
  ruling: UserRuling
) =>
  Effect.gen(function* () {
    const checks = checksToAsk(tried.document)
    const report = yield* trustReport(reportOn(checks, answer), checks)
    const scores = score(command, tried, report)
    const routing = routePolicy(tried.document, scores, { userPaused: ruling.isPaused })
    const dryRun = { ...command, dryRun: true, claim: null }
    const uncounted = { ...ruling, applied: ruling.appliedUncounted, update: null }
    const { decision } = yield* settle(dryRun, tried, report, scores, routing, uncounted)
    const live = record.decision
    return {
      ...record,
      decision: { ...live, counterpart: { id: decision.id, version: tried.version } },
      dryRunDecision: {
        ...decision,
        counterpart: { id: live.id, version: live.policy.version },
        // It holds the same prompt, which must not be read here when it may not be read there.
        promptRedacted: decision.promptRedacted || live.promptRedacted
      }
    }
  }).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      () => Effect.as(Effect.logWarning("A policy's dry-run version could not be tried"), record)
    ),
    Effect.orDie
  )

const decide = Effect.fnUntraced(function* (command: ScreenPrompt) {
  yield* admit(command)
  const policy = yield* stage("policy")(resolvePolicy(command))
  const dryRun = command.dryRun ? null : policy.dryRun
  const asked = Effect.tapError(ask(command.input, policy, dryRun), () => recordEngineFault)
  const answer = yield* stage("engine")(asked)
  // What only the dry run asked for must not sway the decision that counts.
  const report = dryRun === null ? answer : reportOn(checksToAsk(policy.document), answer)
  const scores = yield* stageOf("floors", () => score(command, policy, report))
  const routing = yield* stageOf("routing", () => routePolicy(policy.document, scores))
  const log = Effect.fnUntraced(function* (ruling: UserRuling) {
    const ruled = ruling.isPaused ? routePolicy(policy.document, scores, { userPaused: true }) : routing
    const settled = yield* settle(command, policy, report, scores, ruled, ruling)
    const record =
      dryRun === null
        ? settled
        : yield* withDryRun(settled, command, { ...policy, ...dryRun, dryRun: null }, answer, ruling)
    return yield* stage("commit")((yield* DecisionLog).commit(record))
  })
  const { tenant, user, workspace } = command
  const decided = { workspace, user, policyId: policy.id, routing, dryRun: command.dryRun }
  const logged = yield* (yield* EndUsers)
    .decide({ ...decided, shadowMode: tenant.shadowMode }, log)
    .pipe(Effect.catchTag("AllowanceSpent", ({ used }) => refuseTestCheck(command, used)))
  if (!logged.replayed) yield* recordCheck(logged.decision)
  return logged
})

/** No idempotency key holds a NUL, so this is the name of no other lock. */
const allowance = "\0allowance"

/**
 * Checks that a monthly allowance counts pass one at a time in this process, so that those past it are refused
 * before they cost the engine anything. The commit counts again, for other processes count too.
 */
const decideWithinAllowance = (command: ScreenPrompt) =>
  testAllowanceOf(command) === null
    ? decide(command)
    : Effect.flatMap(IdempotencyLocks, ({ withLock }) =>
        withLock(command.workspace, allowance)(decide(command))
      )

/** Screens at most once for a key: the first decision is the answer to all others. */
const decideOnce = Effect.fnUntraced(function* (command: ScreenPrompt, claim: IdempotencyClaim) {
  const { workspace } = command
  const log = yield* DecisionLog
  const { withLock } = yield* IdempotencyLocks
  return yield* withLock(
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

/**
 * Screens one prompt, logs the decision and whatever follows from it, and returns the decision that stands. A
 * repeat of an Idempotency-Key returns the first decision and screens nothing. Nothing is logged unless the
 * engine answered in full.
 */
export const screenPrompt = (command: ScreenPrompt) =>
  command.claim === null ? decideWithinAllowance(command) : decideOnce(command, command.claim)
