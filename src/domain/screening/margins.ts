import type { Outcome } from "../policy/Action.ts"
import type { PolicyDocument } from "../policy/PolicyDocument.ts"
import { adultLevel, routePolicy } from "../policy/routing.ts"
import type { CheckScores } from "../policy/routing.ts"
import type { DecidedCheck, Decision } from "./Decision.ts"

/** How a score lies to a line. */
export interface Margin {
  /** The score less the line, so that the line is reached from 0 on. */
  readonly distance: number
  /** The outcome of the whole decision, had the score been just on the other side and all else as it was. */
  readonly otherwise: Outcome
}

export interface Margins {
  /** Of the score to the act line. */
  readonly act: Margin
  /** Of the review score to the review line. */
  readonly review: Margin
  /** Of the adult score to the end of the highest level allowed; null where there is no such end. */
  readonly maxLevel: Margin | null
}

/** As much of the policy as decides, as it was. */
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

/** The outcome that the stored scores come to, with others for one check. */
export const outcomeWith = (
  decision: Decision,
  check: DecidedCheck,
  changed: Partial<CheckScores>
): Outcome => {
  const scores = Object.fromEntries(
    decision.checks.map((other) => [other.check, other === check ? { ...check, ...changed } : other])
  )
  const userPaused = decision.actions.userPaused === true
  return routePolicy(documentOf(decision), scores, { userPaused }).outcome
}

/** Without the noise of floating point, and never with another sign. */
const distance = (score: number, line: number): number => Number((score - line).toPrecision(6))

/** The number next below a line above 0: no other line, such as the end of an adult level, lies between. */
const below = (line: number): number => {
  const near = line * (1 - Number.EPSILON / 2)
  return near < line ? near : 0
}

/** Just on the other side of the line; the score itself where there is nothing below. */
const across = (score: number, line: number, reached: boolean): number => {
  if (!reached) return line
  return line > 0 ? below(line) : score
}

const maxLevelMargin = (decision: Decision, check: DecidedCheck): Margin | null => {
  const { adultMaxLevel } = decision.policySettings
  if (check.check !== "adult" || adultMaxLevel >= 5) return null
  const line = adultMaxLevel / 5
  const score = across(check.score, line, adultLevel(check.score) > adultMaxLevel)
  return { distance: distance(check.score, line), otherwise: outcomeWith(decision, check, { score }) }
}

/** How far a check was from each line, and what the other side of it would have come to. */
export const marginsOf = (decision: Decision, check: DecidedCheck): Margins => {
  const { actLine, reviewLine, reviewScore, score } = check
  return {
    act: {
      distance: distance(score, actLine),
      otherwise: outcomeWith(decision, check, { score: across(score, actLine, score >= actLine) })
    },
    review: {
      distance: distance(reviewScore, reviewLine),
      otherwise: outcomeWith(decision, check, {
        reviewScore: across(reviewScore, reviewLine, reviewScore >= reviewLine)
      })
    },
    maxLevel: maxLevelMargin(decision, check)
  }
}
