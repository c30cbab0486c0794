import type { Outcome } from "../policy/Action.ts"
import type { PolicyDocument } from "../policy/PolicyDocument.ts"
import { adultLevel, routePolicy } from "../policy/routing.ts"
import type { CheckScores } from "../policy/routing.ts"
import type { DecidedCheck, Decision } from "./Decision.ts"

/** How a score compares with a line. */
export interface Margin {
  /** The score minus the line: the line is reached from 0 up. */
  readonly distance: number
  /** The outcome of the whole decision if the score were just on the other side and everything else the same. */
  readonly otherwise: Outcome
}

export interface Margins {
  /** The score against the act line. */
  readonly act: Margin
  /** The review score against the review line. */
  readonly review: Margin
  /**
   * The adult score against the upper end of the highest allowed level; null for other checks, and if all levels are
   * allowed.
   */
  readonly maxLevel: Margin | null
}

/** The deciding part of the policy, as it was. */
const documentOf = ({ checks, policySettings }: Decision): PolicyDocument => ({
  version: 1,
  name: "as it was",
  checks: checks.map(({ actLine: act, check, onAct, onReview, reviewLine: review }) => ({
    check,
    act,
    review,
    onAct,
    onReview
  })),
  ...policySettings,
  webhooks: [],
  tags: []
})

/** The outcome of the stored decision with other scores for one check. */
export const outcomeWith = (
  decision: Decision,
  check: DecidedCheck,
  changed: Partial<CheckScores>
): Outcome => {
  const scores = Object.fromEntries(
    decision.checks.map((other) => [
      other.check,
      other.check === check.check ? { ...other, ...changed } : other
    ])
  )
  const userPaused = decision.actions.userPaused === true
  return routePolicy(documentOf(decision), scores, { userPaused }).outcome
}

/** Rounded to hide floating-point noise. The sign stays the same. */
const distance = (score: number, line: number): number => Number((score - line).toPrecision(6))

/** The next lower number, so close that no other line, such as the end of an adult level, lies between; 0 of 0. */
const below = (line: number): number => {
  const near = line * (1 - Number.EPSILON / 2)
  return near < line ? near : 0
}

/** A score just on the other side of the line. Nothing is below a line of 0, which 0 reaches too. */
const across = (line: number, reached: boolean): number => (reached ? below(line) : line)

const maxLevelMargin = (decision: Decision, check: DecidedCheck): Margin | null => {
  const { adultMaxLevel } = decision.policySettings
  if (check.check !== "adult" || adultMaxLevel >= 5) return null
  const line = adultMaxLevel / 5
  const score = across(line, adultLevel(check.score) > adultMaxLevel)
  return { distance: distance(check.score, line), otherwise: outcomeWith(decision, check, { score }) }
}

/** How far a check was from each line, and what the outcome would be on the other side. */
export const marginsOf = (decision: Decision, check: DecidedCheck): Margins => {
  const { actLine, reviewLine, reviewScore, score } = check
  return {
    act: {
      distance: distance(score, actLine),
      otherwise: outcomeWith(decision, check, { score: across(actLine, score >= actLine) })
    },
    review: {
      distance: distance(reviewScore, reviewLine),
      otherwise: outcomeWith(decision, check, {
        reviewScore: across(reviewLine, reviewScore >= reviewLine)
      })
    },
    maxLevel: maxLevelMargin(decision, check)
  }
}
