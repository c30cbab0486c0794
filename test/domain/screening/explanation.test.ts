import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { DecidedCheck, Decision } from "../../../src/domain/screening/Decision.ts"
import { explain } from "../../../src/domain/screening/explanation.ts"
import { RuleId } from "../../../src/domain/shared/ids.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { decidedCheck, idOf, live, newDecision } from "../../fixtures.ts"
import { allScores, validDocument } from "../policy/arbitraries.ts"
import { decisionOf } from "./decisionOf.ts"

const verbs = { allow: /^Allowed/, review: /^Sent to review/, block: /^Blocked/ }

describe("explain", () => {
  it.prop(
    "agrees with the decision, for any policy and scores",
    [validDocument, allScores],
    ([document, scores]) => {
      const decision = decisionOf(document, scores)
      const { checks, ran, summary } = explain(decision)

      assert.match(summary, verbs[decision.outcome])
      assert.strictEqual(
        /no check reached/.test(summary),
        decision.checks.every(({ routed }) => routed === "allow")
      )
      assert.deepStrictEqual(
        checks.map(({ check }) => check),
        decision.checks.map(({ check }) => check)
      )
      for (const { explanation, routed } of checks) {
        assert.strictEqual(explanation.endsWith("so nothing was reached."), routed === "allow")
      }
      assert.strictEqual(
        ran.some((line) => line.startsWith("Review item")),
        decision.actions.reviewId !== null
      )
      for (const tag of decision.tags) assert.include(ran.join(" "), tag)
      assert.notInclude(JSON.stringify([summary, checks, ran]), "CANARY")
    }
  )

  it.prop(
    "never says that a score lies on the other side of its line",
    [validDocument, allScores],
    ([document, scores]) => {
      for (const { explanation } of explain(decisionOf(document, scores)).checks) {
        const [, score, relation, line] =
          /scored ([\d.e-]+) on [\w ]+, (over|under|exactly) this policy's (?:review )?line of ([\d.e-]+)/.exec(
            explanation
          ) ?? []
        if (relation === "over") assert.isAbove(Number(score), Number(line), explanation)
        if (relation === "under") assert.isBelow(Number(score), Number(line), explanation)
        if (relation === "exactly") assert.strictEqual(score, line, explanation)
      }
    }
  )

  const adult: DecidedCheck = {
    ...decidedCheck,
    check: "adult",
    routed: "act",
    action: { type: "block" },
    policyLine: "checks.adult.on_act",
    score: 0.83,
    reviewScore: 0.83,
    adultLevel: 5
  }

  it.effect("names the check, the score and the line that decided", () =>
    Effect.gen(function* () {
      const decision = yield* newDecision(live, {
        outcome: "block",
        checks: [adult],
        decidedBy: { check: "adult", policyLine: "checks.adult.on_act", action: { type: "block" } }
      })

      assert.strictEqual(
        explain(decision).summary,
        "Blocked: the prompt scored 0.83 on sexual content, over this policy's line of 0.50."
      )
    }).pipe(Effect.provide(SeededRandom))
  )

  const minors = { ...decidedCheck, score: 0.2, reviewScore: 0.4, routed: "review" as const }
  const overLine = "scored 0.40 on sexual content about minors, over this policy's review line of 0.30"

  it.effect.each<readonly [check: DecidedCheck, explanation: string]>([
    [
      decidedCheck,
      "The prompt scored 0.25 on sexual content about minors, under this policy's review line of 0.30, so nothing was reached."
    ],
    [adult, "The prompt scored 0.83 on sexual content, over this policy's line of 0.50, which blocks."],
    [{ ...minors, action: { type: "review" } }, `The prompt ${overLine}, which asks for a review.`],
    [{ ...minors, action: { type: "allow" } }, `The prompt ${overLine}, which allows.`],
    [{ ...minors, action: { type: "tag", tag: "x" } }, `The prompt ${overLine}, which tags it "x".`],
    [
      { ...minors, action: { type: "block" }, policyLine: "youth_coded_adult" },
      `The prompt states an adult who is presented young, and ${overLine}, which blocks.`
    ],
    [
      { ...adult, score: 0.45, adultLevel: 3, policyLine: "adult.max_level" },
      "The prompt's sexual content is of level 3 (it scored 0.45), over the highest level that this policy allows, 2, which blocks."
    ]
  ])("names for each check what it was compared with, and what came of it", ([check, explanation]) =>
    Effect.gen(function* () {
      const policySettings = { youthCodedAdult: "block", adultMaxLevel: 2 } as const
      const decision = yield* newDecision(live, { checks: [check], policySettings })
      assert.deepStrictEqual(
        explain(decision).checks.map(({ explanation }) => explanation),
        [explanation]
      )
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("says what was tagged, who was ruled on, what was queued, and that the prompt is hidden", () =>
    Effect.gen(function* () {
      const rule = { id: RuleId.make(idOf("rul", "1")), name: "Often", count: 3, windowSeconds: 60 }
      const decision = yield* newDecision(live, {
        outcome: "block",
        tags: ["x", "y"],
        actions: {
          reviewId: null,
          webhookEvents: ["block", "tag"],
          webhooksSuppressed: null,
          userPaused: true
        },
        appliedRules: [
          { ...rule, effect: { type: "tag", tag: "y" } },
          { ...rule, effect: { type: "pause", seconds: 90 } },
          { ...rule, effect: { type: "pause", seconds: null } }
        ],
        promptRedacted: true
      })
      const because = "because 3 or more of this user's decisions within 60 seconds fulfil it."
      assert.deepStrictEqual(explain(decision).ran, [
        "Tags were applied: x, y.",
        "The end user is paused, so the outcome is a block whatever the checks said.",
        `The rule "Often" applied the tag y, ${because}`,
        `The rule "Often" paused the end user for 90 seconds, from the next check on, ${because}`,
        `The rule "Often" paused the end user until someone resumes them, from the next check on, ${because}`,
        "Webhooks were queued for block and tag.",
        "The prompt is redacted: no API key can read it."
      ])
      assert.deepStrictEqual(explain(yield* newDecision(live)).ran, [
        "No webhook was queued, because none of this policy listens to what happened."
      ])
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("sums up an allowed prompt by its tags, and a paused user's by the pause", () =>
    Effect.gen(function* () {
      const action = { type: "tag", tag: "x" } as const
      const tagged = { checks: [{ ...adult, action }], tags: ["x", "y"] }
      const decidedBy = { check: "adult", policyLine: "checks.adult.on_act", action } as const
      assert.strictEqual(
        explain(yield* newDecision(live, { ...tagged, decidedBy })).summary,
        'Allowed and tagged "x", "y": the prompt scored 0.83 on sexual content, over this policy\'s line of 0.50.'
      )
      const byPause = { check: "user_paused", policyLine: null, action: { type: "block" } } as const
      assert.strictEqual(
        explain(yield* newDecision(live, { ...tagged, outcome: "block", decidedBy: byPause })).summary,
        "Blocked: the end user is paused."
      )
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("says why nothing was sent", () =>
    Effect.gen(function* () {
      const suppressed = (webhooksSuppressed: Decision["actions"]["webhooksSuppressed"], dryRun: boolean) =>
        newDecision(live, {
          outcome: "review",
          dryRun,
          shadowMode: !dryRun,
          actions: { reviewId: null, webhookEvents: [], webhooksSuppressed }
        })

      assert.deepStrictEqual(explain(yield* suppressed("dry_run", true)).ran, [
        "No review item was opened, because it was a dry run.",
        "No webhook was queued, because it was a dry run."
      ])
      assert.deepStrictEqual(explain(yield* suppressed("shadow_mode", false)).ran, [
        "No review item was opened, because the workspace is in shadow mode.",
        "No webhook was queued, because the workspace is in shadow mode."
      ])
    }).pipe(Effect.provide(SeededRandom))
  )
})
