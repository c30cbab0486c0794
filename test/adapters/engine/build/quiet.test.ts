import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { keepQuiet, quietLogit } from "../../../../src/adapters/engine/build/training/quiet.ts"
import { calibrated, makeFeatures } from "../../../../src/adapters/engine/builtin/adultWeights.ts"

const table = {
  knots: Float64Array.of(-4, -1, 0.5, 3),
  probabilities: Float64Array.of(0.01, 0.2, 0.6, 0.95)
}

const Logit = Schema.Finite.check(Schema.isBetween({ minimum: -6, maximum: 6 }))

describe("keepQuiet", () => {
  it.prop(
    "keeps what is quiet below 0.30, leaves the rest as it is, and never turns two texts around",
    [Logit, Logit, Logit],
    ([quiet, one, other]) => {
      const kept = keepQuiet(table, quiet)
      const [low, high] = one < other ? [one, other] : [other, one]
      const isQuiet = (logit: number) => logit <= quiet
      const isLoud = (logit: number) => logit >= quiet + 1e-3
      assert.isAtMost(calibrated(kept, low), calibrated(kept, high) + 1e-12)
      for (const logit of [low, high]) {
        if (isQuiet(logit)) assert.isBelow(calibrated(kept, logit), 0.3)
        if (isLoud(logit)) assert.closeTo(calibrated(kept, logit), calibrated(table, logit), 1e-3)
      }
    }
  )
})

describe("quietLogit", () => {
  const captions = Array.from({ length: 2000 }, (_, at) => at / 1000)

  it("is exceeded by one caption in a thousand", () => {
    const weights = makeFeatures()
    weights[0] = 10
    const quiet = quietLogit(captions, weights)
    assert.lengthOf(
      captions.filter((logit) => logit > quiet),
      2
    )
  })

  it("is below that of an explicit term, whatever the captions score", () => {
    const weights = makeFeatures()
    weights[0] = 0.5
    const quiet = quietLogit(captions, weights)
    assert.isBelow(quiet, 0.5)
    assert.closeTo(quiet, 0.5, 0.01)
  })
})
