import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Redacted, Schema } from "effect"
import type { CheckId } from "../../../src/domain/policy/CheckId.ts"
import type { CheckRule, PolicyDocument, Webhook } from "../../../src/domain/policy/PolicyDocument.ts"
import { validatePolicy } from "../../../src/domain/policy/validation.ts"
import { validDocument } from "./arbitraries.ts"
import { nextAbove, nextBelow } from "./doubles.ts"
import { addressRules, allow, block, review, tag } from "./fixtures.ts"

const webhook: Webhook = {
  url: "https://hooks.example.com/prescreen",
  events: ["block"],
  secret: Redacted.make("0123456789abcdef")
}

const valid: PolicyDocument = {
  version: 1,
  name: "A policy",
  checks: [
    { check: "minors_sexual", enabled: true, act: 0.5, review: 0.3, onAct: block, onReview: review },
    { check: "adult", enabled: true, act: 0.7, review: 0.35, onAct: tag("adult"), onReview: tag("adult") },
    { check: "real_person", enabled: true, act: 0.5, review: 0.3, onAct: block, onReview: review },
    { check: "copyrighted_ip", enabled: false, act: 0.5, review: 0.3, onAct: tag("ip"), onReview: allow }
  ],
  adultMaxLevel: 5,
  youthCodedAdult: "review",
  webhooks: [webhook, webhook],
  tags: [{ name: "adult" }, { name: "ip" }]
}

type Change = (document: PolicyDocument) => PolicyDocument

const withRule =
  (check: CheckId, change: Partial<CheckRule>): Change =>
  (document) => ({
    ...document,
    checks: document.checks.map((rule) => (rule.check === check ? { ...rule, ...change } : rule))
  })

const withWebhook =
  (index: number, change: Partial<Webhook>): Change =>
  (document) => ({
    ...document,
    webhooks: document.webhooks.map((webhook, at) => (at === index ? { ...webhook, ...change } : webhook))
  })

const without =
  (check: CheckId): Change =>
  (document) => ({ ...document, checks: document.checks.filter((rule) => rule.check !== check) })

const withMaxLevel =
  (adultMaxLevel: number): Change =>
  (document) => ({ ...document, adultMaxLevel })

const withTags =
  (...names: ReadonlyArray<string>): Change =>
  (document) => ({ ...document, tags: names.map((name) => ({ name })) })

const both =
  (first: Change, second: Change): Change =>
  (document) =>
    second(first(document))

const validate = (document: PolicyDocument) => validatePolicy(document, addressRules)

const secret = (text: string) => ({ secret: Redacted.make(text) })

describe("validatePolicy accepts", () => {
  it.prop("every document that the rules allow", [validDocument], ([document]) => {
    assert.deepStrictEqual(validate(document), [])
  })

  it.each<[string, Change]>([
    ["a minors check that blocks at its review line", withRule("minors_sexual", { onReview: block })],
    ["equal lines", withRule("real_person", { act: 0.4, review: 0.4 })],
    ["lines at the ends of the range", withRule("real_person", { act: 1, review: 0 })],
    ["a line at zero", withRule("real_person", { act: 0, review: 0 })],
    [
      "a policy of the minors check alone",
      both(without("adult"), both(without("real_person"), without("copyrighted_ip")))
    ],
    ["level 5 without an adult check", without("adult")],
    ["level 5 with adult reviewed at its act line", withRule("adult", { onAct: review })],
    ["level 4 with adult blocked", both(withMaxLevel(4), withRule("adult", { onAct: block }))],
    ["level 4 with adult allowed", both(withMaxLevel(4), withRule("adult", { onAct: allow }))],
    ["level 1", withMaxLevel(1)],
    ["an action milder at the act line than at the review line", withRule("real_person", { onAct: allow })],
    ["any tag where none is listed", both(withTags(), withRule("real_person", { onAct: tag("whoever") }))],
    ["a listed tag that no action uses", withTags("adult", "ip", "spare")],
    ["no webhook", (document) => ({ ...document, webhooks: [] })],
    ["two webhooks with one address", (document) => document],
    ["an event named twice", withWebhook(0, { events: ["block", "block"] })],
    ["every event", withWebhook(0, { events: ["block", "review", "allow", "tag", "review.verdict"] })],
    ["a secret of 16 characters beyond the basic plane", withWebhook(0, secret("\u{1f511}".repeat(16)))]
  ])("%s", (_, change) => {
    assert.deepStrictEqual(validate(change(valid)), [])
  })
})

