import { Array, Cause, Effect, Option } from "effect"
import { UsageLedger } from "../billing/UsageLedger.ts"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { DecidingVersion } from "../policy/Policy.ts"
import { routePolicy } from "../policy/routing.ts"
import { isPolicyId, makeCheckIds } from "../shared/ids.ts"
import { measure, measureComputed } from "../shared/stopwatch.ts"
import type { Stopwatch } from "../shared/stopwatch.ts"
import type { PromptInput } from "./Decision.ts"
import { DecisionLog } from "./DecisionLog.ts"
import type { DecisionRecord } from "./DecisionLog.ts"
import { EndUsers } from "./EndUsers.ts"
import type { UserRuling } from "./EndUsers.ts"
import { applyFloors } from "./floors/applyFloors.ts"
import type { IdempotencyClaim, IdempotencyKeyReused } from "./idempotency.ts"
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
    locks: yield* WorkspaceLocks,
    ids: yield* makeCheckIds,
    context: yield* Effect.context()
  }
})

/** The screening of one prompt while it is under way. */
interface Screening extends Effect.Success<typeof services> {
  readonly command: PromptToScreen
  readonly stopwatch: Stopwatch
}

const resolvePolicy = ({ command: { policy, policyVersion, workspace }, policies }: Screening) =>
  policy !== null && !isPolicyId(policy)
    ? Effect.fail(new PolicyNotFound({ policy }))
    : policies.resolve(workspace.tenantId, policy, policyVersion)

/** Calls the engine once, for the checks of the policy and of the dry-run version that is tried beside it. */
const ask = (
  { command, engine }: Screening,
  { document }: DecidingVersion,
  tried: DecidingVersion | null
) => {
  const own = checksToAsk(document)
  const optional = tried === null ? [] : Array.difference(checksToAsk(tried.document), own)
  const { negativePrompt = null, prompt } = command.input
  const request = { prompt, negativePrompt, checks: own }
  const report = engine.screen(
    optional.length === 0 ? request : { ...request, checks: [...own, ...optional], optional }
  )
  return Effect.flatMapEager(report, (report) => trustReport(report, own))
}

const score = (input: PromptInput, { document }: DecidingVersion, report: EngineReport): ScoredChecks => {
  const { negativePrompt = null, prompt } = input
  const floors = applyFloors({ prompt, negativePrompt }, engineFindsSexual(report))
  return scoreChecks(document, report, floors)
}

/** A dry-run version to try beside the deciding one, and the engine's report for both. */
interface DryRunTrial {
  readonly tried: DecidingVersion
  readonly answer: EngineReport
}

/**
 * Adds the dry-run version's decision to the record. If it cannot be made it is left out: it never prevents the real
 * decision.
 */
