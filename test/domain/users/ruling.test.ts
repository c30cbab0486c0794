import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import type { UserDecision } from "../../../src/domain/screening/EndUsers.ts"
import { DecisionId, PolicyId, RuleId } from "../../../src/domain/shared/ids.ts"
import { applyRules, matches, pauseOf, ruleOn } from "../../../src/domain/users/ruling.ts"
import type { Pause } from "../../../src/domain/users/UserStates.ts"
import { idOf, live, policyId } from "../../fixtures.ts"
import { reaching, ruleOf, when } from "./someRules.ts"

const decision = {
  outcome: "block" as const,
  checks: reaching("adult"),
  decidedBy: null,
  tags: ["x"],
  policyId
}

const now = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const after = (seconds: number) => DateTime.add(now, { seconds })

describe("a condition", () => {
  it("matches a decision that fulfils all of it", () => {
    assert.isTrue(matches(when(), decision))
    assert.isTrue(
      matches(when({ outcomes: ["review", "block"], check: "adult", tag: "x", policyId }), decision)
    )
    for (const some of [
      { outcomes: ["allow", "review"] as const },
      { check: "real_person" as const },
      { check: "copyrighted_ip" as const },
      { tag: "X" },
      { policyId: PolicyId.make(idOf("pol", "9")) }
    ]) {
      assert.isFalse(matches(when(some), decision), JSON.stringify(some))
    }
  })
})

describe("applyRules", () => {
  it("applies a rule from the decision on that reaches its count", () => {
    const rule = ruleOf("1", { count: 3 })
    const applied = [0, 1, 2, 3].map(
      (earlier) => applyRules([{ rule, earlier }], decision, true).rules.length
    )
    assert.deepStrictEqual(applied, [0, 0, 1, 1])
  })

  it("tags a decision that does not match while enough others do, and pauses none", () => {
    const tag = { rule: ruleOf("1", { count: 1 }), earlier: 1 }
    const pause = {
      rule: ruleOf("2", { count: 1, effect: { type: "pause", seconds: null } }),
      earlier: 1
    }
    const clean = { ...decision, outcome: "allow" as const }
    assert.deepStrictEqual(applyRules([tag, pause], clean, true), { rules: [tag.rule], isCounted: false })
  })

  it("lets the tag of one rule fulfil another, in whatever order they stand", () => {
    const chain = ["a", "b", "c"].map((tag, index) => ({
      rule: ruleOf(String(index), {
        count: 1,
        when: when({ tag: index === 0 ? "x" : String.fromCharCode(96 + index) }),
        effect: { type: "tag", tag }
      }),
      earlier: 0
    }))
    for (const rules of [chain, chain.toReversed()]) {
      assert.lengthOf(applyRules(rules, decision, true).rules, 3)
      assert.lengthOf(applyRules(rules, { ...decision, tags: [] }, true).rules, 0)
    }
  })

  /** Rules that hold for every decision: `number` of them, each with a tag of its own. */
  const tagging = (number: number) =>
    Array.from({ length: number }, (_, index) => ({
      rule: ruleOf("1", { count: 1, effect: { type: "tag", tag: `tag ${index}` } }),
      earlier: 1
    }))

  it("adds a hundred tags at most, those of the rules that were created first, beside the policy's", () => {
    const pause = { rule: ruleOf("2", { count: 1, effect: { type: "pause", seconds: null } }), earlier: 0 }
    const ofPolicy = { rule: ruleOf("3", { count: 1, effect: { type: "tag", tag: "x" } }), earlier: 0 }
    const rules = [...tagging(102), pause, ofPolicy]
    const expected = [...tagging(100), pause].map(({ rule }) => rule)
    assert.deepStrictEqual(applyRules(rules, decision, true), { rules: expected, isCounted: true })
  })

  it("names a hundred rules that tag at most, and one of them for each tag", () => {
    const taggingWith = (tag: string) => ({
      rule: ruleOf("1", { count: 1, effect: { type: "tag", tag } }),
      earlier: 1
    })
    const counted = [...Array.from({ length: 150 }, () => "a"), "b"].map(taggingWith)
    const rules = counted.map(({ rule }) => rule)
    assert.deepStrictEqual(applyRules(counted, decision, true).rules, [
      ...rules.slice(0, 99),
      ...rules.slice(150, 151)
    ])
  })

  it("passes a tag that is left out to no rule, because none finds it on the decision later either", () => {
    const pausing = (tag: string) => ({
      rule: ruleOf("2", { count: 1, when: when({ tag }), effect: { type: "pause", seconds: null } }),
      earlier: 0
    })
    const rules = [pausing("tag 99"), pausing("tag 100"), ...tagging(101)]
    const [named, other] = applyRules(rules, decision, true).rules
    assert.deepStrictEqual([named, other], [pausing("tag 99").rule, tagging(1)[0]?.rule])
  })
})

