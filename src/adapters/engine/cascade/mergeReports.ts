import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"

/** The versions of several engines as one, of at most 128 characters. What is too long loses its beginning. */
export const jointVersion = (...versions: ReadonlyArray<string>): string => {
  const most = Math.floor((128 - (versions.length - 1)) / versions.length)
  return versions.map((version) => [...version].slice(-most).join("")).join("/")
}

/** The checks of both reports, those of the second where both have one. The tokens are the second's. */
export const mergeReports = (first: EngineReport, second: EngineReport): EngineReport => ({
  ...second,
  engineVersion: jointVersion(first.engineVersion, second.engineVersion),
  checks: { ...first.checks, ...second.checks }
})

/**
 * The lines of a cascade. An engine is sure that nothing is wrong at `low` and below, and that something is at `high`
 * and above.
 */
export interface Band {
  readonly low: number
  readonly high: number
}

/**
 * The checks that a second engine should be asked about: none if the first is sure of all of them, otherwise all except
 * those that it is sure are violated. Those where it saw nothing wrong are included, because that costs nothing more.
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