const withDryRunDecision = Effect.fnUntraced(
  function* (
    screening: Screening,
    record: DecisionRecord,
    { answer, tried }: DryRunTrial,
    ruling: UserRuling
  ) {
    const { command } = screening
    const checks = checksToAsk(tried.document)
    const report = yield* trustReport(reportOn(checks, answer), checks)
    const scores = score(command.input, tried, report)
    const routing = routePolicy(tried.document, scores, { userPaused: ruling.isPaused })
    const asDryRun = { ...command, dryRun: true, claim: null }
    const uncounted = { ...ruling, applied: ruling.appliedUncounted, update: null }
    const judgement = { policy: tried, report, scores, routing }
    const { decision } = yield* settleDecision(screening, asDryRun, judgement, uncounted)
    const live = record.decision
    return {
      ...record,
      decision: { ...live, counterpart: { id: decision.id, version: tried.version } },
      dryRunDecision: {
        ...decision,
        counterpart: { id: live.id, version: live.policy.version },
        // Both hold the same prompt. If it may not be read in one, it may not be read in the other.
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

/** What a prompt is found to be, before the rules about its end user. */
interface Judged {
  readonly judgement: Judgement
  readonly trial: DryRunTrial | null
}

const judge = Effect.fnUntracedEager(function* (screening: Screening) {
  const { command, ledger, stopwatch } = screening
  const { dryRun, input } = command
  yield* gateByPlan(command, ledger, stopwatch.clock)
  const policy = yield* measure(stopwatch, "policy", () => resolvePolicy(screening))
  const tried = dryRun ? null : policy.dryRun
  const answer = yield* Effect.catchEager(
    measure(stopwatch, "engine", () => ask(screening, policy, tried)),
    (fault) => Effect.andThen(recordEngineFault, Effect.fail(fault))
  )
  // Checks that only the dry-run version needs must not influence the real decision.
  const report = tried === null ? answer : reportOn(checksToAsk(policy.document), answer)
  const scores = measureComputed(stopwatch, "floors", () => score(input, policy, report))
  const routing = measureComputed(stopwatch, "routing", () => routePolicy(policy.document, scores))
  const judged: Judged = {
    judgement: { policy, report, scores, routing },
    trial: tried === null ? null : { tried, answer }
  }
  return judged
})

/** Logs the decision under the ruling of the workspace's rules. */
const logDecision = (screening: Screening, { judgement, trial }: Judged, ruling: UserRuling) => {
  const { command, log, stopwatch } = screening
  const { policy, routing, scores } = judgement
  const ruled = ruling.isPaused ? routePolicy(policy.document, scores, { userPaused: true }) : routing
  const settled = settleDecision(screening, command, { ...judgement, routing: ruled }, ruling)
  const tried =
    trial === null
      ? settled
      : Effect.flatMap(settled, (record) => withDryRunDecision(screening, record, trial, ruling))
  return Effect.flatMapEager(tried, (record) => measure(stopwatch, "commit", () => log.commit(record)))
}

const ruleAndLog = (screening: Screening, judged: Judged) => {
  const { command, context, endUsers, stopwatch } = screening
  const { dryRun, tenant, user, workspace } = command
  const { policy, routing } = judged.judgement
  const decision = { workspace, user, policyId: policy.id, routing, dryRun, shadowMode: tenant.shadowMode }
  const logged = endUsers.withRuling(stopwatch, decision, (ruling) => logDecision(screening, judged, ruling))
  const within = Effect.catchTag(logged, "AllowanceSpent", ({ used }) => refuseTestCheck(command, used))
  return Effect.map(within, (answer) => {
    if (!answer.replayed) recordCheck(answer.decision, stopwatch, context)
    return answer
  })
}

/**
 * What is already known, such as a cached policy or the answer of an engine in this process, is used at once. So
 * until the commit there is usually nothing to wait for, and no step of the Effect runtime.
 *
 * No generator function is created during a check, here or in what this calls. V8 gives each generator function a
 * hidden class when it is first called. Hidden classes are never in the young generation, so everything that the
 * function closes over would stay in memory until the next full collection.
 */
const decide = (screening: Screening) =>
  Effect.flatMapEager(judge(screening), (judged) => ruleAndLog(screening, judged))

/**
 * Runs checks that count against a monthly allowance one at a time in this process, so that those beyond it are
 * refused before the engine is called. The commit counts again, because other processes use the same allowance.
 */
const decideWithinAllowance = (screening: Screening) => {
  const { command, locks } = screening
  return testAllowanceOf(command) === null
    ? decide(screening)
    : Effect.suspend(() => decide(screening)).pipe(locks.withAllowanceLock(command.workspace))
}

/** A key that was used for another request is refused only after the gates that come before. */
const refuseReused = Effect.fnUntraced(function* (screening: Screening, reused: IdempotencyKeyReused) {
  const { command, ledger, stopwatch } = screening
  yield* gateByPlan(command, ledger, stopwatch.clock)
  yield* resolvePolicy(screening)
  return yield* reused
})

const replayOrDecide = Effect.fnUntraced(function* (screening: Screening, claim: IdempotencyClaim) {
  const { command, log, stopwatch } = screening
  const first = yield* Effect.catchTag(
    measure(stopwatch, "replay", () => log.replay(command.workspace, claim)),
    "IdempotencyKeyReused",
    (reused) => refuseReused(screening, reused)
  )
  if (Option.isSome(first)) return { decision: first.value, replayed: true }
  return yield* decideWithinAllowance(screening)
})

/** Screens at most once for each key: later requests get the first decision. */
const decideOnce = (screening: Screening, claim: IdempotencyClaim) =>
  replayOrDecide(screening, claim).pipe(screening.locks.withKeyLock(screening.command.workspace, claim.key))

/**
 * Makes the function that screens one prompt, logs the decision with everything that follows from it, and returns the
 * decision that counts. A request that repeats an Idempotency-Key gets the first decision, and nothing is screened.
 * Nothing is logged unless the engine answered in full. The stopwatch is that of the request.
 */
export const makeScreenPrompt = Effect.map(
  services,
  (services) => (command: PromptToScreen, stopwatch: Stopwatch) => {
    const screening = { ...services, command, stopwatch }
    return command.claim === null ? decideWithinAllowance(screening) : decideOnce(screening, command.claim)
  }
)
