import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { findPreset, presets } from "../../../src/domain/policy/presets.ts"
import { routePolicy } from "../../../src/domain/policy/routing.ts"
import type { RoutedCheck } from "../../../src/domain/policy/routing.ts"
import { nextAbove, nextBelow } from "./doubles.ts"
import { allow, routeOne, scored, scores, zero } from "./fixtures.ts"

const preset = (name: string) => Option.getOrThrow(findPreset(name)).policy

type Line = Pick<RoutedCheck, "routed" | "action" | "policyLine">

const missed: Line = { routed: "allow", action: allow, policyLine: null }

const lineOf = ({ action, policyLine, routed }: RoutedCheck): Line => ({ routed, action, policyLine })

const rulesOfPresets = presets.flatMap(({ name, policy }) =>
  policy.checks
    .filter(({ enabled }) => enabled)
    .map((rule) => ({ preset: name, check: rule.check, document: policy, rule }))
)

describe("the lines of every preset", () => {
  it.each(rulesOfPresets)(
    "$preset, $check: the act line is reached from itself on",
    ({ check, document, rule }) => {
      // Only the act line is under test: whatever the score, the review line and the adult level are out of reach.
      const open = { ...document, adultMaxLevel: 5 }
      const reached: Line = { routed: "act", action: rule.onAct, policyLine: `checks.${check}.on_act` }
      assert.deepStrictEqual(lineOf(routeOne(open, check, scored(nextBelow(rule.act), 0))), missed)
      assert.deepStrictEqual(lineOf(routeOne(open, check, scored(rule.act, 0))), reached)
      assert.deepStrictEqual(lineOf(routeOne(open, check, scored(nextAbove(rule.act), 0))), reached)
    }
  )

  it.each(rulesOfPresets)(
    "$preset, $check: the review line is reached from itself on",
    ({ check, document, rule }) => {
      const reached: Line = {
        routed: "review",
        action: rule.onReview,
        policyLine: `checks.${check}.on_review`
      }
      assert.deepStrictEqual(lineOf(routeOne(document, check, scored(0, nextBelow(rule.review)))), missed)
      assert.deepStrictEqual(lineOf(routeOne(document, check, scored(0, rule.review))), reached)
      assert.deepStrictEqual(lineOf(routeOne(document, check, scored(0, nextAbove(rule.review)))), reached)
      assert.deepStrictEqual(lineOf(routeOne(document, check, scored(0, 1))), reached)
    }
  )

  it.each<[string, number, string | null, string, ReadonlyArray<string>]>([
    ["adult-platform", nextBelow(0.35), null, "allow", []],
    ["adult-platform", 0.35, "checks.adult.on_review", "allow", ["adult-review"]],
    ["adult-platform", nextBelow(0.7), "checks.adult.on_review", "allow", ["adult-review"]],
    ["adult-platform", 0.7, "checks.adult.on_act", "allow", ["adult"]],
    ["adult-platform", 1, "checks.adult.on_act", "allow", ["adult"]],
    ["chat-assistant", nextBelow(0.2), null, "allow", []],
    ["chat-assistant", 0.2, "adult.max_level", "block", []],
    ["chat-assistant", 0.3, "adult.max_level", "block", []],
    ["chat-assistant", nextBelow(0.5), "adult.max_level", "block", []],
    ["chat-assistant", 0.5, "checks.adult.on_act", "block", []],
    ["stock-imagery", nextBelow(0.3), null, "allow", []],
    ["stock-imagery", 0.3, "checks.adult.on_review", "review", []],
    ["stock-imagery", nextBelow(0.4), "checks.adult.on_review", "review", []],
    ["stock-imagery", 0.4, "adult.max_level", "block", []],
    ["stock-imagery", 0.5, "checks.adult.on_act", "block", []],
    ["family-app", nextBelow(0.2), null, "allow", []],
    ["family-app", 0.2, "adult.max_level", "block", []],
    ["family-app", nextBelow(0.35), "adult.max_level", "block", []],
    ["family-app", 0.35, "checks.adult.on_act", "block", []]
  ])("%s, adult at %d: line %s, outcome %s, tags %j", (name, score, policyLine, outcome, tags) => {
    const routing = routePolicy(preset(name), scores({ adult: scored(score) }))
    assert.strictEqual(routing.checks.find(({ check }) => check === "adult")?.policyLine, policyLine)
    assert.strictEqual(routing.outcome, outcome)
    assert.deepStrictEqual(routing.tags, tags)
    assert.strictEqual(routing.decidedBy?.policyLine ?? null, policyLine)
  })

  it("leave out the checks that a preset has switched off", () => {
    const routing = routePolicy(preset("chat-assistant"), { minors_sexual: zero, adult: zero })
    assert.deepStrictEqual(
      routing.checks.map(({ check }) => check),
      ["minors_sexual", "adult"]
    )
  })
})
