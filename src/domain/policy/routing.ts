import { Array, Schema } from "effect"
import { bySeverity, mostSevere, outcomeOf } from "./Action.ts"
import type { Action, Outcome } from "./Action.ts"
import type { CheckId } from "./CheckId.ts"
import { isScore } from "./isScore.ts"
import { isEnabled } from "./PolicyDocument.ts"
import type { CheckRule, PolicyDocument } from "./PolicyDocument.ts"

/** One check's scores, from 0 to 1, after the floors, and the ids of the signals and floors that fired. */
export interface CheckScores {
  readonly score: number
  readonly reviewScore: number
  readonly fired: ReadonlyArray<string>
}

/** The line that a check reached; `allow` if it reached none. */
export const Routed = Schema.Literals(["act", "review", "allow"])
export type Routed = typeof Routed.Type

export interface RoutedCheck {
  readonly check: CheckId
  readonly routed: Routed
  readonly action: Action
  /** The path of the policy's setting that was reached, such as `checks.adult.on_act`; null if none was. */
  readonly policyLine: string | null
  readonly score: number
  readonly reviewScore: number
  readonly actLine: number
  readonly reviewLine: number
  /** The policy's action at each line, whether or not the line was reached. */
  readonly onAct: Action
  readonly onReview: Action
  /** 1 to 5 for the adult check, null for the others. */
  readonly adultLevel: number | null
}

/** What decided the outcome: a check, or `user_paused`. */
export interface DecidedBy {
  readonly check: string
  readonly policyLine: string | null
  readonly action: Action
}

export interface Routing {
  readonly outcome: Outcome
  /** The tags that the checks applied, each once, in policy order. */
  readonly tags: ReadonlyArray<string>
  /** Null if the outcome is `allow` and no check applied a tag. */
  readonly decidedBy: DecidedBy | null
  /** One entry for each enabled check, in policy order. */
  readonly checks: ReadonlyArray<RoutedCheck>
}

/** The minors check's signal that makes a policy's `youth_coded_adult` apply. */
export const adultClaimSignal = "adult_claim"

type Route = Pick<RoutedCheck, "routed" | "action" | "policyLine">

/** The level, from 1 to 5, of an adult score. Each level is a band 0.2 wide that includes its lower edge. */
export const adultLevel = (score: number): number => Math.min(5, Math.floor(score * 5) + 1)

/**
 * Applies a policy to the scores of its checks. The result depends only on the arguments, so that a stored decision
 * can be routed again at any time, under any version. If `userPaused`, the outcome is a block.
 *
 * Throws if an enabled check lacks a score from 0 to 1, because a check that was not made must never allow.
 */
export const routePolicy = (
  document: PolicyDocument,
  scores: Readonly<Partial<Record<CheckId, CheckScores>>>,
  options?: { readonly userPaused: boolean }
): Routing => {
  const checks = document.checks
    .filter(isEnabled)
    .map((rule) => routeCheck(document, rule, scoresOf(rule.check, scores[rule.check])))
  const outcome = checks.map(({ action }) => outcomeOf(action)).reduce(mostSevere, "allow")
  const byUserPaused = options?.userPaused === true && outcome !== "block"
  return {
    outcome: byUserPaused ? "block" : outcome,
    tags: Array.dedupe(checks.flatMap(({ action }) => (action.type === "tag" ? [action.tag] : []))),
    decidedBy: byUserPaused ? userPaused : decidedBy(outcome, checks),
    checks
  }
}

const userPaused: DecidedBy = { check: "user_paused", policyLine: null, action: { type: "block" } }

const scoresOf = (check: CheckId, scores: CheckScores | undefined): CheckScores => {
  if (scores === undefined || !isScore(scores.score) || !isScore(scores.reviewScore)) {
    throw new Error(`${check} has no scores between 0 and 1`)
  }
  return scores
}

const routeCheck = (document: PolicyDocument, rule: CheckRule, scores: CheckScores): RoutedCheck => ({
  check: rule.check,
  ...(actRoute(document, rule, scores) ?? reviewRoute(document, rule, scores) ?? allowed),
  score: scores.score,
  reviewScore: scores.reviewScore,
  actLine: rule.act,
  reviewLine: rule.review,
  onAct: rule.onAct,
  onReview: rule.onReview,
  adultLevel: rule.check === "adult" ? adultLevel(scores.score) : null
})

const allowed: Route = { routed: "allow", action: { type: "allow" }, policyLine: null }

const actRoute = (
  { adultMaxLevel }: PolicyDocument,
  { act, check, onAct }: CheckRule,
  { score }: CheckScores
): Route | null => {
  if (score >= act) return { routed: "act", action: onAct, policyLine: `checks.${check}.on_act` }
  if (check === "adult" && adultLevel(score) > adultMaxLevel) {
    return { routed: "act", action: onAct, policyLine: "adult.max_level" }
  }
  return null
}

const reviewRoute = (
  { youthCodedAdult }: PolicyDocument,
  { check, onReview, review }: CheckRule,
  { fired, reviewScore }: CheckScores
): Route | null => {
  if (reviewScore < review) return null
  const isYouthCodedAdult = check === "minors_sexual" && fired.includes(adultClaimSignal)
  if (isYouthCodedAdult && bySeverity(outcomeOf(onReview), youthCodedAdult) <= 0) {
    return { routed: "review", action: { type: youthCodedAdult }, policyLine: "youth_coded_adult" }
  }
  return { routed: "review", action: onReview, policyLine: `checks.${check}.on_review` }
}

const decidedBy = (outcome: Outcome, checks: ReadonlyArray<RoutedCheck>): DecidedBy | null => {
  const decider = checks.find(({ action }) => action.type !== "allow" && outcomeOf(action) === outcome)
  if (decider === undefined) return null
  const { action, check, policyLine } = decider
  return { check, policyLine, action }
}
