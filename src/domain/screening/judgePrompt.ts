import { Array, Effect } from "effect"
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
import { EndUsers } from "./EndUsers.ts"
import { applyFloors } from "./floors/applyFloors.ts"
import type { Judgement } from "./Judgement.ts"
import { recordEngineFault } from "./metrics.ts"
import type { PromptToScreen } from "./PromptToScreen.ts"
import { checksToAsk, engineFindsSexual, reportOn, scoreChecks, trustReport } from "./scoring.ts"
import type { ScoredChecks } from "./scoring.ts"
import { ScreeningEngine } from "./ScreeningEngine.ts"
import type { EngineReport } from "./ScreeningEngine.ts"
import { WorkspaceLocks } from "./WorkspaceLocks.ts"

/** What every screening needs. */
export const screeningServices = Effect.gen(function* () {
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
export interface Screening extends Effect.Success<typeof screeningServices> {
  readonly command: PromptToScreen
  readonly stopwatch: Stopwatch
}

export const resolvePolicy = ({ command: { policy, policyVersion, workspace }, policies }: Screening) =>
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

/** The scores under one version of a policy, floors included. */
export const score = (
  input: PromptInput,
  { document }: DecidingVersion,
  report: EngineReport
): ScoredChecks => {
  const { negativePrompt = null, prompt } = input
  const floors = applyFloors({ prompt, negativePrompt }, engineFindsSexual(report))
  return scoreChecks(document, report, floors)
}

/** A dry-run version to try beside the deciding one, and the engine's report for both. */
export interface DryRunTrial {
  readonly tried: DecidingVersion
  readonly answer: EngineReport
}

/** What a prompt is found to be, before the rules about its end user. */
export interface Judged {
  readonly judgement: Judgement
  readonly trial: DryRunTrial | null
}

/** Screens the prompt and routes its scores. Nothing is logged. */
export const judge = Effect.fnUntracedEager(function* (screening: Screening) {
  const { command, stopwatch } = screening
  const { dryRun, input } = command
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
