import { DateTime } from "effect"
import type { Outcome } from "../policy/Action.ts"
import type { Routing } from "../policy/routing.ts"
import type { AppliedRule, UserDecision, UserRuling, UserUpdate } from "../screening/EndUsers.ts"
import { reachedChecks } from "../screening/reachedChecks.ts"
import type { PolicyId } from "../shared/ids.ts"
import { mostTagsOfRules } from "./Rule.ts"
import type { Rule, RuleCondition } from "./Rule.ts"
import { isInForce } from "./UserStates.ts"
import type { Pause, UserStanding } from "./UserStates.ts"

/** The parts of a decision that conditions look at. */
export interface Countable {
  readonly outcome: Outcome
  readonly checks: Routing["checks"]
  readonly decidedBy: Routing["decidedBy"]
  readonly tags: ReadonlyArray<string>
  readonly policyId: PolicyId
}

/**
 * Tells whether a condition could match the decision, whatever tags rules add. What all conditions need is computed
 * once.
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

/** Whether any rule could match the decision, whatever tags other rules add. */
export const someMayMatch = (rules: ReadonlyArray<Rule>, decision: Countable): boolean => {
  const fits = mayMatch(decision)
  return rules.some(({ when }) => fits(when))
}

/** A rule, and how many decisions before this one match it. */
export interface CountedRule {
  readonly rule: Rule
  readonly earlier: number
}

/** The result of applying the rules to one decision. */
export interface Applied {
  /** The rules that the decision fulfils; of those that tag, `mostTagsOfRules` at most, one for each added tag among them. */
  readonly rules: ReadonlyArray<Rule>
  /** Whether at least one rule counts the decision. */
  readonly isCounted: boolean
}

/** Which rules match a decision, and which would match if they were not waiting for a tag. */
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
 * The rules that a decision fulfils. A rule that tags does so while its window holds enough decisions, this one
 * included; a rule that pauses must also match this decision. A tag from one rule may make the decision match
 * another, in whatever order the rules stand: each new tag is passed only to the rules that wait for it, so that the
 * cost grows no faster than the number of rules.
 *
 * Beyond the most tags that rules may add, a tag is left out, and no rule gets it: rules that look at this decision later
 * find only the tags that are stored with it.
 *
 * If `counts` is false, the decision is not counted and matches no rule.
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
  const given = new Map<string, CountedRule>()
  const give = (one: CountedRule, index: number): void => {
    const { effect } = one.rule
    if (effect.type !== "tag" || tags.has(effect.tag) || given.size >= mostTagsOfRules) return
    if (!isFulfilled(one, index)) return
    tags.add(effect.tag)
    given.set(effect.tag, one)
  }
  counted.forEach(give)
  // A rule that gets a tag may add a tag of its own, which this loop then passes on too.
  for (const tag of given.keys()) {
    for (const index of waiting.get(tag) ?? []) {
      const one = counted[index]
      matching[index] = true
      if (one !== undefined) give(one, index)
    }
  }
  let others = mostTagsOfRules - given.size
  const isNamed = (one: CountedRule): boolean => {
    const { effect } = one.rule
    if (effect.type !== "tag" || given.get(effect.tag) === one) return true
    if (!tags.has(effect.tag) || others === 0) return false
    others -= 1
    return true
  }
  const applied = counted.filter((one, index) => isFulfilled(one, index) && isNamed(one))
  return { rules: applied.map(({ rule }) => rule), isCounted: matching.includes(true) }
}

/** Whether pause end `a` is later than `b`. Null is a pause without an end. */
const isLater = (a: DateTime.Utc | null, b: DateTime.Utc | null): boolean =>
  b !== null && (a === null || DateTime.isGreaterThan(a, b))

/** The longest pause that the rules ask for; null if none do, or if the user is already paused for as long. */
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
  // Any pause ends later than one that is over.
  if (longest === null || current === null) return longest
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
 * Applies the rules to a decision. A block that is only due to a pause says nothing about what the user asked for, so
 * it does not count. Otherwise a paused user who keeps trying would never be let in again.
 */
export const ruleOn = (
  { dryRun, policyId, routing, shadowMode }: UserDecision,
  rules: ReadonlyArray<Rule>,
  standing: UserStanding,
  now: DateTime.Utc
): UserRuling => {
  const counted = rules.map((rule, index) => ({ rule, earlier: standing.counts[index] ?? 0 }))
  const isPaused = standing.pause !== null && isInForce(standing.pause, now)
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
