import type { Outcome } from "../policy/Action.ts"
import type { CheckId } from "../policy/CheckId.ts"
import type { AppliedRule } from "../screening/EndUsers.ts"
import type { PolicyId } from "../shared/ids.ts"

/** In characters. */
export const longestRuleName = 120

/** How many tags rules may add to one decision, which is read and sent as a whole. */
export const mostTagsOfRules = 100

/** The least and the most that a rule may count, look back and pause for. */
export const ruleRanges = {
  count: { minimum: 1, maximum: 1_000 },
  windowSeconds: { minimum: 60, maximum: 2_592_000 },
  /** At most a year. To keep users out for longer, a rule pauses them until someone resumes them. */
  pauseSeconds: { minimum: 1, maximum: 31_536_000 }
} as const

/** Which decisions a rule counts: those that meet every condition here that is not null. */
export interface RuleCondition {
  readonly outcomes: ReadonlyArray<Outcome>
  /** The check decided the outcome or reached its review line. */
  readonly check: CheckId | null
  /** The decision has this tag, whether from the policy or from a rule. */
  readonly tag: string | null
  readonly policyId: PolicyId | null
}

/** Counts each end user's decisions within a time window, and tags or pauses the user when there are enough. */
export interface Rule extends AppliedRule {
  readonly enabled: boolean
  readonly when: RuleCondition
}
