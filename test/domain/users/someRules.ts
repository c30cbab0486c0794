import type { CheckId } from "../../../src/domain/policy/CheckId.ts"
import { RuleId } from "../../../src/domain/shared/ids.ts"
import type { Rule, RuleCondition } from "../../../src/domain/users/Rule.ts"
import type { RuleTerms } from "../../../src/domain/users/Rules.ts"
import { idOf } from "../../fixtures.ts"
import { routed } from "../screening/circumstances.ts"

export const when = (some: Partial<RuleCondition> = {}): RuleCondition => ({
  outcomes: ["block"],
  check: null,
  tag: null,
  policyId: null,
  ...some
})

export const terms = (some: Partial<RuleTerms> = {}): RuleTerms => ({
  name: "Three blocks",
  enabled: true,
  when: when(),
  count: 3,
  windowSeconds: 3_600,
  effect: { type: "tag", tag: "watch" },
  ...some
})

/** A rule whose id is made of one digit. */
export const ruleOf = (digit: string, some: Partial<RuleTerms> = {}): Rule => ({
  id: RuleId.make(idOf("rul", digit)),
  ...terms(some)
})

/** Checks of which these, and no others, were reached. */
export const reaching = (...checks: ReadonlyArray<CheckId>) =>
  (["minors_sexual", "adult", "real_person"] as const).map((check) =>
    checks.includes(check) ? routed(check, "review", 0.4) : routed(check, "allow")
  )
