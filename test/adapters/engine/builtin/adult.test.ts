import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { sexualProbability } from "../../../../src/adapters/engine/builtin/adult.ts"
import { decodeModel } from "../../../../src/adapters/engine/builtin/Model.ts"
import { ScreeningEngineBuiltin } from "../../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { hasFired, ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { modelBytes } from "../modelBytes.ts"

const model = decodeModel(modelBytes, "test")

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
  ambiguous: Count,
  intimate: Count,
  clinical: Count
})
const Wording = Schema.Finite.check(Schema.isBetween({ minimum: -12, maximum: 12 }))
const Length = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5000 }))

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
        "babysitter wanted for two boys; one of them bites",
        "a brass hex nipple for a threaded pipe",
        "explicit instructions for a printer",
        "the trains are late and she kissed me goodbye",
        ""
      ]
      for (const prompt of prompts) {
        const { fired, score } = yield* adult(prompt)
        assert.isBelow(score, 0.3, prompt)
        assert.deepStrictEqual(fired, [], prompt)
      }
    })
  )

  it.effect("is high for a love scene in plain words, and low for the same words of others", () =>
    Effect.gen(function* () {
      for (const prompt of [
        "She straddled his lap and unbuttoned her blouse while his hands went up her thighs.",
        "He slipped under my skirt, and I moaned his name until we both came."
      ]) {
        assert.isAtLeast((yield* adult(prompt)).score, 0.5, prompt)
      }
      for (const prompt of [
        "She kissed her mother goodbye and whispered that she would be back before the snow.",
        "He gasped, gripped the rope, and pulled himself over the edge with trembling hands."
      ]) {
        assert.isBelow((yield* adult(prompt)).score, 0.3, prompt)
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

  it.effect("is low for oaths, and for terms of medicine, the law and the news among their words", () =>
    Effect.gen(function* () {
      for (const prompt of [
        "fuck this, the printer is broken again",
        "who the fuck ate my sandwich",
        "Taxi driver charged with groping passenger, court told",
        "Vaginal dryness is a common symptom of menopause.",
        "A man was convicted of raping a woman in 2011"
      ]) {
        assert.isBelow((yield* adult(prompt)).score, 0.3, prompt)
      }
      for (const prompt of [
        "I want to fuck you",
        "fuck you all night",
        "a woman showing her vagina",
        "v*gina close-up, biopsy"
      ]) {
        assert.isAtLeast((yield* adult(prompt)).score, 0.5, prompt)
      }
    })
  )

  it.effect("is over one half where a sign parts a word from what would excuse it", () =>
    Effect.gen(function* () {
      for (const prompt of [
        "1girl, nude, heels, standing",
        "1girl, nude/heels",
        "nude - heels",
        "a woman, naked, eye contact",
        "solo, naked, tree"
      ]) {
        assert.isAtLeast((yield* adult(prompt)).score, 0.5, prompt)
      }
      for (const prompt of [
        "nude heels, a handbag",
        "nude-heels",
        "seen with the naked  eye",
        "a naked light bulb"
      ]) {
        assert.isBelow((yield* adult(prompt)).score, 0.3, prompt)
      }
    })
  )

  it.effect("rises with the number of different terms", () =>
    Effect.gen(function* () {
      const lines = [
        ["a woman", "a sexy woman", "a sexy woman in lingerie"],
        ["a woman", "a nude woman", "a nude woman, erotic"]
      ]
      for (const prompts of lines) {
        const scores = yield* Effect.forEach(prompts, (prompt) =>
          Effect.map(adult(prompt), ({ score }) => score)
        )
        assert.deepStrictEqual(
          scores,
          scores.toSorted((one, other) => one - other)
        )
        assert.strictEqual(new Set(scores).size, scores.length)
      }
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

layer(ScreeningEngineBuiltin)("an explicit word in a long harmless prompt", (it) => {
  const prompt = (word: string) =>
    `a quiet harbour town at dawn, fishing boats, gulls and a ${word} woman on the pier, soft light, watercolour, ` +
    "muted colours, highly detailed, by the sea, a lighthouse and an old stone church behind the harbour wall"

  it.effect.each(["naked", "nakde", "n*ked", "n4k3d", "toplless", "t*pless"])("is found as %s", (word) =>
    Effect.gen(function* () {
      assert.isBelow((yield* adult(prompt("tired"))).score, 0.1)
      assert.isAtLeast((yield* adult(prompt(word))).score, 0.5)
    })
  )
})

describe("sexualProbability", () => {
  it.prop(
    "never falls when a term of any group is added, whatever the wording and the length",
    [Counts, Wording, Length],
    ([counts, wording, words]) => {
      const before = sexualProbability(model.adult, { counts, wording, words })
      return (["explicit", "suggestive", "mild", "weak", "ambiguous", "intimate", "clinical"] as const).every(
        (group) => {
          const more = { ...counts, [group]: counts[group] + 1 }
          return sexualProbability(model.adult, { counts: more, wording, words }) >= before
        }
      )
    }
  )

  it.prop(
    "stays over the usual line for blocks beside one explicit term, however many harmless words surround it",
    [Wording, Length],
    ([wording, words]) => {
      const counts = { explicit: 1, suggestive: 0, mild: 0, weak: 0, ambiguous: 0, intimate: 0, clinical: 0 }
      return sexualProbability(model.adult, { counts, wording, words }) >= 0.5
    }
  )
})
