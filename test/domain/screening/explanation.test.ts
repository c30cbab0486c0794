import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { DecidedCheck, Decision } from "../../../src/domain/screening/Decision.ts"
import { explain } from "../../../src/domain/screening/explanation.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { decidedCheck, live, newDecision } from "../../fixtures.ts"
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
