import { DateTime } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { Routing } from "../policy/routing.ts"
import { reachedChecks } from "../screening/DecisionFilter.ts"
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

/**
 * Whether a condition could match the decision, whatever tags rules add. What all conditions ask is worked out once.
 */
const mayMatch = (decision: Countable): ((when: RuleCondition) => boolean) => {
  const reached = reachedChecks(decision)
  return ({ check, outcomes, policyId }) =>
    outcomes.includes(decision.outcome) &&
    (check === null || reached.includes(check)) &&
    (policyId === null || policyId === decision.policyId)
}

export const matches = (when: RuleCondition, decision: Countable): boolean =>
  mayMatch(decision)(when) && (when.tag === null || decision.tags.includes(when.tag))

/** Whether some rule could match, whatever tags other rules add. */
export const someMayMatch = (rules: ReadonlyArray<Rule>, decision: Countable): boolean => {
  const fits = mayMatch(decision)
  return rules.some(({ when }) => fits(when))
}

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

/** The rules that match a decision, and those that wait for a tag to do so. */
const matchesOf = (counted: ReadonlyArray<CountedRule>, decision: Countable, counts: boolean) => {
  const fits = mayMatch(decision)
  const tags = new Set(decision.tags)
  const waiting = new Map<string, Array<number>>()
  const matching = counted.map(({ rule: { when } }, index) => {
    if (!counts || !fits(when)) return false
    if (when.tag === null || tags.has(when.tag)) return true
    const others = waiting.get(when.tag)
    if (others === undefined) waiting.set(when.tag, [index])
    else others.push(index)
    return false
  })
  return { matching, tags, waiting }
}

/**
 * The rules that a decision fulfils. A tag holds while enough decisions are in the window, this one included; a pause
 * takes a decision that matches. A tag that a rule gives may make the decision match another rule, in whatever order
 * they stand: each new tag is handed on to those that wait for it, so that many rules cost no more than each once.
 *
 * A decision that is not to count (`counts` false) matches none.
 */
export const applyRules = (
  counted: ReadonlyArray<CountedRule>,
  decision: Countable,
  counts: boolean
): Applied => {
  const { matching, tags, waiting } = matchesOf(counted, decision, counts)
  const isFulfilled = ({ earlier, rule }: CountedRule, index: number): boolean => {
    const isMatch = matching[index] === true
    return (isMatch || rule.effect.type === "tag") && earlier + (isMatch ? 1 : 0) >= rule.count
  }
  const given: Array<string> = []
  const give = (one: CountedRule, index: number): void => {
    const { effect } = one.rule
    if (effect.type !== "tag" || tags.has(effect.tag) || !isFulfilled(one, index)) return
    tags.add(effect.tag)
    given.push(effect.tag)
  }
  counted.forEach(give)
  // What is handed on may give more, which is handed on too.
  for (const tag of given) {
    for (const index of waiting.get(tag) ?? []) {
      const one = counted[index]
      matching[index] = true
      if (one !== undefined) give(one, index)
    }
  }
  return { rules: counted.filter(isFulfilled).map(({ rule }) => rule), isCounted: matching.includes(true) }
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
