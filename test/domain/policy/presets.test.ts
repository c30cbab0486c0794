import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import type { Action } from "../../../src/domain/policy/Action.ts"
import { checkIds } from "../../../src/domain/policy/CheckId.ts"
import { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import type { CheckRule } from "../../../src/domain/policy/PolicyDocument.ts"
import { findPreset, presets } from "../../../src/domain/policy/presets.ts"
import { validatePolicy } from "../../../src/domain/policy/validation.ts"
import { addressRules } from "./fixtures.ts"

const names = ["adult-platform", "chat-assistant", "stock-imagery", "family-app"] as const

/** What each preset sets, as published. */
const published: Readonly<Record<string, ReadonlyArray<string>>> = {
  minors_sexual: [
    "0.50 block / 0.30 review",
    "0.50 block / 0.30 review",
    "0.50 block / 0.30 block",
    "0.50 block / 0.30 block"
  ],
  adult: [
    "0.70 tag `adult` / 0.35 tag `adult-review`",
    "0.50 block / 0.30 review",
    "0.50 block / 0.30 review",
    "0.35 block / 0.20 review"
  ],
  real_person: [
    "0.50 review / 0.30 tag `real-person`",
    "off",
    "0.50 block / 0.30 review",
    "0.30 review / 0.15 tag `real-person`"
  ],
  copyrighted_ip: [
    "0.50 tag `ip` / 0.30 tag `ip-review`",
    "off",
    "0.40 block / 0.20 review",
    "0.30 review / 0.15 tag `ip`"
  ],
  "adult.max_level": ["5", "1", "2", "1"],
  youth_coded_adult: ["review", "block", "block", "block"]
}

const actionText = (action: Action): string => (action.type === "tag" ? `tag \`${action.tag}\`` : action.type)

const ruleText = ({ act, enabled, onAct, onReview, review }: CheckRule): string =>
  enabled ? `${act.toFixed(2)} ${actionText(onAct)} / ${review.toFixed(2)} ${actionText(onReview)}` : "off"

const settings = ({ adultMaxLevel, checks, youthCodedAdult }: PolicyDocument): Record<string, string> => ({
  ...Object.fromEntries(checks.map((rule) => [rule.check, ruleText(rule)])),
  "adult.max_level": String(adultMaxLevel),
  youth_coded_adult: youthCodedAdult
})

const usedTags = ({ checks }: PolicyDocument): Set<string> =>
  new Set(
    checks
      .flatMap(({ onAct, onReview }) => [onAct, onReview])
      .flatMap((action) => (action.type === "tag" ? [action.tag] : []))
  )

describe("presets", () => {
  it("are the four published ones", () => {
    assert.deepStrictEqual(
      presets.map(({ name }) => name),
      [...names]
    )
  })

  it.each(names.map((name, column) => [name, column] as const))(
    "%s sets what is published",
    (name, column) => {
      const preset = Option.getOrThrow(findPreset(name))
      const expected = Object.entries(published).map(([setting, cells]) => [setting, cells[column]])
      assert.deepStrictEqual<unknown>(settings(preset.policy), Object.fromEntries(expected))
    }
  )

  it.each(presets)("$name is a complete document that breaks no rule", ({ policy }) => {
    assert.isTrue(Schema.is(PolicyDocument)(policy))
    assert.deepStrictEqual(validatePolicy(policy, addressRules), [])
  })

  it.each(presets)("$name lists every check in the usual order", ({ policy }) => {
    assert.deepStrictEqual(
      policy.checks.map(({ check }) => check),
      [...checkIds]
    )
  })

  it.each(presets)("$name still breaks no rule with every check switched on", ({ policy }) => {
    const checks = policy.checks.map((rule) => ({ ...rule, enabled: true }))
    assert.deepStrictEqual(validatePolicy({ ...policy, checks }, addressRules), [])
  })

  it.each(presets)("$name is named after itself and calls nobody", ({ name, policy }) => {
    assert.strictEqual(policy.name, name)
    assert.strictEqual(policy.version, 1)
    assert.deepStrictEqual(policy.webhooks, [])
  })

  it.each(presets)("$name describes every tag that it uses, and lists no other", ({ policy }) => {
    assert.deepStrictEqual(new Set(policy.tags.map(({ name }) => name)), usedTags(policy))
    assert.isTrue(policy.tags.every(({ description }) => (description ?? "").length > 0))
  })

  it("adult-platform carries its five tags", () => {
    assert.deepStrictEqual(
      Option.getOrThrow(findPreset("adult-platform")).policy.tags.map(({ name }) => name),
      ["adult", "adult-review", "real-person", "ip", "ip-review"]
    )
  })
})

describe("findPreset", () => {
  it.each(["", "Family-App", "family-app ", "__proto__", "constructor"])("knows no preset %j", (name) => {
    assert.isTrue(Option.isNone(findPreset(name)))
  })
})
