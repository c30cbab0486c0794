import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { routePolicy } from "../../../src/domain/policy/routing.ts"
import type { CheckScores } from "../../../src/domain/policy/routing.ts"
import type { DecidedCheck, Decision } from "../../../src/domain/screening/Decision.ts"
import { marginsOf, outcomeWith } from "../../../src/domain/screening/margins.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { decidedCheck, live, newDecision } from "../../fixtures.ts"
import { allScores, validDocument } from "../policy/arbitraries.ts"
import { decisionOf } from "./decisionOf.ts"

const adult = (score: number, some: Partial<DecidedCheck> = {}): DecidedCheck => ({
  ...decidedCheck,
  check: "adult",
  score,
  reviewScore: score,
  adultLevel: 1,
  ...some
})

/** The number next below one above 0, by its bits. */
const nextBelow = (value: number): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  view.setBigUint64(0, view.getBigUint64(0) - 1n)
  return view.getFloat64(0)
}

/** On the other side of a line; nothing is below one of 0. */
const across = (score: number, line: number): number => {
  if (score < line) return line
  return line === 0 ? score : nextBelow(line)
}

const margins = Effect.fnUntraced(function* (checks: ReadonlyArray<DecidedCheck>, some: Partial<Decision>) {
  const decision = yield* newDecision(live, { checks, ...some })
  // Copies, as a caller may have them.
  return checks.map((check) => marginsOf(decision, { ...check }))
})

describe("the margins of a check", () => {
  it.effect("say how far it was from each line and what the other side would have come to", () =>
    Effect.gen(function* () {
      const [one] = yield* margins([adult(0.83)], { outcome: "block" })
      assert.deepStrictEqual(one, {
        act: { distance: 0.33, otherwise: "review" },
        review: { distance: 0.53, otherwise: "block" },
        maxLevel: null
      })
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("show that another check would have come to the same", () =>
    Effect.gen(function* () {
      const person = { ...adult(0.9), check: "real_person" as const }
      for (const { act } of yield* margins([adult(0.83), person], { outcome: "block" })) {
        assert.strictEqual(act.otherwise, "block")
      }
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("have a third line where the policy has a highest level", () =>
    Effect.gen(function* () {
      const policySettings = { youthCodedAdult: "block", adultMaxLevel: 1 } as const
      const [over] = yield* margins([adult(0.25)], { outcome: "block", policySettings })
      assert.deepStrictEqual(over?.maxLevel, { distance: 0.05, otherwise: "allow" })
      const [under] = yield* margins([adult(0.1)], { outcome: "allow", policySettings })
      assert.deepStrictEqual(under?.maxLevel, { distance: -0.1, otherwise: "block" })
    }).pipe(Effect.provide(SeededRandom))
  )

  it.effect("look no further than the number next below a line", () =>
    Effect.gen(function* () {
      const policySettings = { youthCodedAdult: "block", adultMaxLevel: 4 } as const
      for (const actLine of [0.8, 0.8000000000000002]) {
        const check = adult(0.9, { actLine, onAct: { type: "allow" }, onReview: { type: "block" } })
        const [one] = yield* margins([check], { outcome: "block", policySettings })
        // An adult score of 0.8 is still above the highest level; only below that does the review line decide.
        assert.strictEqual(one?.act.otherwise, actLine === 0.8 ? "block" : "allow", `at ${actLine}`)
      }
    }).pipe(Effect.provide(SeededRandom))
  )

  it.prop(
    "agree with the lines that were reached, for any policy and scores",
    [validDocument, allScores],
    ([document, scores]) => {
      const decision = decisionOf(document, scores)
      for (const check of decision.checks) {
        const { act, maxLevel, review } = marginsOf(decision, check)
        assert.strictEqual(act.distance >= 0, check.score >= check.actLine)
        assert.strictEqual(review.distance >= 0, check.reviewScore >= check.reviewLine)
        assert.strictEqual(maxLevel !== null, check.check === "adult" && document.adultMaxLevel < 5)
      }
    }
  )

  it.prop(
    "name an outcome that such scores do come to, for any policy and scores",
    [validDocument, allScores],
    ([document, scores]) => {
      const decision = decisionOf(document, scores)
      for (const check of decision.checks) {
        const { act, review } = marginsOf(decision, check)
        const reroute = (changed: Partial<CheckScores>) =>
          routePolicy(document, { ...scores, [check.check]: { ...scores[check.check], ...changed } }).outcome
        assert.strictEqual(act.otherwise, reroute({ score: across(check.score, check.actLine) }))
        const reviewScore = across(check.reviewScore, check.reviewLine)
        assert.strictEqual(review.otherwise, reroute({ reviewScore }))
      }
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop(
    "rest on stored scores that come to the stored outcome again",
    [validDocument, allScores],
    ([document, scores]) => {
      const decision = decisionOf(document, scores)
      for (const check of decision.checks) {
        assert.strictEqual(outcomeWith(decision, check, {}), decision.outcome)
      }
    }
  )
})
