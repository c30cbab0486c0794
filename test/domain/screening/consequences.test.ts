import { assert, describe, it } from "@effect/vitest"
import type { Outcome } from "../../../src/domain/policy/Action.ts"
import type { WebhookEvent } from "../../../src/domain/policy/PolicyDocument.ts"
import { consequencesOf } from "../../../src/domain/screening/consequences.ts"
import type { Circumstances } from "../../../src/domain/screening/consequences.ts"
import { webhook } from "../../fixtures.ts"
import { circumstances, hook, minorsBlock, routed } from "./circumstances.ts"

describe("deliveries", () => {
  const { url } = hook
  const cases: ReadonlyArray<
    readonly [Outcome, ReadonlyArray<string>, ReadonlyArray<WebhookEvent>, ReadonlyArray<WebhookEvent>]
  > = [
    ["block", [], ["block", "review", "allow", "tag"], ["block"]],
    ["review", [], ["block", "review", "allow", "tag"], ["review"]],
    ["allow", [], ["block", "review", "allow", "tag"], ["allow"]],
    ["allow", ["adult"], ["block", "review", "allow", "tag"], ["allow", "tag"]],
    ["block", ["adult", "ip"], ["block", "tag"], ["block", "tag"]],
    ["block", ["adult"], ["tag"], ["tag"]],
    ["block", ["adult"], ["allow", "review"], []],
    ["block", [], ["tag"], []],
    ["review", ["adult"], ["review.verdict"], []]
  ]
  it.each(cases)("of %s with tags %j to a webhook for %j are %j", (outcome, tags, events, expected) => {
    const result = consequencesOf(circumstances({ outcome, tags, webhooks: [webhook(url, ...events)] }))
    assert.deepStrictEqual(
      result.deliveries,
      expected.map((event) => ({ url, event }))
    )
    assert.deepStrictEqual(result.webhookEvents, expected)
    assert.isNull(result.webhooksSuppressed)
  })

  it("are one for each webhook and event, while each event is listed once", () => {
    const webhooks = [
      webhook("https://a.example.com", "block", "tag"),
      webhook("https://b.example.com", "tag"),
      webhook("https://a.example.com", "block")
    ]
    const result = consequencesOf(circumstances({ tags: ["adult"], webhooks }))
    assert.deepStrictEqual(result.deliveries, [
      { url: "https://a.example.com", event: "block" },
      { url: "https://a.example.com", event: "tag" },
      { url: "https://b.example.com", event: "tag" },
      { url: "https://a.example.com", event: "block" }
    ])
    assert.deepStrictEqual(result.webhookEvents, ["block", "tag"])
  })

  it("are not doubled by a webhook that lists an event twice", () => {
    const webhooks = [webhook(hook.url, "block", "block", "tag", "tag")]
    const result = consequencesOf(circumstances({ tags: ["adult"], webhooks }))
    assert.deepStrictEqual(
      result.deliveries.map(({ event }) => event),
      ["block", "tag"]
    )
  })
})

describe("suppression", () => {
  const cases: ReadonlyArray<readonly [Partial<Circumstances>, string | null]> = [
    [{}, null],
    [{ mode: "test" }, "test_mode"],
    [{ dryRun: true }, "dry_run"],
    [{ shadowMode: true }, "shadow_mode"],
    [{ mode: "test", dryRun: true }, "test_mode"],
    [{ mode: "test", shadowMode: true }, "test_mode"],
    [{ dryRun: true, shadowMode: true }, "dry_run"],
    [{ mode: "test", dryRun: true, shadowMode: true }, "test_mode"],
    [{ ...minorsBlock, shadowMode: true }, null],
    [{ ...minorsBlock, shadowMode: true, mode: "test" }, "test_mode"],
    [{ ...minorsBlock, shadowMode: true, dryRun: true }, "dry_run"]
  ]
  it.each(cases)("of %o is for the first reason that holds: %s", (some, reason) => {
    const result = consequencesOf(circumstances(some))
    assert.strictEqual(result.webhooksSuppressed, reason)
    assert.lengthOf(result.deliveries, reason === null ? 1 : 0)
    assert.deepStrictEqual(result.webhookEvents, reason === null ? ["block"] : [])
  })

  it.each(cases)("of %o names no reason when nothing would have been sent", (some) => {
    for (const webhooks of [[], [webhook(hook.url, "allow", "tag", "review.verdict")]]) {
      const result = consequencesOf(circumstances({ ...some, webhooks }))
      assert.isNull(result.webhooksSuppressed)
      assert.deepStrictEqual(result.deliveries, [])
    }
  })
})

