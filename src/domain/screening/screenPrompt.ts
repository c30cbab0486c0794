import { Array, Cause, Effect, Option, Schema } from "effect"
import { UsageLedger } from "../billing/UsageLedger.ts"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { DecidingVersion } from "../policy/Policy.ts"
import { routePolicy } from "../policy/routing.ts"
import { PolicyId } from "../shared/ids.ts"
import { measure, measureComputed, withStopwatch } from "../shared/stopwatch.ts"
import type { Stopwatch } from "../shared/stopwatch.ts"
import type { PromptInput } from "./Decision.ts"
import { DecisionLog } from "./DecisionLog.ts"
import type { DecisionRecord } from "./DecisionLog.ts"
import { EndUsers } from "./EndUsers.ts"
import type { UserRuling } from "./EndUsers.ts"
import { applyFloors } from "./floors/applyFloors.ts"
import type { IdempotencyClaim } from "./idempotency.ts"
import type { Judgement } from "./Judgement.ts"
import { recordCheck, recordEngineFault } from "./metrics.ts"
import { gateByPlan, refuseTestCheck, testAllowanceOf } from "./planGate.ts"
import type { PromptToScreen } from "./PromptToScreen.ts"
import { checksToAsk, engineFindsSexual, reportOn, scoreChecks, trustReport } from "./scoring.ts"
import type { ScoredChecks } from "./scoring.ts"
import { ScreeningEngine } from "./ScreeningEngine.ts"
import type { EngineReport } from "./ScreeningEngine.ts"
import { settleDecision } from "./settleDecision.ts"
import { WorkspaceLocks } from "./WorkspaceLocks.ts"

const services = Effect.gen(function* () {
  return {
    policies: yield* Policies,
    engine: yield* ScreeningEngine,
    endUsers: yield* EndUsers,
    log: yield* DecisionLog,
    ledger: yield* UsageLedger,
    locks: yield* WorkspaceLocks
  }
})

/** The screening of one prompt, under way. */
interface Screening extends Effect.Success<typeof services> {
  readonly command: PromptToScreen
  readonly stopwatch: Stopwatch
}

const isPolicyId = Schema.is(PolicyId)

const resolvePolicy = ({ command: { policy, policyVersion, workspace }, policies }: Screening) =>
  policy !== null && !isPolicyId(policy)
    ? Effect.fail(new PolicyNotFound({ policy }))
    : policies.resolve(workspace.tenantId, policy, policyVersion)

/** One call for what the policy needs, and for what a version that is tried beside it needs. */
const ask = (
  { command, engine }: Screening,
  { document }: DecidingVersion,
  tried: DecidingVersion | null
) => {
  const own = checksToAsk(document)
  const checks = tried === null ? own : Array.union(own, checksToAsk(tried.document))
  const { negativePrompt = null, prompt } = command.input
  return Effect.flatMapEager(engine.screen({ prompt, negativePrompt, checks }), (report) =>
    trustReport(report, own)
  )
}

const score = (input: PromptInput, { document }: DecidingVersion, report: EngineReport): ScoredChecks => {
  const { negativePrompt = null, prompt } = input
  const floors = applyFloors({ prompt, negativePrompt }, engineFindsSexual(report))
  return scoreChecks(document, report, floors)
}

/** A version that a check is tried under, beside the one that counts, and the engine's answer for both. */
interface Trial {
  readonly tried: DecidingVersion
  readonly answer: EngineReport
}

/**
 * Adds what the version that is tried comes to. One that cannot be tried is left out, and never keeps the decision
 * that counts from being made.
 */
const withTrial = Effect.fnUntraced(
  function* (
    { command, stopwatch }: Screening,
    record: DecisionRecord,
    { answer, tried }: Trial,
    ruling: UserRuling
  ) {
    const checks = checksToAsk(tried.document)
    const report = yield* trustReport(reportOn(checks, answer), checks)
    const scores = score(command.input, tried, report)
    const routing = routePolicy(tried.document, scores, { userPaused: ruling.isPaused })
    const asDryRun = { ...command, dryRun: true, claim: null }
    const uncounted = { ...ruling, applied: ruling.appliedUncounted, update: null }
    const judgement = { policy: tried, report, scores, routing }
    const { decision } = yield* settleDecision(stopwatch, asDryRun, judgement, uncounted)
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
  },
  (attempt, _, record) =>
    attempt.pipe(
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        () => Effect.as(Effect.logWarning("A policy's dry-run version could not be tried"), record)
      ),
      Effect.orDie
    )
)

