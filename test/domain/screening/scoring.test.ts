import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Exit, Schema } from "effect"
import { checkIds } from "../../../src/domain/policy/CheckId.ts"
import type { FloorFinding, FloorResult } from "../../../src/domain/screening/floors/FloorResult.ts"
import {
  checksToAsk,
  enabledChecks,
  engineFindsSexual,
  scoreChecks,
  trustReport
} from "../../../src/domain/screening/scoring.ts"
import type { ScoredCheck } from "../../../src/domain/screening/scoring.ts"
import type { EngineCheck, EngineReport, Signal } from "../../../src/domain/screening/ScreeningEngine.ts"
import { reportOf, scored } from "../../fakes/ScriptedEngine.ts"
import type { Script } from "../../fakes/ScriptedEngine.ts"
import { unit } from "../policy/arbitraries.ts"
import { nextBelow } from "../policy/doubles.ts"
import { allow, block, policy, rule } from "../policy/fixtures.ts"

const fired = (signal: string): Signal => ({ signal, probability: 0.9, line: 0.5, text: "It fired." })
const quiet = (signal: string): Signal => ({ signal, probability: 0.4, line: 0.5, text: "It did not." })
const bare = (signal: string): Signal => ({ signal, probability: null, line: null, text: "It is there." })

const noFloors: FloorResult = {
  findings: [],
  adultClaim: false,
  negativeAdulthood: false,
  score: 0,
  reviewScore: 0
}

const finding = (floor: FloorFinding["floor"], counted: boolean): FloorFinding => ({
  floor,
  field: "prompt",
  start: 0,
  end: 4,
  counted,
  text: "A rule matched."
})

const report = (script: Script, checks: ReadonlyArray<(typeof checkIds)[number]> = checkIds): EngineReport =>
  reportOf(script)({ prompt: "two foxes", negativePrompt: null, checks })

const minorsOnly = policy([rule("minors_sexual", block, block)])

/** How the minors check fares. */
const scoreMinors = (check: EngineCheck, floors: FloorResult): ScoredCheck => {
  const scores = scoreChecks(minorsOnly, report({ minors_sexual: check }), floors)
  assert.isDefined(scores.minors_sexual)
  return scores.minors_sexual
}
const everything = policy(checkIds.map((check) => rule(check, block, allow)))

describe("checksToAsk", () => {
  it("asks for the enabled checks in policy order, and for adult always", () => {
    const off = { ...rule("adult", block, block), enabled: false }
    const real = rule("real_person", block, block)
    const minors = rule("minors_sexual", block, block)
    assert.deepStrictEqual(checksToAsk(policy([real, minors])), ["real_person", "minors_sexual", "adult"])
    assert.deepStrictEqual(checksToAsk(policy([real, off, minors])), [
      "real_person",
      "minors_sexual",
      "adult"
    ])
    assert.deepStrictEqual(checksToAsk(policy([rule("adult", block, block), minors])), [
      "adult",
      "minors_sexual"
    ])
    assert.deepStrictEqual(enabledChecks(policy([off, minors])), [minors])
  })
})

describe("trustReport", () => {
  const broken = [Number.NaN, 1.5, -0.1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

  it.effect.each(broken.flatMap((value) => [{ score: value }, { reviewScore: value }]))(
    "refuses a report with a check of %o as unavailable",
    (wrong) =>
      Effect.gen(function* () {
        const answer = report({ real_person: scored(0.5, wrong) })
        const error = yield* Effect.flip(trustReport(answer, checkIds))
        assert.strictEqual(error._tag, "ScreeningUnavailable")
        assert.isAtLeast(error.retryAfterSeconds, 1)
      })
  )

  it.effect("refuses a report that lacks a check that was asked for, adult included", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(trustReport(report({}, ["minors_sexual"]), ["minors_sexual", "adult"]))
      assert.strictEqual(error._tag, "ScreeningUnavailable")
    })
  )

  it.effect.prop("passes every whole report as it is", [unit, unit], ([score, reviewScore]) =>
    Effect.gen(function* () {
      const answer = report({ adult: scored(score, { reviewScore }) })
      assert.strictEqual(yield* trustReport(answer, checkIds), answer)
    })
  )

  // @effect-diagnostics-next-line schemaNumber:off
  it.effect.prop("passes exactly the scores from 0 to 1", [Schema.Number], ([score]) =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(trustReport(report({ adult: scored(score) }), checkIds))
      assert.strictEqual(Exit.isSuccess(exit), score >= 0 && score <= 1)
    })
  )
})

