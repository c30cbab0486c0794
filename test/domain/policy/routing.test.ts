import { assert, describe, it } from "@effect/vitest"
import type { Action } from "../../../src/domain/policy/Action.ts"
import type { CheckId } from "../../../src/domain/policy/CheckId.ts"
import type { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import { adultLevel, routePolicy } from "../../../src/domain/policy/routing.ts"
import type { CheckScores } from "../../../src/domain/policy/routing.ts"
import { nextAbove, nextBelow } from "./doubles.ts"
import { allow, block, policy, review, routeOne, rule, scored, scores, tag } from "./fixtures.ts"

describe("adultLevel", () => {
  it.each([
    [0, 1],
    [nextAbove(0), 1],
    [nextBelow(0.2), 1],
    [0.2, 2],
    [nextAbove(0.2), 2],
    [nextBelow(0.4), 2],
    [0.4, 3],
    [nextAbove(0.4), 3],
    [nextBelow(0.6), 3],
    [0.6, 4],
    [nextAbove(0.6), 4],
    [nextBelow(0.8), 4],
    [0.8, 5],
    [nextAbove(0.8), 5],
    [nextBelow(1), 5],
    [1, 5]
  ])("of %d is %d", (score, level) => {
    assert.strictEqual(adultLevel(score), level)
  })
})

describe("the highest adult level", () => {
  const levels = [1, 2, 3, 4, 5]

  it.each(levels.flatMap((allowed) => levels.map((level) => [allowed, level] as const)))(
    "%d lets level %d through only when it is not above",
    (adultMaxLevel, level) => {
      // A rule whose lines no score of the band reaches.
      const adult = { ...rule("adult", review, tag("nsfw")), act: 1, review: 1 }
      const given = scored((level - 1) / 5 + 0.1)
      const routed = routeOne(policy([adult], { adultMaxLevel }), "adult", given)
      assert.strictEqual(routed.adultLevel, level)
      assert.deepInclude(
        routed,
        level > adultMaxLevel
          ? { routed: "act", action: review, policyLine: "adult.max_level" }
          : { routed: "allow", action: allow, policyLine: null }
      )
    }
  )

  it("comes before the review line, and goes by the score alone", () => {
    const document = policy([rule("adult", review, tag("nsfw"))], { adultMaxLevel: 2 })
    assert.strictEqual(routeOne(document, "adult", scored(0.4, 0.9)).policyLine, "adult.max_level")
    assert.strictEqual(routeOne(document, "adult", scored(0.3, 0.9)).policyLine, "checks.adult.on_review")
  })

  it("is not named where the act line was reached too", () => {
    const document = policy([rule("adult", block, review)], { adultMaxLevel: 1 })
    assert.strictEqual(routeOne(document, "adult", scored(0.5)).policyLine, "checks.adult.on_act")
  })

  it("concerns no other check, nor an adult check that is switched off", () => {
    const off = { ...rule("adult", block, review), enabled: false }
    const document = policy([off, { ...rule("real_person", block, review), act: 1, review: 1 }], {
      adultMaxLevel: 1
    })
    const { checks, outcome } = routePolicy(document, { adult: scored(0.9), real_person: scored(0.9) })
    assert.strictEqual(outcome, "allow")
    assert.deepStrictEqual(
      checks.map(({ adultLevel, check }) => [check, adultLevel]),
      [["real_person", null]]
    )
  })
})

describe("someone stated to be an adult but presented young", () => {
  const claim = "adult_claim"

  it.each<[Action, "review" | "block", Action, string]>([
    [review, "review", review, "youth_coded_adult"],
    [review, "block", block, "youth_coded_adult"],
    [block, "block", block, "youth_coded_adult"],
    [block, "review", block, "checks.minors_sexual.on_review"],
    [allow, "review", review, "youth_coded_adult"],
    [tag("young"), "review", review, "youth_coded_adult"]
  ])(
    "on_review %j and youth_coded_adult %s give %j by %s",
    (onReview, youthCodedAdult, action, policyLine) => {
      const document = policy([rule("minors_sexual", block, onReview)], { youthCodedAdult })
      const routing = routePolicy(document, { minors_sexual: scored(0, 0.3, "floor:canon", claim) })
      assert.deepInclude(routing.checks[0], { routed: "review", action, policyLine })
      assert.deepStrictEqual(routing.decidedBy, { check: "minors_sexual", policyLine, action })
    }
  )

  const strict = policy([rule("minors_sexual", block, review), rule("real_person", block, review)], {
    youthCodedAdult: "block"
  })

  it.each<[string, CheckScores, string | null]>([
    ["without the claim", scored(0, 0.3, "floor:canon"), "checks.minors_sexual.on_review"],
    ["below the review line", scored(0, nextBelow(0.3), claim), null],
    ["just below the act line", scored(nextBelow(0.5), 0.9, claim), "youth_coded_adult"],
    ["on the act line", scored(0.5, 0.9, claim), "checks.minors_sexual.on_act"]
  ])("%s: the line is told apart", (_, given, policyLine) => {
    assert.strictEqual(routeOne(strict, "minors_sexual", given).policyLine, policyLine)
  })

  it("is a matter of the minors check alone", () => {
    const routed = routeOne(strict, "real_person", scored(0, 0.3, claim))
    assert.deepInclude(routed, { action: review, policyLine: "checks.real_person.on_review" })
  })
})

describe("the combination of the checks", () => {
  const reached = scored(0.5)
  const three = (first: Action, second: Action, third: Action): PolicyDocument =>
    policy([
      rule("adult", first, first),
      rule("real_person", second, second),
      rule("copyrighted_ip", third, third)
    ])
  const all = scores({ adult: reached, real_person: reached, copyrighted_ip: reached })

  it.each<[Action, Action, Action, string, ReadonlyArray<string>, string | null]>([
    [allow, allow, allow, "allow", [], null],
    [allow, tag("a"), tag("b"), "allow", ["a", "b"], "real_person"],
    [tag("b"), tag("a"), tag("b"), "allow", ["b", "a"], "adult"],
    [tag("a"), allow, review, "review", ["a"], "copyrighted_ip"],
    [review, tag("a"), block, "block", ["a"], "copyrighted_ip"],
    [block, block, review, "block", [], "adult"],
    [review, block, block, "block", [], "real_person"],
    [allow, review, review, "review", [], "real_person"]
  ])("of %j, %j and %j is %s with tags %j, decided by %s", (first, second, third, outcome, tags, decider) => {
    const routing = routePolicy(three(first, second, third), all)
    assert.strictEqual(routing.outcome, outcome)
    assert.deepStrictEqual(routing.tags, tags)
    assert.strictEqual(routing.decidedBy?.check ?? null, decider)
  })

  it("of no check at all is a clean allow", () => {
    assert.deepStrictEqual(routePolicy(policy([]), {}), {
      outcome: "allow",
      tags: [],
      decidedBy: null,
      checks: []
    })
  })
})

describe("a paused user", () => {
  const document = policy([rule("minors_sexual", block, review), rule("adult", tag("nsfw"), tag("nsfw"))])
  const byPause = { check: "user_paused", policyLine: null, action: block }
  const paused = { userPaused: true }

  it.each<[string, Partial<Record<CheckId, CheckScores>>]>([
    ["a clean prompt", {}],
    ["a prompt for review", { minors_sexual: scored(0.3) }],
    ["a tagged prompt", { adult: scored(0.9) }]
  ])("is blocked for %s, by the pause", (_, some) => {
    const routing = routePolicy(document, scores(some), paused)
    assert.strictEqual(routing.outcome, "block")
    assert.deepStrictEqual(routing.decidedBy, byPause)
  })

  it("keeps the tags and the routing of every check", () => {
    const given = scores({ adult: scored(0.9) })
    const routing = routePolicy(document, given, paused)
    assert.deepStrictEqual(routing.tags, ["nsfw"])
    assert.deepStrictEqual(routing.checks, routePolicy(document, given).checks)
  })

  it("is blocked by the check where a check blocks already", () => {
    const routing = routePolicy(document, scores({ minors_sexual: scored(0.5) }), paused)
    assert.deepStrictEqual(routing.decidedBy, {
      check: "minors_sexual",
      policyLine: "checks.minors_sexual.on_act",
      action: block
    })
  })
})