/**
 * Has the decision logged under what the user's rules make of it.
 *
 * No generator function is made while a check is under way, here or below: each one that is called gets a hidden
 * class, which is never young and keeps all that the function sees until the next full collection.
 */
const logDecision = Effect.fnUntracedEager(function* (
  screening: Screening,
  judgement: Judgement,
  trial: Trial | null,
  ruling: UserRuling
) {
  const { command, log, stopwatch } = screening
  const { policy, routing, scores } = judgement
  const ruled = ruling.isPaused ? routePolicy(policy.document, scores, { userPaused: true }) : routing
  const settled = yield* settleDecision(stopwatch, command, { ...judgement, routing: ruled }, ruling)
  const record = trial === null ? settled : yield* withTrial(screening, settled, trial, ruling)
  return yield* measure(stopwatch, "commit", () => log.commit(record))
})

const decide = Effect.fnUntracedEager(function* (screening: Screening) {
  const { command, endUsers, ledger, stopwatch } = screening
  const { dryRun, input, tenant, user, workspace } = command
  yield* gateByPlan(command, ledger, stopwatch.clock)
  const policy = yield* measure(stopwatch, "policy", () => resolvePolicy(screening))
  const tried = dryRun ? null : policy.dryRun
  const answer = yield* Effect.catchEager(
    measure(stopwatch, "engine", () => ask(screening, policy, tried)),
    (fault) => Effect.andThen(recordEngineFault, Effect.fail(fault))
  )
  // What is asked only for the version that is tried must not sway the decision that counts.
  const report = tried === null ? answer : reportOn(checksToAsk(policy.document), answer)
  const scores = measureComputed(stopwatch, "floors", () => score(input, policy, report))
  const routing = measureComputed(stopwatch, "routing", () => routePolicy(policy.document, scores))
  const judgement = { policy, report, scores, routing }
  const trial = tried === null ? null : { tried, answer }
  const logged = yield* endUsers
    .withRuling(
      { workspace, user, policyId: policy.id, routing, dryRun, shadowMode: tenant.shadowMode },
      (ruling) => logDecision(screening, judgement, trial, ruling)
    )
    .pipe(Effect.catchTag("AllowanceSpent", ({ used }) => refuseTestCheck(command, used)))
  if (!logged.replayed) yield* recordCheck(logged.decision, stopwatch)
  return logged
})

/**
 * Checks that a monthly allowance counts pass one at a time in this process, so that those past it are refused
 * before they cost the engine anything. The commit counts again, for other processes count too.
 */
const decideWithinAllowance = (screening: Screening) => {
  const { command, locks } = screening
  return testAllowanceOf(command) === null
    ? decide(screening)
    : Effect.suspend(() => decide(screening)).pipe(locks.withLock(command.workspace, "allowance"))
}

const replayOrDecide = Effect.fnUntraced(function* (screening: Screening, claim: IdempotencyClaim) {
  const { command, log, stopwatch } = screening
  const first = yield* measure(stopwatch, "replay", () => log.replay(command.workspace, claim))
  if (Option.isSome(first)) return { decision: first.value, replayed: true }
  return yield* decideWithinAllowance(screening)
})

/** Screens at most once for a key: the first decision is the answer to all others. */
const decideOnce = (screening: Screening, claim: IdempotencyClaim) =>
  replayOrDecide(screening, claim).pipe(
    screening.locks.withLock(screening.command.workspace, "idempotency_key", claim.key)
  )

/**
 * Screens one prompt, logs the decision and whatever follows from it, and returns the decision that stands. A
 * repeat of an Idempotency-Key returns the first decision and screens nothing. Nothing is logged unless the
 * engine answered in full.
 *
 * What is known already (a cached policy, an engine in this process) is used at once: until the commit there is
 * as a rule nothing to wait for, and no step of the runtime is taken.
 */
export const makeScreenPrompt = Effect.map(
  services,
  (services) => (command: PromptToScreen) =>
    withStopwatch((stopwatch) => {
      const screening = { ...services, command, stopwatch }
      return command.claim === null ? decideWithinAllowance(screening) : decideOnce(screening, command.claim)
    })
)
