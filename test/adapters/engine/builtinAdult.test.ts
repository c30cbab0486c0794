import { readFileSync } from "node:fs"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { sexualProbability } from "../../../src/adapters/engine/builtin/adult.ts"
import { decodeModel } from "../../../src/adapters/engine/builtin/Model.ts"
import { evidenceScore, youthScore } from "../../../src/adapters/engine/builtin/minorsSexual.ts"
import { ScreeningEngineBuiltin } from "../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { hasFired, ScreeningEngine } from "../../../src/domain/screening/ScreeningEngine.ts"

const artefact = new URL("../../../src/adapters/engine/builtin/model.bin", import.meta.url)
const model = decodeModel(readFileSync(artefact), "test")

const adult = Effect.fnUntraced(function* (prompt: string) {
  const engine = yield* ScreeningEngine
  const { checks } = yield* engine.screen({ prompt, negativePrompt: null, checks: ["adult"] })
  return { score: checks.adult?.score ?? NaN, fired: (checks.adult?.signals ?? []).filter(hasFired) }
})

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
const Counts = Schema.Struct({
  explicit: Count,
  suggestive: Count,
  mild: Count,
  weak: Count,
  ambiguous: Count
})
const Wording = Schema.Finite.check(Schema.isBetween({ minimum: -12, maximum: 12 }))
const Length = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 }))
const Probability = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Groups = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))

layer(ScreeningEngineBuiltin)("the adult score", (it) => {
  it.effect("is low, with nothing fired, for ordinary prompts", () =>
    Effect.gen(function* () {
      const prompts = [
        "a watercolour of two foxes in the snow",
        "children playing football in a park",
        "a chicken breast with herbs on a plate",
        "stars visible to the naked eye",
        "a naked mole rat",
        "nude lipstick on a marble table",
        "a poster about sex education",
        "a great tit on a branch",
        "an adult woman hiking in the mountains",
        "a red bikini on a clothes line",
        ""
      ]
      for (const prompt of prompts) {
        const { fired, score } = yield* adult(prompt)
        assert.isBelow(score, 0.3, prompt)
        assert.deepStrictEqual(fired, [], prompt)
      }
    })
  )

  it.effect("stays between the extremes for one suggestive term and fires no sexual signal", () =>
    Effect.gen(function* () {
      for (const prompt of ["a sexy woman in a park", "a seductive look in a film"]) {
        const { fired, score } = yield* adult(prompt)
        assert.isTrue(score >= 0.1 && score < 0.5, prompt)
        assert.isFalse(
          fired.some(({ signal }) => /^(?:sexual|explicit)/.test(signal)),
          prompt
        )
      }
    })
  )

  it.effect(
    "is over one half for a term that rarely means anything else, and not for an oath or for allure",
    () =>
      Effect.gen(function* () {
        for (const prompt of ["a woman in lingerie", "a close view of her breasts", "eine frau in dessous"]) {
          assert.isAtLeast((yield* adult(prompt)).score, 0.5, prompt)
        }
        for (const prompt of [
          "a sensual melody played on a violin",
          "she wore a skintight suit to the race"
        ]) {
          assert.isBelow((yield* adult(prompt)).score, 0.5, prompt)
        }
      })
  )

  it.effect("is over one half for plain explicit words, in several languages", () =>
    Effect.gen(function* () {
      const prompts = [
        "nude", "a naked man", "nsfw", "porn", "an explicit sex scene", "erotic", "a topless dancer", "oral sex",
        "femme nue", "mujer desnuda", "eine nackte frau", "una donna nuda", "голая женщина", "裸体", "누드 사진", "ヌードの女性"
      ] // oxfmt-ignore
      for (const prompt of prompts) {
        const { fired, score } = yield* adult(prompt)
        assert.isAtLeast(score, 0.5, prompt)
        assert.includeMembers(
          fired.map(({ signal }) => signal),
          ["sexual_language", "explicit_terms"],
          prompt
        )
      }
    })
  )

  it.effect("rises with the number of different terms", () =>
    Effect.gen(function* () {
      const prompts = [
        "a woman",
        "a sexy woman",
        "a sexy woman in lingerie",
        "a nude woman",
        "a nude woman, erotic"
      ]
      const scores = yield* Effect.forEach(prompts, (prompt) =>
        Effect.map(adult(prompt), ({ score }) => score)
      )
      assert.deepStrictEqual(
        scores,
        scores.toSorted((one, other) => one - other)
      )
      assert.strictEqual(new Set(scores).size, scores.length)
    })
  )

  it.effect("does not fall when the writing is disguised", () =>
    Effect.gen(function* () {
      const disguises = [
        "NAKED woman", "ｎａｋｅｄ woman", "n\u200baked woman", "nаked woman", "n a k e d woman", "n.a.k.e.d woman",
        "n_a_k_e_d woman", "nàkéd woman", "n4ked woman", "n@k3d woman", "nakeeeed woman", "n*ked woman", "n\u00adaked woman",
        "(naked:1.3) woman", "((naked)), woman", "𝓷𝓪𝓴𝓮𝓭 woman", "ⓝⓐⓚⓔⓓ woman", "na\ufe0fked woman", "t0pl3ss woman"
      ] // oxfmt-ignore
      const plain = (yield* adult("naked woman")).score
      for (const prompt of disguises) assert.isAtLeast((yield* adult(prompt)).score, plain - 0.1, prompt)
    })
  )
})

