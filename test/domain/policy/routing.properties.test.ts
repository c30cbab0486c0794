import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { bySeverity, outcomeOf } from "../../../src/domain/policy/Action.ts"
import { CheckId } from "../../../src/domain/policy/CheckId.ts"
import { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import { adultLevel, routePolicy } from "../../../src/domain/policy/routing.ts"
import { allScores, anyDocument, sternerOnAct, unit, validDocument } from "./arbitraries.ts"
import type { AllScores } from "./arbitraries.ts"

const arbitrary = { runs: 2000 }

const documentJson = Schema.fromJsonString(Schema.toCodecJson(PolicyDocument))
const scoresJson = Schema.fromJsonString(Schema.Json)

const stored = (document: PolicyDocument): PolicyDocument =>
  Schema.decodeSync(documentJson)(Schema.encodeSync(documentJson)(document))

const raise = (scores: AllScores, check: CheckId, which: "score" | "reviewScore", to: number): AllScores => ({
  ...scores,
  [check]: { ...scores[check], [which]: Math.max(scores[check][which], to) }
})

const permutations = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        permutations(items.toSpliced(index, 1)).map((others) => [item].concat(others))
      )

describe("routePolicy, for any policy and any scores", () => {
  it.prop(
    "never comes to a milder outcome when a score rises, where on_act is at least as severe as on_review",
    [sternerOnAct, allScores, CheckId, Schema.Literals(["score", "reviewScore"]), unit],
    ([document, scores, check, which, to]) => {
      const before = routePolicy(document, scores)
      const after = routePolicy(document, raise(scores, check, which, to))
      return bySeverity(after.outcome, before.outcome) >= 0
    },
    { arbitrary }
  )

  it.prop(
    "never comes to a severer outcome when a check is switched off",
    [anyDocument, allScores, CheckId],
    ([document, scores, off]) => {
      const checks = document.checks.map((rule) => (rule.check === off ? { ...rule, enabled: false } : rule))
      const before = routePolicy(document, scores)
      const after = routePolicy({ ...document, checks }, scores)
      assert.isFalse(after.checks.some(({ check }) => check === off))
      return bySeverity(after.outcome, before.outcome) <= 0
    },
    { arbitrary }
  )

  it.prop(
    "comes to the same outcome and the same set of tags in any order of the checks",
    [anyDocument, allScores],
    ([document, scores]) => {
      const expected = routePolicy(document, scores)
      for (const checks of permutations(document.checks)) {
        const actual = routePolicy({ ...document, checks }, scores)
        assert.strictEqual(actual.outcome, expected.outcome)
        assert.deepStrictEqual(new Set(actual.tags), new Set(expected.tags))
      }
    },
    { arbitrary }
  )

  it.prop(
    "comes to the same result from the document and the scores as JSON keeps them",
    [anyDocument, allScores, Schema.Boolean],
    ([document, scores, userPaused]) => {
      const json: unknown = Schema.decodeSync(scoresJson)(JSON.stringify(scores))
      const again = routePolicy(stored(document), json as AllScores, { userPaused })
      // As JSON, because -0 is stored as 0.
      assert.strictEqual(JSON.stringify(again), JSON.stringify(routePolicy(document, scores, { userPaused })))
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop(
    "names as decider the first check with the outcome's severity, and nobody on a clean allow",
    [anyDocument, allScores],
    ([document, scores]) => {
      const { checks, decidedBy, outcome, tags } = routePolicy(document, scores)
      const decider = checks.find(({ action }) => outcomeOf(action) === outcome && action.type !== "allow")
      assert.strictEqual(decidedBy?.check, decider?.check)
      assert.strictEqual(decidedBy?.policyLine, decider?.policyLine)
      assert.deepStrictEqual(decidedBy?.action, decider?.action)
      assert.strictEqual(decidedBy === null, outcome === "allow" && tags.length === 0)
      if (decidedBy !== null) assert.strictEqual(outcomeOf(decidedBy.action), outcome)
    },
    { arbitrary }
  )

  it.prop(
    "comes to the severest of the actions, and to no other",
    [anyDocument, allScores],
    ([document, scores]) => {
      const { checks, outcome } = routePolicy(document, scores)
      const outcomes = checks.map(({ action }) => outcomeOf(action))
      assert.isTrue(outcomes.every((one) => bySeverity(one, outcome) <= 0))
      assert.isTrue(outcome === "allow" || outcomes.includes(outcome))
    },
    { arbitrary }
  )

  it.prop(
    "routes every check that is switched on, in policy order, with its scores and lines",
    [anyDocument, allScores],
    ([document, scores]) => {
      const expected = document.checks
        .filter(({ enabled }) => enabled)
        .map(({ act, check, onAct, onReview, review }) => ({
          check,
          score: scores[check].score,
          reviewScore: scores[check].reviewScore,
          actLine: act,
          reviewLine: review,
          onAct,
          onReview,
          adultLevel: check === "adult" ? adultLevel(scores.adult.score) : null
        }))
      const { checks } = routePolicy(document, scores)
      assert.deepStrictEqual(
        checks.map(({ actLine, adultLevel, check, onAct, onReview, reviewLine, reviewScore, score }) => ({
          check,
          score,
          reviewScore,
          actLine,
          reviewLine,
          onAct,
          onReview,
          adultLevel
        })),
        expected
      )
    },
    { arbitrary }
  )

  it.prop(
    "names a line exactly when it was reached",
    [anyDocument, allScores],
    ([document, scores]) => {
      for (const { action, check, policyLine, routed } of routePolicy(document, scores).checks) {
        if (routed === "allow") {
          assert.isNull(policyLine)
          assert.deepStrictEqual(action, { type: "allow" })
        } else {
          const special = routed === "act" ? "adult.max_level" : "youth_coded_adult"
          assert.include([`checks.${check}.on_${routed}`, special], policyLine)
        }
      }
    },
    { arbitrary }
  )

  it.prop(
    "blocks for a paused user, and changes nothing but the outcome and its decider",
    [anyDocument, allScores],
    ([document, scores]) => {
      const usual = routePolicy(document, scores)
      assert.deepStrictEqual(routePolicy(document, scores, { userPaused: false }), usual)
      const paused = routePolicy(document, scores, { userPaused: true })
      assert.strictEqual(paused.outcome, "block")
      assert.deepStrictEqual(paused.checks, usual.checks)
      assert.deepStrictEqual(paused.tags, usual.tags)
      assert.deepStrictEqual(
        paused.decidedBy,
        usual.outcome === "block"
          ? usual.decidedBy
          : { check: "user_paused", policyLine: null, action: { type: "block" } }
      )
    },
    { arbitrary }
  )

  it.prop(
    "takes the scores of a check that is switched off, or not in the policy, for nothing",
    [anyDocument, allScores, allScores],
    ([document, scores, others]) => {
      const on = document.checks.filter(({ enabled }) => enabled).map(({ check }) => check)
      const mixed = { ...others, ...Object.fromEntries(on.map((check) => [check, scores[check]])) }
      assert.deepStrictEqual(routePolicy(document, mixed), routePolicy(document, scores))
    },
    { arbitrary }
  )

  it.prop(
    "fails rather than allow when the score of a check that is switched on is missing or no score",
    [
      validDocument,
      allScores,
      Schema.Literals(["score", "reviewScore"]),
      Schema.Literals(["NaN", "-0.001", "1.001", "Infinity", "-Infinity"])
    ],
    ([document, scores, which, text]) => {
      for (const { check, enabled } of document.checks) {
        if (!enabled) continue
        const { [check]: removed, ...missing } = scores
        assert.throws(() => routePolicy(document, missing), check)
        const wrong = { ...scores, [check]: { ...removed, [which]: Number(text) } }
        assert.throws(() => routePolicy(document, wrong), check)
      }
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("routePolicy, for any valid policy", () => {
  it.prop(
    "always blocks with the minors check at or over its act line",
    [validDocument, allScores, unit, Schema.Boolean],
    ([document, scores, score, userPaused]) => {
      const reached = raise(scores, "minors_sexual", "score", Math.max(score, 0.5))
      const { checks, outcome } = routePolicy(document, reached, { userPaused })
      const minors = checks.find(({ check }) => check === "minors_sexual")
      assert.strictEqual(outcome, "block")
      assert.deepStrictEqual(minors?.action, { type: "block" })
      assert.strictEqual(minors?.policyLine, "checks.minors_sexual.on_act")
    },
    { arbitrary }
  )

  it.prop(
    "never allows with the minors check at or over its review line",
    [validDocument, allScores, unit],
    ([document, scores, score]) => {
      const reached = raise(scores, "minors_sexual", "reviewScore", Math.max(score, 0.3))
      return routePolicy(document, reached).outcome !== "allow"
    },
    { arbitrary }
  )
})

describe("adultLevel", () => {
  it.prop("is an integer from 1 to 5 that never falls as the score rises", [unit, unit], ([one, other]) => {
    const [lower, higher] = [adultLevel(Math.min(one, other)), adultLevel(Math.max(one, other))]
    return Number.isInteger(lower) && lower >= 1 && lower <= higher && higher <= 5
  })
})