describe("pauseOf", () => {
  const pause = (digit: string, seconds: number | null) =>
    ruleOf(digit, { effect: { type: "pause", seconds } })
  const until = (until: Pause["until"]): Pause => ({
    since: now,
    until,
    by: { type: "rule", ruleId: RuleId.make(idOf("rul", "9")), decisionId: DecisionId.make(idOf("dec", "9")) }
  })

  it("is the longest that the rules ask for", () => {
    assert.isNull(pauseOf([ruleOf("1")], null, now))
    assert.deepStrictEqual(pauseOf([pause("1", 5), pause("2", 9), pause("3", 7)], null, now), {
      ruleId: pause("2", 9).id,
      since: now,
      until: after(9)
    })
    assert.isNull(pauseOf([pause("1", 5), pause("2", null), pause("3", 7)], null, now)?.until)
  })

  it("is none for a user that is paused for as long already", () => {
    assert.isNull(pauseOf([pause("1", 5)], until(after(5)), now))
    assert.isNull(pauseOf([pause("1", 5)], until(null), now))
    assert.isNull(pauseOf([pause("1", null)], until(null), now))
    assert.isNotNull(pauseOf([pause("1", 6)], until(after(5)), now))
    assert.isNotNull(pauseOf([pause("1", null)], until(after(5)), now))
    assert.isNotNull(pauseOf([pause("1", 5)], until(now), now))
  })
})

describe("ruleOn", () => {
  const user = (some: Partial<UserDecision> = {}): UserDecision => ({
    workspace: live,
    user: "u",
    policyId,
    routing: { outcome: "block", tags: [], decidedBy: null, checks: reaching("adult") },
    dryRun: false,
    shadowMode: false,
    ...some
  })
  const tag = ruleOf("1", { count: 2 })
  const pause = ruleOf("2", { count: 2, effect: { type: "pause", seconds: 60 } })
  const standing = { version: 7, pause: null, counts: [1, 1] }
  const rule = (some: Partial<UserDecision>, counts = standing.counts) =>
    ruleOn(user(some), [tag, pause], { ...standing, counts }, now)
  const ids = (rules: ReadonlyArray<{ readonly id: string }>) => rules.map(({ id }) => id)

  it("names the rules that applied, and what they change of the user", () => {
    const ruling = rule({})
    assert.deepStrictEqual(ids(ruling.applied), [tag.id, pause.id])
    assert.deepStrictEqual(ruling.update, {
      version: 7,
      pause: { ruleId: pause.id, since: now, until: after(60) }
    })
    assert.deepStrictEqual(ruling.appliedUncounted, [])
  })

  it("changes nothing for a decision that no rule counts", () => {
    const allow = { outcome: "allow" as const, tags: [], decidedBy: null, checks: [] }
    assert.isNull(rule({ routing: allow }, [2, 2]).update)
    assert.deepStrictEqual(ids(rule({ routing: allow }, [2, 2]).applied), [tag.id])
  })

  it("counts in shadow mode and pauses nobody", () => {
    const ruling = rule({ shadowMode: true })
    assert.deepStrictEqual([ids(ruling.applied), ruling.update?.pause], [[tag.id], null])
  })

  it("counts no dry run, and shows on it what holds without it", () => {
    assert.deepStrictEqual([rule({ dryRun: true }).applied, rule({ dryRun: true }).update], [[], null])
    assert.deepStrictEqual(ids(rule({ dryRun: true }, [2, 2]).applied), [tag.id])
  })

  it("counts a paused user's decision only where a check blocked", () => {
    const paused = {
      ...standing,
      pause: { since: now, until: null, by: { type: "person", actor: "a", note: null } } as const
    }
    const blocked = ruleOn(user(), [tag, pause], paused, now)
    assert.deepStrictEqual([blocked.isPaused, ids(blocked.applied)], [true, [tag.id]])
    assert.deepStrictEqual(blocked.update, { version: 7, pause: null })
    const routing = { outcome: "allow" as const, tags: [], decidedBy: null, checks: [] }
    const any = ruleOf("3", { count: 2, when: when({ outcomes: ["allow", "block"] }) })
    const clean = ruleOn(user({ routing }), [any], { ...paused, counts: [1] }, now)
    assert.deepStrictEqual([clean.isPaused, clean.applied, clean.update], [true, [], null])
  })

  it("takes a pause that has ended for none", () => {
    const over = { since: now, until: now, by: { type: "person", actor: "a", note: null } } as const
    assert.isFalse(ruleOn(user(), [], { version: 1, pause: over, counts: [] }, now).isPaused)
  })
})
