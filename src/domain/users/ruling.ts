import { DateTime } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { Routing } from "../policy/routing.ts"
import { reachedChecks } from "../screening/DecisionFilter.ts"
import { withRuleTags } from "../screening/EndUsers.ts"
import type { AppliedRule, UserDecision, UserRuling, UserUpdate } from "../screening/EndUsers.ts"
import type { PolicyId } from "../shared/ids.ts"
import type { Rule, RuleCondition } from "./Rule.ts"
import { lasts } from "./UserStates.ts"
import type { Pause, UserStanding } from "./UserStates.ts"

/** As much of a decision as a condition looks at. */
export interface Countable {
  readonly outcome: Outcome
  readonly checks: Routing["checks"]
  readonly decidedBy: Routing["decidedBy"]
  readonly tags: ReadonlyArray<string>
  readonly policyId: PolicyId
}

export const matches = ({ check, outcomes, policyId, tag }: RuleCondition, decision: Countable): boolean =>
  outcomes.includes(decision.outcome) &&
  (check === null || reachedChecks(decision).includes(check)) &&
  (tag === null || decision.tags.includes(tag)) &&
  (policyId === null || policyId === decision.policyId)

/** Whether a rule could match, whatever tags other rules add. */
export const mayMatch = ({ when }: Rule, decision: Countable): boolean =>
  matches({ ...when, tag: null }, decision)

/** A rule, and how many decisions before this one it counts. */
export interface CountedRule {
  readonly rule: Rule
  readonly earlier: number
}

/** What the rules make of one decision. */
export interface Applied {
  readonly rules: ReadonlyArray<Rule>
  /** Whether some rule counts the decision. */
  readonly isCounted: boolean
}

/**
 * The rules that a decision fulfils. A tag holds while enough decisions are in the window, this one included; a
 * pause takes a decision that matches. A tag that a rule gives may make the decision match another rule, in whatever
 * order they stand.
 *
 * A decision that is not to count (`counts` false) matches none.
 */
export const applyRules = (
  counted: ReadonlyArray<CountedRule>,
  decision: Countable,
  counts: boolean
): Applied => {
  // Only the tags change from turn to turn, and there may be as many turns as rules.
  const fits = counted.map(({ rule }) => counts && mayMatch(rule, decision))
  let tags = decision.tags
  for (;;) {
    const current = new Set(tags)
    const matching = counted.map(
      ({ rule: { when } }, index) => fits[index] === true && (when.tag === null || current.has(when.tag))
    )
    const rules = counted
      .filter(({ earlier, rule }, index) => {
        const isMatch = matching[index] === true
        return (isMatch || rule.effect.type === "tag") && earlier + (isMatch ? 1 : 0) >= rule.count
      })
      .map(({ rule }) => rule)
    const next = withRuleTags(tags, rules)
    if (next.length === tags.length) return { rules, isCounted: matching.includes(true) }
    tags = next
  }
}

/** Of two ends of a pause, whether the first is the later. */
const isLater = (a: DateTime.Utc | null, b: DateTime.Utc | null): boolean =>
  b !== null && (a === null || DateTime.isGreaterThan(a, b))

/** The longest pause that the rules ask for, unless the user is paused for as long already. */
export const pauseOf = (
  rules: ReadonlyArray<Rule>,
  current: Pause | null,
  now: DateTime.Utc
): UserUpdate["pause"] => {
  let longest: UserUpdate["pause"] = null
  for (const { effect, id } of rules) {
    if (effect.type !== "pause") continue
    const until = effect.seconds === null ? null : DateTime.add(now, { seconds: effect.seconds })
    if (longest === null || isLater(until, longest.until)) longest = { ruleId: id, since: now, until }
  }
  if (longest === null || current === null || !lasts(current, now)) return longest
  return isLater(longest.until, current.until) ? longest : null
}

const asApplied = ({ count, effect, id, name, windowSeconds }: Rule): AppliedRule => ({
  id,
  name,
  count,
  windowSeconds,
  effect
})

/**
 * What the rules make of a decision. A block that only a pause makes says nothing of what the user asked for, so it
 * does not count; otherwise a paused user who goes on trying would never be let in again.
 */
export const ruleOn = (
  { dryRun, policyId, routing, shadowMode }: UserDecision,
  rules: ReadonlyArray<Rule>,
  standing: UserStanding,
  now: DateTime.Utc
): UserRuling => {
  const counted = rules.map((rule, index) => ({ rule, earlier: standing.counts[index] ?? 0 }))
  const isPaused = standing.pause !== null && lasts(standing.pause, now)
  const decision = { ...routing, policyId }
  const counts = !dryRun && (!isPaused || routing.outcome === "block")
  const applied = applyRules(counted, decision, counts)
  const pause = shadowMode ? null : pauseOf(applied.rules, standing.pause, now)
  return {
    isPaused,
    applied: applied.rules
      .filter(({ effect, id }) => effect.type === "tag" || id === pause?.ruleId)
      .map(asApplied),
    appliedUncounted: applyRules(counted, decision, false).rules.map(asApplied),
    update: applied.isCounted ? { version: standing.version, pause } : null
  }
}
