import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { WebhookEvent } from "../../../src/domain/policy/PolicyDocument.ts"
import { consequencesOfVerdict } from "../../../src/domain/review/consequencesOfVerdict.ts"
import type { VerdictCircumstances } from "../../../src/domain/review/consequencesOfVerdict.ts"
import { Verdict } from "../../../src/domain/review/ReviewItem.ts"
import { consequencesOf } from "../../../src/domain/screening/consequences.ts"
import { Mode } from "../../../src/domain/shared/Workspace.ts"
import { decidedCheck, webhook } from "../../fixtures.ts"
import { circumstances, routed } from "../screening/circumstances.ts"

const Score = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))

const anyCircumstances: Arbitrary.Arbitrary<VerdictCircumstances> = Arbitrary.schema(
  Schema.Struct({
    verdict: Verdict,
    mode: Mode,
    minors: Score,
    line: Score,
    adult: Score,
    events: Schema.Array(Schema.Array(WebhookEvent))
  })
).pipe(
  Arbitrary.map(({ adult, events, line, minors, mode, verdict }) => ({
    verdict,
    decision: {
      mode,
      checks: [
        { ...decidedCheck, check: "adult" as const, reviewScore: adult },
        { ...decidedCheck, reviewScore: minors, reviewLine: line }
      ]
    },
    webhooks: events.map((list, index) => webhook(`https://h${index}.example.com`, ...list))
  }))
)

/** A blocking verdict in live mode on a decision whose minors check scored so, against a review line of 0.3. */
const blocking = (reviewScore: number, score = reviewScore): VerdictCircumstances => ({
  verdict: "block",
  decision: { mode: "live", checks: [{ ...decidedCheck, score, reviewScore }] },
  webhooks: []
})

describe("a verdict", () => {
  it.each([
    ["allow", "allowed"],
    ["block", "blocked"],
    ["dismiss", "dismissed"]
  ] as const)("of %s makes the item %s", (verdict, status) => {
    assert.strictEqual(consequencesOfVerdict({ ...blocking(0.9), verdict }).status, status)
  })

  it("redacts at the review line and over it, and not under it", () => {
    const redacts = [0.3, 0.31, 1].map((score) => consequencesOfVerdict(blocking(score)).redactsPrompt)
    assert.deepStrictEqual(redacts, [true, true, true])
    assert.isFalse(consequencesOfVerdict(blocking(0.3 - Number.EPSILON)).redactsPrompt)
  })

  it("redacts by the review score, which takes no stated adult age at its word, and by the act line", () => {
    assert.isTrue(consequencesOfVerdict(blocking(0.4, 0.1)).redactsPrompt)
    assert.isTrue(consequencesOfVerdict(blocking(0.1, 0.9)).redactsPrompt)
    assert.isFalse(consequencesOfVerdict(blocking(0.1, 0.4)).redactsPrompt)
  })

  it("reaches each webhook that listens to verdicts once, in the policy's order", () => {
    const webhooks = [
      webhook("https://b.example.com", "review.verdict", "block", "review.verdict"),
      webhook("https://c.example.com", "block", "review", "allow", "tag"),
      webhook("https://a.example.com", "review.verdict"),
      webhook("https://a.example.com", "review.verdict")
    ]
    assert.deepStrictEqual(
      consequencesOfVerdict({ ...blocking(0), webhooks }).deliveries.map(({ url }) => url),
      ["https://b.example.com", "https://a.example.com", "https://a.example.com"]
    )
  })
})

describe("whatever the circumstances of a verdict", () => {
  it.prop(
    "nothing but a blocking one redacts, and it does where a block by policy would",
    [anyCircumstances],
    ([some]) => {
      const checks = [...some.decision.checks, routed("adult", "block")]
      const byPolicy = consequencesOf(circumstances({ outcome: "block", checks })).promptRedacted
      assert.strictEqual(consequencesOfVerdict(some).redactsPrompt, some.verdict === "block" && byPolicy)
    }
  )

  it.prop("no webhook is called of a test decision", [anyCircumstances], ([some]) => {
    const test = consequencesOfVerdict({ ...some, decision: { ...some.decision, mode: "test" } })
    assert.deepStrictEqual(test.deliveries, [])
  })

  it.prop("in live mode the same webhooks are called for each verdict", [anyCircumstances], ([some]) => {
    const decision = { ...some.decision, mode: "live" as const }
    const live = { ...some, decision }
    const listening = some.webhooks.filter(({ events }) => events.includes("review.verdict"))
    for (const verdict of Verdict.literals) {
      assert.deepStrictEqual(
        consequencesOfVerdict({ ...live, verdict }).deliveries,
        listening.map(({ url }) => ({ url, event: "review.verdict" as const }))
      )
    }
  })

  it.prop("webhooks have no say in the status and the redaction", [anyCircumstances], ([some]) => {
    const { redactsPrompt, status } = consequencesOfVerdict(some)
    const other = consequencesOfVerdict({ ...some, webhooks: [] })
    assert.deepStrictEqual([other.redactsPrompt, other.status], [redactsPrompt, status])
  })
})
