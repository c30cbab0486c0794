import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"

/** Several engines' versions as one, of at most 128 characters. */
export const jointVersion = (...versions: ReadonlyArray<string>): string => {
  const most = Math.floor((128 - (versions.length - 1)) / versions.length)
  return versions.map((version) => [...version].slice(-most).join("")).join("/")
}

/** The checks of both reports, the second's where both have one. The tokens are the second's. */
export const mergeReports = (first: EngineReport, second: EngineReport): EngineReport => ({
  ...second,
  engineVersion: jointVersion(first.engineVersion, second.engineVersion),
  checks: { ...first.checks, ...second.checks }
})

/** At the lower score and below an engine is sure that nothing is wrong, at the upper and above that something is. */
export interface Band {
  readonly low: number
  readonly high: number
}

/**
 * The checks of a report that a second engine should be asked about: none when the first is sure of them all, else
 * all but those that it is sure are violated. What it saw nothing of is asked again, because that costs nothing more.
 */
export const checksToAskAgain = (
  { high, low }: Band,
  asked: ReadonlyArray<CheckId>,
  report: EngineReport
): ReadonlyArray<CheckId> => {
  const all = (id: CheckId, holds: (score: number) => boolean) => {
    const check = report.checks[id]
    return check !== undefined && holds(check.score) && holds(check.reviewScore)
  }
  const isViolated = (id: CheckId) => all(id, (score) => score >= high)
  const isSure = (id: CheckId) => isViolated(id) || all(id, (score) => score <= low)
  return asked.every(isSure) ? [] : asked.filter((id) => !isViolated(id))
}