describe("validatePolicy refuses", () => {
  it.each<[string, Change, string]>([
    ["no minors check", without("minors_sexual"), "checks.minors_sexual"],
    ["minors switched off", withRule("minors_sexual", { enabled: false }), "checks.minors_sexual.enabled"],
    ["minors act just above", withRule("minors_sexual", { act: nextAbove(0.5) }), "checks.minors_sexual.act"],
    ["minors act just below", withRule("minors_sexual", { act: nextBelow(0.5) }), "checks.minors_sexual.act"],
    ["minors act out of range", withRule("minors_sexual", { act: 50 }), "checks.minors_sexual.act"],
    [
      "minors review just above",
      withRule("minors_sexual", { review: nextAbove(0.3) }),
      "checks.minors_sexual.review"
    ],
    [
      "minors review just below",
      withRule("minors_sexual", { review: nextBelow(0.3) }),
      "checks.minors_sexual.review"
    ],
    ["minors review above act", withRule("minors_sexual", { review: 0.6 }), "checks.minors_sexual.review"],
    ["minors reviewed", withRule("minors_sexual", { onAct: review }), "checks.minors_sexual.on_act"],
    ["minors tagged", withRule("minors_sexual", { onAct: tag("adult") }), "checks.minors_sexual.on_act"],
    ["minors allowed", withRule("minors_sexual", { onAct: allow }), "checks.minors_sexual.on_act"],
    [
      "minors tagged in review",
      withRule("minors_sexual", { onReview: tag("ip") }),
      "checks.minors_sexual.on_review"
    ],
    [
      "minors allowed in review",
      withRule("minors_sexual", { onReview: allow }),
      "checks.minors_sexual.on_review"
    ],
    ["act above 1", withRule("adult", { act: nextAbove(1) }), "checks.adult.act"],
    ["act below 0", withRule("adult", { act: -0.1 }), "checks.adult.act"],
    ["act that is no number", withRule("adult", { act: Number.NaN }), "checks.adult.act"],
    ["review above 1", withRule("adult", { review: 1.1 }), "checks.adult.review"],
    ["review below 0", withRule("adult", { review: nextBelow(0) }), "checks.adult.review"],
    ["review above act", withRule("real_person", { review: nextAbove(0.5) }), "checks.real_person.review"],
    [
      "a bad line of a check that is off",
      withRule("copyrighted_ip", { act: 2 }),
      "checks.copyrighted_ip.act"
    ],
    ["level 0", withMaxLevel(0), "adult.max_level"],
    ["level 6", withMaxLevel(6), "adult.max_level"],
    ["level 1.5", withMaxLevel(1.5), "adult.max_level"],
    ["adult blocked at level 5", withRule("adult", { onAct: block }), "checks.adult.on_act"],
    ["adult allowed at level 5", withRule("adult", { onAct: allow }), "checks.adult.on_act"],
    [
      "adult blocked at level 5 while off",
      withRule("adult", { onAct: block, enabled: false }),
      "checks.adult.on_act"
    ],
    ["an unlisted tag at the act line", withRule("adult", { onAct: tag("nsfw") }), "checks.adult.on_act.tag"],
    [
      "an unlisted tag at the review line",
      withRule("adult", { onReview: tag("Adult") }),
      "checks.adult.on_review.tag"
    ],
    ["an unlisted tag of a check that is off", withTags("adult"), "checks.copyrighted_ip.on_act.tag"],
    [
      "a check listed twice",
      (document) => ({ ...document, checks: [...document.checks, ...document.checks.slice(1, 2)] }),
      "checks.adult"
    ],
    ["a webhook on plain http", withWebhook(1, { url: "http://hooks.example.com/" }), "webhooks.1.url"],
    ["a webhook on this service", withWebhook(1, { url: "https://api.prescreen.dev/" }), "webhooks.1.url"],
    ["a webhook without events", withWebhook(1, { events: [] }), "webhooks.1.events"],
    ["a secret of 15 characters", withWebhook(0, secret("0123456789abcde")), "webhooks.0.secret"],
    [
      "a secret of 15 characters in 30 code units",
      withWebhook(0, secret("\u{1f511}".repeat(15))),
      "webhooks.0.secret"
    ]
  ])("%s, and nothing else", (_, change, path) => {
    const issues = validate(change(valid))
    assert.deepStrictEqual(
      issues.map((issue) => issue.split(": ")[0]),
      [path]
    )
  })

  it("a tag at the minors check's act line that is not listed, for both reasons", () => {
    const issues = validate(withRule("minors_sexual", { onAct: tag("nsfw") })(valid))
    assert.deepStrictEqual(issues, [
      "checks.minors_sexual.on_act: is tag; it must be block",
      "checks.minors_sexual.on_act.tag: is not listed in tags; list it there, or use a tag that is"
    ])
  })

  it("a plain http address inside the network, for both reasons", () => {
    const issues = validate(withWebhook(0, { url: "http://10.0.0.1/" })(valid))
    assert.deepStrictEqual(issues, [
      "webhooks.0.url: must start with https://",
      "webhooks.0.url: must not be an IP address; use a public domain name"
    ])
  })
})

