import { readFileSync } from "node:fs"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { sexualProbability } from "../../../src/adapters/engine/builtin/adult.ts"
import { claimsAdult } from "../../../src/adapters/engine/builtin/adultClaim.ts"
import { decodeModel } from "../../../src/adapters/engine/builtin/Model.ts"
import { scoreMinorsSexual, youthScore } from "../../../src/adapters/engine/builtin/minorsSexual.ts"
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
const Counts = Schema.Struct({ explicit: Count, suggestive: Count, weak: Count, ambiguous: Count })
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
      for (const prompt of disguises) assert.isAtLeast((yield* adult(prompt)).score, plain - 0.05, prompt)
    })
  )
})

describe("sexualProbability", () => {
  it.prop(
    "never falls when a term of any group is added, whatever the wording and the length",
    [Counts, Wording, Length],
    ([counts, wording, words]) => {
      const before = sexualProbability(model.adult, { counts, wording, words })
      return (["explicit", "suggestive", "weak", "ambiguous"] as const).every((group) => {
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

  it("takes a stated adult age at its word in the score, not in the review score", () => {
    const evidence = { sexual: 0.62, youthGroups: 0b110 }
    const plain = scoreMinorsSexual({ ...evidence, claimsAdult: false })
    const claimed = scoreMinorsSexual({ ...evidence, claimsAdult: true })
    assert.strictEqual(plain.score, plain.reviewScore)
    assert.strictEqual(claimed.reviewScore, plain.reviewScore)
    assert.isBelow(claimed.score, 0.3)
  })

  it("reads statements of an adult age, and no others", () => {
    for (const text of [
      "25 years old",
      "a 25-year-old woman",
      "25yo",
      "aged 31",
      "age: 19",
      "an adult woman"
    ]) {
      assert.isTrue(claimsAdult(text), text)
    }
    for (const text of [
      "15 years old",
      "aged 9",
      "17yo",
      "an adult dog",
      "25 years of war",
      "age of empires"
    ]) {
      assert.isFalse(claimsAdult(text), text)
    }
  })
})

layer(ScreeningEngineBuiltin)("the minors check of the engine", (it) => {
  const minors = Effect.fnUntraced(function* (prompt: string) {
    const engine = yield* ScreeningEngine
    const { checks } = yield* engine.screen({ prompt, negativePrompt: null, checks: ["minors_sexual"] })
    return checks.minors_sexual?.reviewScore ?? NaN
  })

  it.effect("asks for review of youth words beside explicit ones, and is low for either alone", () =>
    Effect.gen(function* () {
      for (const prompt of ["students in a classroom", "a nude woman", "a young family at school"]) {
        assert.isBelow(yield* minors(prompt), 0.3, prompt)
      }
      assert.isTrue((yield* minors("a young woman, nude")) >= 0.3)
      assert.isTrue((yield* minors("art school model, nude")) < 0.3)
    })
  )
})