layer(ScreeningEngineBuiltin)("hidden explicit words", (it) => {
  it.effect("are found behind slips, digits and masks, and not in ordinary words", () =>
    Effect.gen(function* () {
      for (const prompt of [
        "a pornogaphic film",
        "an ertoic novel",
        "an eroptic novel",
        "a nued portrait",
        "a toplless dancer",
        "a t0pl355 dancer",
        "53xu4l acts",
        "an 4dul7 v1d30",
        "a woman in lignerie",
        "a n*ked w*man"
      ]) {
        assert.isAtLeast((yield* adult(prompt)).score, 0.5, prompt)
      }
      for (const prompt of [
        "a beanie on a ripple",
        "an exotic novel",
        "35mm, 8k, mp3 player",
        "2 * 3 * 4 tiles"
      ]) {
        assert.isBelow((yield* adult(prompt)).score, 0.3, prompt)
      }
    })
  )
})

describe("sexualProbability", () => {
  it.prop(
    "never falls when a term of any group is added, whatever the wording and the length",
    [Counts, Wording, Length],
    ([counts, wording, words]) => {
      const before = sexualProbability(model.adult, { counts, wording, words })
      return (["explicit", "suggestive", "mild", "weak", "ambiguous"] as const).every((group) => {
        const more = { ...counts, [group]: counts[group] + 1 }
        return sexualProbability(model.adult, { counts: more, wording, words }) >= before
      })
    }
  )
})

describe("the minors score", () => {
  it("needs both sexual language and youth words", () => {
    assert.isBelow(youthScore(0.02, 0b11110), 0.05)
    assert.isBelow(youthScore(0.96, 0), 0.05)
    assert.isTrue(youthScore(0.62, 0b10) >= 0.3 && youthScore(1, 0b10) <= 0.48)
    assert.isAtLeast(youthScore(0.5, 0b110), 0.5)
    assert.isBelow(youthScore(0.49, 0b110), 0.5)
  })

  it.prop(
    "never falls when the sexual probability or the number of youth groups rises",
    [Probability, Probability, Groups, Groups],
    ([one, other, groups, more]) =>
      youthScore(Math.max(one, other), groups | more) >= youthScore(Math.min(one, other), groups)
  )

  it.prop(
    "never falls when the sexual probability rises, or the evidence of a minor",
    [Probability, Probability, Probability, Probability],
    ([one, other, weaker, stronger]) =>
      [true, false].every(
        (isSexual) =>
          evidenceScore(Math.max(one, other), isSexual, Math.max(weaker, stronger)) >=
          evidenceScore(Math.min(one, other), isSexual, Math.min(weaker, stronger))
      )
  )
})

layer(ScreeningEngineBuiltin)("the minors check of the engine", (it) => {
  const minors = Effect.fnUntraced(function* (prompt: string, negativePrompt: string | null = null) {
    const engine = yield* ScreeningEngine
    const { checks } = yield* engine.screen({ prompt, negativePrompt, checks: ["minors_sexual"] })
    const { reviewScore = NaN, score = NaN, signals = [] } = checks.minors_sexual ?? {}
    return { score, reviewScore, fired: signals.filter(hasFired).map(({ signal }) => signal) }
  })

  it.effect("asks for review of youth words beside explicit ones, and is low for either alone", () =>
    Effect.gen(function* () {
      for (const prompt of ["students in a classroom", "a nude woman", "a young family at school"]) {
        assert.isBelow((yield* minors(prompt)).reviewScore, 0.3, prompt)
      }
      assert.isAtLeast((yield* minors("a young woman, nude")).reviewScore, 0.3)
      assert.isBelow((yield* minors("art school model, nude")).reviewScore, 0.3)
    })
  )

  it.effect("is over one half for a stated age, a life stage or a minor character in a sexual prompt", () =>
    Effect.gen(function* () {
      for (const prompt of ["nude, 15 years old", "nude child", "nude 7th grader", "nude Lisa Simpson"]) {
        const { fired, score } = yield* minors(prompt)
        assert.isAtLeast(score, 0.5, prompt)
        assert.include(fired, "youth_terms", prompt)
      }
    })
  )

  it.effect("is low for children in pictures that are not sexual", () =>
    Effect.gen(function* () {
      const prompts = [
        "two children building a sandcastle on a beach", "a baby sleeping in a crib", "a 7 year old girl riding a bike",
        "a boy in swimming trunks jumps into a pool", "a mother holding her baby in bed", "an 8 year old oak tree",
        "score_9, year 2025, a girl with a kite", "(smile:0.8), year 3, portrait", "kids at a birthday party, 17th century"
      ] // oxfmt-ignore
      for (const prompt of prompts) assert.isBelow((yield* minors(prompt)).reviewScore, 0.3, prompt)
    })
  )

  it.effect("takes a stated adult age at its word in the score, not in the review score", () =>
    Effect.gen(function* () {
      const plain = yield* minors("nude petite student")
      const claimed = yield* minors("nude petite student, 25 years old")
      assert.isAtLeast(plain.score, 0.5)
      assert.isBelow(claimed.score, 0.5)
      assert.isAtLeast(claimed.reviewScore, 0.3)
      assert.include(claimed.fired, "adult_claim")
      assert.notInclude(plain.fired, "adult_claim")
    })
  )

  it.effect("asks for review when the negative prompt of a sexual prompt lists adulthood", () =>
    Effect.gen(function* () {
      const listed = yield* minors("a nude woman", "adult, mature, blurry")
      assert.isAtLeast(listed.reviewScore, 0.3)
      assert.isBelow(listed.score, 0.3)
      assert.include(listed.fired, "negative_adulthood")
      assert.isBelow((yield* minors("a woman in a garden", "adult, mature")).reviewScore, 0.3)
    })
  )
})