describe("the issues of validatePolicy", () => {
  /** Rules that can be broken without touching one another, each with the path that it is reported at. */
  const breakages: ReadonlyArray<readonly [path: string, change: Change]> = [
    ["checks.minors_sexual.enabled", withRule("minors_sexual", { enabled: false })],
    ["checks.minors_sexual.act", withRule("minors_sexual", { act: 0.6 })],
    ["checks.minors_sexual.review", withRule("minors_sexual", { review: 0.2 })],
    ["checks.minors_sexual.on_act", withRule("minors_sexual", { onAct: review })],
    ["checks.minors_sexual.on_review", withRule("minors_sexual", { onReview: allow })],
    ["checks.adult.act", withRule("adult", { act: 1.2 })],
    ["checks.adult.review", withRule("adult", { review: -1 })],
    ["checks.adult.on_act", withRule("adult", { onAct: block })],
    ["checks.adult.on_review.tag", withRule("adult", { onReview: tag("nsfw") })],
    ["checks.real_person.review", withRule("real_person", { review: 0.9 })],
    ["webhooks.0.url", withWebhook(0, { url: "https://localhost/" })],
    ["webhooks.0.events", withWebhook(0, { events: [] })],
    ["webhooks.0.secret", withWebhook(0, secret("short"))],
    ["webhooks.1.url", withWebhook(1, { url: "https://10.0.0.1/" })]
  ]

  it.prop(
    "name every broken rule at once, once, at its path, and no other",
    [Arbitrary.all(breakages.map(() => Arbitrary.schema(Schema.Boolean)))],
    ([choice]) => {
      const chosen = breakages.filter((_, index) => choice[index])
      const document = chosen.reduce((document, [, change]) => change(document), valid)
      const paths = validate(document).map((issue) => issue.split(": ")[0])
      assert.lengthOf(paths, chosen.length)
      assert.deepStrictEqual(new Set(paths), new Set(chosen.map(([path]) => path)))
    },
    { arbitrary: { runs: 500 } }
  )

  it.each<[Change, string]>([
    [without("minors_sexual"), "checks.minors_sexual: is missing; every policy needs this check, enabled"],
    [
      withRule("real_person", { review: 0.6 }),
      "checks.real_person.review: is 0.6; it must be at or below act, which is 0.5"
    ],
    [withMaxLevel(7), "adult.max_level: is 7; it must be an integer from 1 to 5"],
    [
      withWebhook(0, { events: [] }),
      "webhooks.0.events: is empty; name at least one of block, review, allow, tag, review.verdict"
    ],
    [
      withWebhook(0, { events: Array.from({ length: 20_000 }, () => "block") }),
      "webhooks.0.events: has 20,000 entries; it may have at most 5"
    ]
  ])("say what is wrong and what would be right (%#)", (change, issue) => {
    assert.deepStrictEqual(validate(change(valid)), [issue])
  })

  it("never show a secret", () => {
    const issues = validate(withWebhook(0, { ...secret("hunter2"), url: "http://x" })(valid))
    assert.lengthOf(issues, 3)
    assert.notInclude(issues.join("\n"), "hunter2")
  })
})
