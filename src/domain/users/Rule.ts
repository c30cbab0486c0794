import type { Outcome } from "../policy/Action.ts"
import type { CheckId } from "../policy/CheckId.ts"
import type { AppliedRule } from "../screening/EndUsers.ts"
import type { PolicyId } from "../shared/ids.ts"

/** Which decisions a rule counts: those that fulfil all that is not null. */
export interface RuleCondition {
  readonly outcomes: ReadonlyArray<Outcome>
  /** The check decided or reached its review line. */
  readonly check: CheckId | null
  /** The decision carries the tag, whether the policy or a rule gave it. */
  readonly tag: string | null
  readonly policyId: PolicyId | null
}

/** Counts the decisions of each end user within a window, and tags or pauses the user when there are enough. */
export interface Rule extends AppliedRule {
  readonly enabled: boolean
  readonly when: RuleCondition
}