describe("a block by the minors check in shadow mode", () => {
  const shadow = { shadowMode: true }

  it("is sent and is not called shadow mode, also when another check comes first and blocks", () => {
    for (const checks of [minorsBlock.checks ?? [], (minorsBlock.checks ?? []).toReversed()]) {
      const result = consequencesOf(circumstances({ ...shadow, checks }))
      assert.isFalse(result.shadowMode)
      assert.deepStrictEqual(result.webhookEvents, ["block"])
    }
  })

  it("is not claimed by a block of another check beside a minors check that asks for review", () => {
    const checks = [routed("minors_sexual", "review", 0.4), routed("adult", "block", 0.9)]
    const result = consequencesOf(circumstances({ ...shadow, checks }))
    assert.isTrue(result.shadowMode)
    assert.strictEqual(result.webhooksSuppressed, "shadow_mode")
  })

  it.each(["block", "review", "allow"] as const)("leaves shadow mode on for any other %s", (outcome) => {
    const checks = [routed("minors_sexual", "allow"), routed("adult", outcome, 0.9)]
    assert.isTrue(consequencesOf(circumstances({ ...shadow, checks, outcome })).shadowMode)
  })

  it("has no part in a workspace that is not in shadow mode", () => {
    assert.isFalse(consequencesOf(circumstances()).shadowMode)
    assert.isFalse(consequencesOf(circumstances(minorsBlock)).shadowMode)
  })
})

describe("a review item", () => {
  const review: Partial<Circumstances> = {
    outcome: "review",
    checks: [routed("minors_sexual", "review", 0.4)],
    webhooks: []
  }
  const cases: ReadonlyArray<readonly [Partial<Circumstances>, boolean]> = [
    [{}, true],
    [{ mode: "test" }, true],
    [{ dryRun: true }, false],
    [{ mode: "test", dryRun: true }, false],
    [{ shadowMode: true }, false],
    [{ shadowMode: true, mode: "test" }, false],
    [{ outcome: "block" }, false],
    [{ outcome: "allow" }, false],
    [{ outcome: "block", ...minorsBlock, shadowMode: true }, false]
  ]
  it.each(cases)("of %o is opened: %s", (some, opened) => {
    assert.strictEqual(consequencesOf(circumstances({ ...review, ...some })).opensReview, opened)
  })
})

describe("redaction", () => {
  const cases: ReadonlyArray<readonly [string, Partial<Circumstances>, boolean]> = [
    [
      "a block by another check under the minors review line",
      { checks: [routed("adult", "block", 1)] },
      false
    ],
    [
      "a block by another check with the minors review score on its line",
      { checks: [routed("minors_sexual", "review", 0.3), routed("adult", "block", 1)] },
      true
    ],
    [
      "a block by another check just under the line",
      { checks: [routed("minors_sexual", "allow", 0.2999999), routed("adult", "block", 1)] },
      false
    ],
    ["a block by the minors check", minorsBlock, true],
    [
      "a block by the minors check in a dry run of a test key",
      { ...minorsBlock, dryRun: true, mode: "test" },
      true
    ],
    [
      "a block of a paused user, where the policy asks for a review",
      { outcome: "block", checks: [routed("minors_sexual", "review", 0.4)] },
      false
    ],
    [
      "a review by the minors check",
      { outcome: "review", checks: [routed("minors_sexual", "review", 0.4)] },
      false
    ],
    [
      "an allow with minors over the line",
      { outcome: "allow", checks: [routed("minors_sexual", "allow", 0.4)] },
      false
    ]
  ]
  it.each(cases)("of %s: %s", (_, some, redacted) => {
    const shadow = consequencesOf(circumstances({ ...some, shadowMode: true })).promptRedacted
    assert.deepStrictEqual([consequencesOf(circumstances(some)).promptRedacted, shadow], [redacted, redacted])
  })

  it("reads the review score, and the score at the act line, which is over the review line too", () => {
    const redacts = (score: number, reviewScore: number) => {
      const check = { ...routed("minors_sexual", "block", 0.4), score, reviewScore }
      return consequencesOf(circumstances({ checks: [check] })).promptRedacted
    }
    assert.isTrue(redacts(0.1, 0.3))
    assert.isTrue(redacts(0.5, 0.1))
    assert.isFalse(redacts(0.49, 0.29))
  })
})
