import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { estimate } from "../../../../src/adapters/engine/eval/intervals.ts"
import type { ScoredRow } from "../../../../src/adapters/engine/eval/measures.ts"

const row = (score: number, positive: boolean, reviewScore = score): ScoredRow => ({
  score,
  reviewScore,
  positive
})

const valuesOf = (rows: ReadonlyArray<ScoredRow>) => {
  const { averagePrecision, rocAuc, ...rest } = estimate(rows, 0)
  return {
    averagePrecision: averagePrecision?.value,
    rocAuc: rocAuc?.value,
    recallAtReview: rest.recallAtReview?.value,
    recallAtAct: rest.recallAtAct?.value,
    falsePositivesAtReview: rest.falsePositivesAtReview?.value,
    falsePositivesAtAct: rest.falsePositivesAtAct?.value,
    recallAtOnePercent: rest.recallAtOnePercent?.value,
    calibrationError: rest.calibrationError?.value
  }
}

const Rows = Schema.Array(
  Schema.Struct({
    score: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
    positive: Schema.Boolean
  })
)

describe("the measures of an evaluation", () => {
  it("are those of a worked example", () => {
    const values = valuesOf([row(0.9, true), row(0.8, false), row(0.4, true, 0.6), row(0.1, false)])
    assert.strictEqual(values.averagePrecision, (1 + 2 / 3) / 2)
    assert.strictEqual(values.rocAuc, 3 / 4)
    assert.strictEqual(values.recallAtReview, 1)
    assert.strictEqual(values.recallAtAct, 1 / 2)
    assert.strictEqual(values.falsePositivesAtReview, 1 / 2)
    assert.strictEqual(values.falsePositivesAtAct, 1 / 2)
    assert.strictEqual(values.recallAtOnePercent, 1 / 2)
    assert.closeTo(values.calibrationError ?? NaN, (0.1 + 0.8 + 0.6 + 0.1) / 4, 1e-12)
  })

  it("count rows of one score as a group, whatever their order", () => {
    const rows = [row(0.5, true), row(0.5, false), row(0.5, false)]
    assert.deepStrictEqual(valuesOf(rows), valuesOf(rows.toReversed()))
    assert.strictEqual(valuesOf(rows).rocAuc, 0.5)
    assert.closeTo(valuesOf(rows).averagePrecision ?? NaN, 1 / 3, 1e-12)
  })

  it("have no recall without positives and no false positives without negatives", () => {
    const harmless = valuesOf([row(0.1, false), row(0.9, false)])
    assert.isUndefined(harmless.averagePrecision)
    assert.isUndefined(harmless.recallAtAct)
    assert.strictEqual(harmless.falsePositivesAtAct, 0.5)
    const sexual = valuesOf([row(0.9, true)])
    assert.isUndefined(sexual.falsePositivesAtAct)
    assert.strictEqual(sexual.recallAtAct, 1)
  })

  it.prop("lie between 0 and 1, inside their intervals' reach, the same each time", [Rows], ([rows]) => {
    const scored = rows.map(({ positive, score }) => row(score, positive))
    const first = estimate(scored, 5)
    assert.deepStrictEqual(estimate(scored, 5), first)
    return Object.values(first).every(
      (own) => own === null || (own.low >= -1e-12 && own.low <= own.high && own.high <= 1 + 1e-12)
    )
  })
})
