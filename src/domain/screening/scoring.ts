import { Effect } from "effect"
import type { CheckId } from "../policy/CheckId.ts"
import { isScore } from "../policy/isScore.ts"
import { isEnabled } from "../policy/PolicyDocument.ts"
import type { CheckRule, PolicyDocument } from "../policy/PolicyDocument.ts"
import { adultClaimSignal } from "../policy/routing.ts"
import type { CheckScores } from "../policy/routing.ts"
import type { FloorFinding, FloorResult } from "./floors/FloorResult.ts"
import { hasFired, ScreeningUnavailable } from "./ScreeningEngine.ts"
import type { EngineCheck, EngineReport, Signal } from "./ScreeningEngine.ts"

/** One check's scores after the floors, as routing needs them. */
export interface ScoredCheck extends CheckScores {
  readonly version: number
  readonly signals: ReadonlyArray<Signal>
  readonly floors: ReadonlyArray<FloorFinding>
}

export type ScoredChecks = Readonly<Partial<Record<CheckId, ScoredCheck>>>

/** From this adult score up, a prompt counts as sexual where minors are concerned. */
export const sexualLine = 0.3

export const enabledChecks = ({ checks }: PolicyDocument): ReadonlyArray<CheckRule> =>
  checks.filter(isEnabled)

/**
 * The checks to ask the engine for. The adult check is always included, because the floors need it even if the policy
 * has it switched off.
 */
export const checksToAsk = (document: PolicyDocument): ReadonlyArray<CheckId> => {
  const enabled = enabledChecks(document).map(({ check }) => check)
  return enabled.includes("adult") ? enabled : [...enabled, "adult"]
}

/** Refuses a report, from whatever engine, that lacks a check or has a score that is not a number from 0 to 1. */
export const trustReport = (
  report: EngineReport,
  asked: ReadonlyArray<CheckId>
): Effect.Effect<EngineReport, ScreeningUnavailable> => {
  const isWhole = asked.every((check) => {
    const answer = report.checks[check]
    return answer !== undefined && isScore(answer.score) && isScore(answer.reviewScore)
  })
  return isWhole
    ? Effect.succeed(report)
    : Effect.fail(new ScreeningUnavailable({ retryAfterSeconds: 1, reason: "the report lacks a score" }))
}

/** The report as it would be if only these checks had been asked for. */
export const reportOn = (asked: ReadonlyArray<CheckId>, report: EngineReport): EngineReport => {
  const checks: Partial<Record<CheckId, EngineCheck>> = {}
  for (const check of asked) {
    const answer = report.checks[check]
    if (answer !== undefined) checks[check] = answer
  }
  return { ...report, checks }
}

const saysSexual = (signal: Signal) =>
  hasFired(signal) && (signal.signal.startsWith("sexual") || signal.signal.startsWith("explicit"))

/** Whether the adult score or a fired signal says that the prompt is sexual. */
export const engineFindsSexual = ({ checks }: EngineReport): boolean =>
  (checks.adult?.score ?? 0) >= sexualLine ||
  Object.values(checks).some(({ signals }) => signals.some(saysSexual))

/**
 * A signal of the service itself, like the next one. An engine may send signals with the same ids and a probability;
 * the service's replace them.
 */
export const adultClaim: Signal = {
  signal: adultClaimSignal,
  probability: null,
  line: null,
  text: "The prompt states that the person is an adult."
}

/** Another signal of the service itself. */
export const negativeAdulthood: Signal = {
  signal: "negative_adulthood",
  probability: null,
  line: null,
  text: "The negative prompt asks for adulthood to be left out."
}

const ownSignals = (floors: FloorResult): ReadonlyArray<Signal> => [
  ...(floors.adultClaim ? [adultClaim] : []),
  ...(floors.negativeAdulthood ? [negativeAdulthood] : [])
]

/** The ids of the signals that fired, each once. */
const firedBy = (signals: ReadonlyArray<Signal>): ReadonlyArray<string> =>
  signals.length === 0 ? [] : [...new Set(signals.filter(hasFired).map(({ signal }) => signal))]

const withFloors = (check: EngineCheck, floors: FloorResult): ScoredCheck => {
  const own = ownSignals(floors)
  const others = check.signals.filter(({ signal }) => own.every((mine) => mine.signal !== signal))
  const signals = [...others, ...own]
  const counted = floors.findings.filter(({ counted }) => counted).map(({ floor }) => `floor:${floor}`)
  return {
    version: check.version,
    score: Math.max(check.score, floors.score),
    reviewScore: Math.max(check.reviewScore, floors.reviewScore),
    fired: [...new Set([...firedBy(signals), ...counted])],
    signals,
    floors: floors.findings
  }
}

/** The engine's scores for the policy's enabled checks. The floors raise those of the minors check. */
export const scoreChecks = (
  document: PolicyDocument,
  report: EngineReport,
  floors: FloorResult
): ScoredChecks => {
  const scored: Partial<Record<CheckId, ScoredCheck>> = {}
  for (const { check } of enabledChecks(document)) {
    const answer = report.checks[check]
    if (answer === undefined) continue
    scored[check] =
      check === "minors_sexual"
        ? withFloors(answer, floors)
        : { ...answer, fired: firedBy(answer.signals), floors: [] }
  }
  return scored
}