describe("engineFindsSexual", () => {
  it("is so from an adult score of exactly 0.3", () => {
    assert.isTrue(engineFindsSexual(report({ adult: scored(0.3) })))
    assert.isFalse(engineFindsSexual(report({ adult: scored(nextBelow(0.3), { reviewScore: 1 }) })))
    assert.isFalse(engineFindsSexual(report({ minors_sexual: scored(1) })))
  })

  const cases: ReadonlyArray<readonly [Signal, boolean]> = [
    [fired("sexual_act"), true],
    [fired("sexual"), true],
    [fired("explicit_term"), true],
    [bare("explicit_term"), true],
    [quiet("sexual_act"), false],
    [fired("not_sexual"), false],
    [fired("nudity"), false],
    [{ ...fired("sexual_act"), probability: 0.5 }, true],
    [{ ...fired("sexual_act"), probability: null }, false],
    [{ ...fired("sexual_act"), line: null }, false]
  ]
  it.each(cases)("reads the signal %o of any check: %s", (signal, sexual) => {
    for (const check of checkIds) {
      const answer = report({ [check]: scored(0, { signals: [quiet("other"), signal] }) })
      assert.strictEqual(engineFindsSexual(answer), sexual)
    }
  })
})

describe("scoreChecks", () => {
  it("leaves adult out of the scores when the policy has it off, and with it every check that is off", () => {
    const document = policy([
      { ...rule("adult", block, block), enabled: false },
      rule("minors_sexual", block, block),
      { ...rule("real_person", block, block), enabled: false }
    ])
    const scores = scoreChecks(document, report({ adult: scored(0.9) }), noFloors)
    assert.deepStrictEqual(Object.keys(scores), ["minors_sexual"])
  })

  it.prop("floors raise the minors check and never lower it", [unit, unit, unit, unit], (values) => {
    const [score, reviewScore, least, leastReview] = values
    const floors = { ...noFloors, score: least, reviewScore: leastReview }
    const minors = scoreMinors(scored(score, { reviewScore }), floors)
    assert.strictEqual(minors.score, Math.max(score, least))
    assert.strictEqual(minors.reviewScore, Math.max(reviewScore, leastReview))
  })

  it("floors touch no other check", () => {
    const floors = {
      ...noFloors,
      findings: [finding("age", true)],
      adultClaim: true,
      score: 0.5,
      reviewScore: 0.5
    }
    const { adult, copyrighted_ip, real_person } = scoreChecks(everything, report({}), floors)
    for (const other of [adult, real_person, copyrighted_ip]) {
      assert.deepStrictEqual(other, { ...scored(0), fired: [], floors: [] })
    }
  })

  it("lists each fired signal and each counted floor once, and nothing that did not fire", () => {
    const signals = [fired("youth"), quiet("hint"), bare("adult_claim"), fired("youth")]
    const findings = [
      finding("age", true),
      finding("age", true),
      finding("canon", false),
      finding("lexicon", true)
    ]
    const floors = { ...noFloors, findings, adultClaim: true, negativeAdulthood: true }
    const minors = scoreMinors(scored(0.1, { signals }), floors)
    assert.deepStrictEqual(minors.fired, [
      "youth",
      "adult_claim",
      "negative_adulthood",
      "floor:age",
      "floor:lexicon"
    ])
    assert.deepStrictEqual(minors.floors, findings)
    assert.lengthOf(
      minors.signals.filter(({ signal }) => signal === "adult_claim"),
      1
    )
  })

  it("says adult_claim itself where the engine's did not fire", () => {
    const answer = scored(0.1, { signals: [quiet("adult_claim")] })
    assert.deepStrictEqual(scoreMinors(answer, { ...noFloors, adultClaim: true }).fired, ["adult_claim"])
    assert.deepStrictEqual(scoreMinors(answer, noFloors).fired, [])
  })

  const ids = Schema.Array(Schema.Literals(["a", "b", "adult_claim", "sexual_act"]))
  it.prop(
    "never lists an id twice, for any check",
    [ids, Arbitrary.schema(Schema.Boolean)],
    ([ids, claim]) => {
      const signals = ids.map((id) => fired(id))
      const script = Object.fromEntries(checkIds.map((check) => [check, scored(0.1, { signals })]))
      const scores = scoreChecks(everything, report(script), { ...noFloors, adultClaim: claim })
      for (const { fired } of Object.values(scores)) assert.strictEqual(new Set(fired).size, fired.length)
    }
  )
})
