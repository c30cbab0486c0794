import type { Action, Outcome } from "../policy/Action.ts"
import type { CheckId } from "../policy/CheckId.ts"
import type { DecidedCheck, Decision, Suppression } from "./Decision.ts"
import type { AppliedRule } from "./EndUsers.ts"

export interface ExplainedCheck extends DecidedCheck {
  readonly explanation: string
}

/** A decision in plain words. It is made from the stored decision alone, so it describes the policy as it was. */
export interface Explanation {
  readonly decision: Decision
  readonly summary: string
  readonly checks: ReadonlyArray<ExplainedCheck>
  /** What the decision caused, what it did not cause, and why. */
  readonly ran: ReadonlyArray<string>
}

const subjects: Readonly<Record<CheckId, string>> = {
  minors_sexual: "sexual content about minors",
  adult: "sexual content",
  real_person: "real people",
  copyrighted_ip: "characters and brands of others"
}

/** Two decimals, or more if two would not show on which side of the line the score is. */
const figures = (score: number, line: number): readonly [score: string, line: string] => {
  const decimals = [2, 3, 4, 6].find(
    (count) => score === line || score.toFixed(count) !== line.toFixed(count)
  )
  return decimals === undefined
    ? [String(score), String(line)]
    : [score.toFixed(decimals), line.toFixed(decimals)]
}

const against = (check: CheckId, score: number, line: number, name: "line" | "review line"): string => {
  const [scored, drawn] = figures(score, line)
  const relation = score === line ? "exactly" : score > line ? "over" : "under"
  return `scored ${scored} on ${subjects[check]}, ${relation} this policy's ${name} of ${drawn}`
}

const consequence = (action: Action): string => {
  switch (action.type) {
    case "block":
      return "which blocks"
    case "review":
      return "which asks for a review"
    case "tag":
      return `which tags it "${action.tag}"`
    case "allow":
      return "which allows"
  }
}

/** Why a check was routed as it was, without the consequence. */
const reason = ({ policySettings }: Decision, check: DecidedCheck): string => {
  const { actLine, reviewLine, reviewScore, score } = check
  if (check.policyLine === "adult.max_level") {
    const [scored] = figures(score, actLine)
    return `the prompt's ${subjects.adult} is of level ${check.adultLevel} (it scored ${scored}), over the highest level that this policy allows, ${policySettings.adultMaxLevel}`
  }
  if (check.policyLine === "youth_coded_adult") {
    return `the prompt states an adult who is presented young, and ${against(check.check, reviewScore, reviewLine, "review line")}`
  }
  return check.routed === "act"
    ? `the prompt ${against(check.check, score, actLine, "line")}`
    : `the prompt ${against(check.check, reviewScore, reviewLine, "review line")}`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const explainCheck = (decision: Decision, check: DecidedCheck): string =>
  check.routed === "allow"
    ? sentence(`${reason(decision, check)}, so nothing was reached`)
    : sentence(`${reason(decision, check)}, ${consequence(check.action)}`)

const verbs: Readonly<Record<Outcome, string>> = {
  allow: "Allowed",
  review: "Sent to review",
  block: "Blocked"
}

const summarise = (decision: Decision): string => {
  const { checks, decidedBy, outcome, tags } = decision
  const verb = decision.dryRun ? `Dry run, ${verbs[outcome].toLowerCase()}` : verbs[outcome]
  if (decidedBy === null) {
    const reached = checks.find(({ routed }) => routed !== "allow")
    return reached === undefined
      ? `${verb}: no check reached a line of this policy.`
      : `${verb}: ${reason(decision, reached)}, ${consequence(reached.action)}.`
  }
  const decider = checks.find(({ check }) => check === decidedBy.check)
  if (decider === undefined) return `${verb}: the end user is paused.`
  const tagged = outcome === "allow" ? ` and tagged ${tags.map((tag) => `"${tag}"`).join(", ")}` : ""
  return `${verb}${tagged}: ${reason(decision, decider)}.`
}

const withheld: Readonly<Record<Suppression, string>> = {
  test_mode: "the check was made with a test key",
  dry_run: "it was a dry run",
  shadow_mode: "the workspace is in shadow mode"
}

const reviewSentence = ({ actions, dryRun, outcome }: Decision): ReadonlyArray<string> => {
  if (actions.reviewId !== null) return [`Review item ${actions.reviewId} was opened.`]
  if (outcome !== "review") return []
  return [`No review item was opened, because ${withheld[dryRun ? "dry_run" : "shadow_mode"]}.`]
}

const webhookSentence = ({ actions }: Decision): string => {
  if (actions.webhooksSuppressed !== null) {
    return `No webhook was queued, because ${withheld[actions.webhooksSuppressed]}.`
  }
  return actions.webhookEvents.length === 0
    ? "No webhook was queued, because none of this policy listens to what happened."
    : `Webhooks were queued for ${actions.webhookEvents.join(" and ")}.`
}

const counterpartSentence = ({ counterpart, dryRun, policy }: Decision): ReadonlyArray<string> => {
  if (counterpart === undefined) return []
  const { id, version } = counterpart
  return dryRun
    ? [`Made to try version ${policy.version} beside decision ${id}, from the same scores.`]
    : [`Version ${version} of this policy was tried on the same scores: decision ${id}, a dry run.`]
}

const ruleSentence = ({ count, effect, name, windowSeconds }: AppliedRule): string => {
  const because = `${count} or more of this user's decisions within ${windowSeconds} seconds fulfil it`
  if (effect.type === "tag") return `The rule "${name}" applied the tag ${effect.tag}, because ${because}.`
  const length = effect.seconds === null ? "until someone resumes them" : `for ${effect.seconds} seconds`
  return `The rule "${name}" paused the end user ${length}, from the next check on, because ${because}.`
}

const userSentences = ({ actions, appliedRules = [] }: Decision): ReadonlyArray<string> => [
  ...(actions.userPaused === true
    ? ["The end user is paused, so the outcome is a block whatever the checks said."]
    : []),
  ...appliedRules.map(ruleSentence)
]

const ran = (decision: Decision): ReadonlyArray<string> => [
  ...(decision.tags.length === 0 ? [] : [`Tags were applied: ${decision.tags.join(", ")}.`]),
  ...userSentences(decision),
  ...reviewSentence(decision),
  webhookSentence(decision),
  ...counterpartSentence(decision),
  ...(decision.promptRedacted ? ["The prompt is redacted: no API key can read it."] : [])
]

export const explain = (decision: Decision): Explanation => ({
  decision,
  summary: summarise(decision),
  checks: decision.checks.map((check) =>
    Object.assign({ explanation: explainCheck(decision, check) }, check)
  ),
  ran: ran(decision)
})
