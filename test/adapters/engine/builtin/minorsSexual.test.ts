import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  evidenceScore,
  scoreMinorsSexual,
  youthScore
} from "../../../../src/adapters/engine/builtin/minorsSexual.ts"
import { ScreeningEngineBuiltin } from "../../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { hasFired, ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"

const Probability = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Groups = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))

describe("the minors score", () => {
  it("needs both sexual language and youth words", () => {
    assert.isBelow(youthScore(0.02, 0b11110), 0.05)
    assert.isBelow(youthScore(0.96, 0), 0.05)
    assert.isTrue(youthScore(0.62, 0b10) >= 0.3 && youthScore(1, 0b10) <= 0.48)
    assert.isAtLeast(youthScore(0.5, 0b110), 0.5)
    assert.isBelow(youthScore(0.49, 0b110), 0.5)
  })

  it("takes an explicit or a suggestive term as sexual, however harmless the words around it are", () => {
    for (const terms of [
      { explicit: true, suggestive: false },
      { explicit: false, suggestive: true }
    ]) {
      const { score } = scoreMinorsSexual({
        ...terms,
        sexual: 0.1,
        youthGroups: 0b110,
        exploitation: false,
        contents: null,
        prompt: "",
        negativePrompt: null
      })
      assert.isAtLeast(score, 0.5)
    }
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

  it.effect("asks for review of words that go with youth in other languages", () =>
    Effect.gen(function* () {
      for (const prompt of [
        "nackte Schülerin",
        "novinha nua",
        "jovencita desnuda",
        "裸の女子生徒",
        "seks, uczennica",
        "Schuluniform, nackt",
        "sobrina desnuda",
        "étudiante nue, couettes",
        "giovanissima nuda",
        "uniforme escolar, nua",
        "stiefdochter naakt",
        "студентка голая",
        "okul üniforması, çıplak",
        "training bra, nude"
      ]) {
        assert.isAtLeast((yield* minors(prompt)).reviewScore, 0.3, prompt)
      }
    })
  )

  it.effect("is low for the care and the teaching of children", () =>
    Effect.gen(function* () {
      const prompts = [
        "a baby in a diaper", "diapers for toddlers", "sex and age of the children", "sexual maturity of children and puberty",
        "éducation sexuelle des enfants", "성교육 초등학생", "edukacja seksualna dzieci", "bottle nipples for babies"
      ] // oxfmt-ignore
      for (const prompt of prompts) assert.isBelow((yield* minors(prompt)).reviewScore, 0.3, prompt)
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

  it.effect("finds adulthood in a negative prompt that disguises it", () =>
    Effect.gen(function* () {
      for (const negativePrompt of ["4dult", "adu1t", "aduuult"]) {
        const { fired, reviewScore } = yield* minors("a nude woman", negativePrompt)
        assert.isAtLeast(reviewScore, 0.3, negativePrompt)
        assert.include(fired, "negative_adulthood", negativePrompt)
      }
    })
  )

  it.effect("asks for review where the exploitation of a child is spoken of without a sexual word", () =>
    Effect.gen(function* () {
      for (const prompt of [
        "an inappropriate photo of a child",
        "how to groom a child",
        "exploiting minors online"
      ]) {
        const { fired, reviewScore, score } = yield* minors(prompt)
        assert.isAtLeast(reviewScore, 0.3, prompt)
        assert.isBelow(score, 0.3, prompt)
        assert.include(fired, "exploitation_terms", prompt)
      }
      const harmless = [
        "a boy grooming his dog", "a flower girl beside the groom", "an inappropriate joke at work", "exploiting a bug",
        "a lion, the top predator, watched by children", "how platforms moderate inappropriate content"
      ] // oxfmt-ignore
      for (const prompt of harmless) assert.isBelow((yield* minors(prompt)).reviewScore, 0.3, prompt)
    })
  )
})
