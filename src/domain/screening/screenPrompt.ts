import { Array, Cause, Effect, Option, Schema } from "effect"
import { UsageLedger } from "../billing/UsageLedger.ts"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { ResolvedPolicy } from "../policy/Policy.ts"
import { routePolicy } from "../policy/routing.ts"
import { PolicyId } from "../shared/ids.ts"
import { stage, stageOf, withStopwatch } from "../shared/stages.ts"
import type { Stopwatch } from "../shared/stages.ts"
import type { PromptInput } from "./Decision.ts"
import { DecisionLog } from "./DecisionLog.ts"
import type { DecisionRecord } from "./DecisionLog.ts"
import { EndUsers } from "./EndUsers.ts"
import type { UserRuling } from "./EndUsers.ts"
import { applyFloors } from "./floors.ts"
import type { IdempotencyClaim } from "./idempotency.ts"
import type { Judgement } from "./Judgement.ts"
import { gateByPlan, refuseTestCheck, testAllowanceOf } from "./planGate.ts"
import { recordCheck, recordEngineFault } from "./metrics.ts"
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

/** One check under way. */
interface Check extends Effect.Success<typeof services> {
  readonly command: PromptToScreen
  readonly stopwatch: Stopwatch
}

const isPolicyId = Schema.is(PolicyId)

const resolvePolicy = ({ command: { policy, policyVersion, workspace }, policies }: Check) =>
  policy !== null && !isPolicyId(policy)
    ? Effect.fail(new PolicyNotFound({ policy }))
    : policies.resolve(workspace.tenantId, policy, policyVersion)

/** One call for what the policy needs, and for what its dry-run version needs beside it. */
const ask = ({ command, engine }: Check, { document }: ResolvedPolicy, dryRun: ResolvedPolicy["dryRun"]) => {
  const own = checksToAsk(document)
  const checks = dryRun === null ? own : Array.union(own, checksToAsk(dryRun.document))
  const { negativePrompt = null, prompt } = command.input
  return Effect.flatMapEager(engine.screen({ prompt, negativePrompt, checks }), (report) =>
    trustReport(report, own)
  )
}

const score = (input: PromptInput, { document }: ResolvedPolicy, report: EngineReport): ScoredChecks => {
  const { negativePrompt = null, prompt } = input
  const floors = applyFloors({ prompt, negativePrompt }, engineFindsSexual(report))
  return scoreChecks(document, report, floors)
}

/**
 * Adds what the policy's dry-run version comes to, from the same answer of the engine. A version that cannot be tried
 * is left out, and never keeps the decision that counts from being made.
 */
const addDryRun = Effect.fnUntraced(function* (
  { command, stopwatch }: Check,
  record: DecisionRecord,
  tried: ResolvedPolicy,
  answer: EngineReport,
  ruling: UserRuling
) {
  const checks = checksToAsk(tried.document)
  const report = yield* trustReport(reportOn(checks, answer), checks)
  const scores = score(command.input, tried, report)
  const routing = routePolicy(tried.document, scores, { userPaused: ruling.isPaused })
  const dryRun = { ...command, dryRun: true, claim: null }
  const uncounted = { ...ruling, applied: ruling.appliedUncounted, update: null }
  const judgement = { policy: tried, report, scores, routing }
  const { decision } = yield* settleDecision(stopwatch, dryRun, judgement, uncounted)
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
})

const withDryRun = (
  check: Check,
  record: DecisionRecord,
  tried: ResolvedPolicy,
  answer: EngineReport,
  ruling: UserRuling
) =>
  addDryRun(check, record, tried, answer, ruling).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      () => Effect.as(Effect.logWarning("A policy's dry-run version could not be tried"), record)
    ),
    Effect.orDie
  )

/**
 * Has the decision logged under what the user's rules make of it.
 *
 * No generator function is made while a check is under way, here or below: each one that is called gets a hidden
 * class, which is never young and keeps all that the function sees until the next full collection.
 */
const logDecision = Effect.fnUntracedEager(function* (
  check: Check,
  judgement: Judgement,
  answer: EngineReport,
  ruling: UserRuling
) {
  const { command, log, stopwatch } = check
  const { policy, routing, scores } = judgement
  const dryRun = command.dryRun ? null : policy.dryRun
  const ruled = ruling.isPaused ? routePolicy(policy.document, scores, { userPaused: true }) : routing
  const settled = yield* settleDecision(stopwatch, command, { ...judgement, routing: ruled }, ruling)
  const record =
    dryRun === null
      ? settled
      : yield* withDryRun(check, settled, { ...policy, ...dryRun, dryRun: null }, answer, ruling)
  return yield* stage(stopwatch, "commit", () => log.commit(record))
})

const decide = Effect.fnUntracedEager(function* (check: Check) {
  const { command, endUsers, ledger, stopwatch } = check
  const { input, tenant, user, workspace } = command
  yield* gateByPlan(command, ledger, stopwatch.clock)
  const policy = yield* stage(stopwatch, "policy", () => resolvePolicy(check))
  const dryRun = command.dryRun ? null : policy.dryRun
  const answer = yield* Effect.catchEager(
    stage(stopwatch, "engine", () => ask(check, policy, dryRun)),
    (fault) => Effect.andThen(recordEngineFault, Effect.fail(fault))
  )
  // What only the dry run asked for must not sway the decision that counts.
  const report = dryRun === null ? answer : reportOn(checksToAsk(policy.document), answer)
  const scores = stageOf(stopwatch, "floors", () => score(input, policy, report))
  const routing = stageOf(stopwatch, "routing", () => routePolicy(policy.document, scores))
  const decided = { workspace, user, policyId: policy.id, routing, dryRun: command.dryRun }
  const logged = yield* endUsers
    .decide({ ...decided, shadowMode: tenant.shadowMode }, (ruling) =>
      logDecision(check, { policy, report, scores, routing }, answer, ruling)
    )
    .pipe(Effect.catchTag("AllowanceSpent", ({ used }) => refuseTestCheck(command, used)))
  if (!logged.replayed) yield* recordCheck(logged.decision, stopwatch)
  return logged
})

/**
 * Checks that a monthly allowance counts pass one at a time in this process, so that those past it are refused
 * before they cost the engine anything. The commit counts again, for other processes count too.
 */
const decideWithinAllowance = (check: Check) => {
  const { command, locks } = check
  return testAllowanceOf(command) === null
    ? decide(check)
    : Effect.suspend(() => decide(check)).pipe(locks.withLock(command.workspace, "allowance"))
}

const replayOrDecide = Effect.fnUntraced(function* (check: Check, claim: IdempotencyClaim) {
  const { command, log, stopwatch } = check
  const first = yield* stage(stopwatch, "replay", () => log.replay(command.workspace, claim))
  if (Option.isSome(first)) return { decision: first.value, replayed: true }
  return yield* decideWithinAllowance(check)
})

/** Screens at most once for a key: the first decision is the answer to all others. */
const decideOnce = (check: Check, claim: IdempotencyClaim) =>
  replayOrDecide(check, claim).pipe(
    check.locks.withLock(check.command.workspace, "idempotency_key", claim.key)
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
      const check = { ...services, command, stopwatch }
      return command.claim === null ? decideWithinAllowance(check) : decideOnce(check, command.claim)
    })
)
