import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Outcome } from "../../../src/domain/policy/Action.ts"
import { withRuleTags } from "../../../src/domain/screening/EndUsers.ts"
import { PolicyId, RuleId } from "../../../src/domain/shared/ids.ts"
import { mostTagsOfRules } from "../../../src/domain/users/Rule.ts"
import { applyRules, matches } from "../../../src/domain/users/ruling.ts"
import type { Applied, Countable, CountedRule } from "../../../src/domain/users/ruling.ts"
import { idOf, policyId } from "../../fixtures.ts"
import { reaching, ruleOf, when } from "./someRules.ts"

/** The rules by the book: all of them are looked at again until none gives a tag that is new. */
const applyByTurns = (counted: ReadonlyArray<CountedRule>, decision: Countable, counts: boolean): Applied => {
  let tags = decision.tags
  for (;;) {
    const current = { ...decision, tags }
    const matching = counted.map(({ rule }) => counts && matches(rule.when, current))
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

const Tag = Schema.Literals(["a", "b", "c", "d", "e"])
const UpTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

const SomeRule = Schema.Struct({
  outcomes: Schema.NonEmptyArray(Outcome),
  adult: Schema.Boolean,
  tag: Schema.NullOr(Tag),
  otherPolicy: Schema.NullOr(Schema.Boolean),
  count: Schema.Literals([1, 2]),
  earlier: UpTo(2),
  /** Null pauses. */
  gives: Schema.NullOr(Tag)
})

const SomeDecision = Schema.Struct({
  outcome: Outcome,
  adult: Schema.Boolean,
  tags: Schema.Array(Tag).check(Schema.isMaxLength(2)),
  counts: Schema.Boolean
})

const otherPolicy = PolicyId.make(idOf("pol", "9"))

const policyOf = (isOther: boolean | null) => {
  if (isOther === null) return null
  return isOther ? otherPolicy : policyId
}

const countedOf = (some: typeof SomeRule.Type, index: number): CountedRule => ({
  earlier: some.earlier,
  rule: {
    ...ruleOf("1", {
      when: when({
        outcomes: some.outcomes,
        check: some.adult ? "adult" : null,
        tag: some.tag,
        policyId: policyOf(some.otherPolicy)
      }),
      count: some.count,
      effect: some.gives === null ? { type: "pause", seconds: null } : { type: "tag", tag: some.gives }
    }),
    id: RuleId.make(idOf("rul", String(index % 10)))
  }
})

const decisionOf = ({ adult, outcome, tags }: typeof SomeDecision.Type): Countable => ({
  outcome,
  // A policy gives each tag once.
  tags: [...new Set(tags)],
  checks: reaching(...(adult ? (["adult"] as const) : [])),
  decidedBy: null,
  policyId
})

describe("applyRules", () => {
  it.prop(
    "comes to what looking at every rule again comes to, until nothing changes",
    [Schema.Array(SomeRule).check(Schema.isMaxLength(12)), SomeDecision],
    ([someRules, some]) => {
      const counted = someRules.map(countedOf)
      const decision = decisionOf(some)
      assert.deepStrictEqual(
        applyRules(counted, decision, some.counts),
        applyByTurns(counted, decision, some.counts)
      )
    },
    { arbitrary: { runs: 2_000 } }
  )

  it("looks at each of thousands of rules that hand tags on a few times, and not once for each other", () => {
    const length = 3_000
    let looks = 0
    const chain = Array.from({ length }, (_, index) => {
      const rule = ruleOf("1", {
        count: 1,
        when: when({ tag: index === 0 ? null : `tag ${index - 1}` }),
        effect: { type: "tag", tag: `tag ${index}` }
      })
      return {
        earlier: 0,
        get rule() {
          looks += 1
          return rule
        }
      }
    })
    const decision = decisionOf({ outcome: "block", adult: false, tags: [], counts: true })
    // The worst order: each turn by the book would find one rule more, as long as there is room for its tag.
    assert.lengthOf(applyRules(chain.toReversed(), decision, true).rules, mostTagsOfRules)
    assert.isAtMost(looks, 10 * length)
  })
})
