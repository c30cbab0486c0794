import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineReport, EngineRequest } from "../../../domain/screening/ScreeningEngine.ts"

/**
 * The lines of a cascade. An engine is sure that nothing is wrong at `low` and below, and that something is at `high`
 * and above.
 */
export interface Band {
  readonly low: number
  readonly high: number
}

/**
 * The checks that a second engine should be asked about, of those that it can answer: none if the first is sure of all
 * that are not optional, otherwise all except those that it is sure are violated. Those where it saw nothing wrong are
 * included, because that costs nothing more.
 */
export const checksToAskAgain = (
  { high, low }: Band,
  { checks, optional = [] }: Pick<EngineRequest, "checks" | "optional">,
  report: EngineReport,
  answerable: ReadonlyArray<CheckId> = checkIds
): ReadonlyArray<CheckId> => {
  const bothScores = (id: CheckId, holds: (score: number) => boolean) => {
    const check = report.checks[id]
    return check !== undefined && holds(check.score) && holds(check.reviewScore)
  }
  const isViolated = (id: CheckId) => bothScores(id, (score) => score >= high)
  const isSure = (id: CheckId) => isViolated(id) || bothScores(id, (score) => score <= low)
  const asked = checks.filter((id) => answerable.includes(id))
  const isEnough = asked.every((id) => isSure(id) || optional.includes(id))
  return isEnough ? [] : asked.filter((id) => !isViolated(id))
}
