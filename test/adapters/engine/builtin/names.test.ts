import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ScreeningEngineBuiltin } from "../../../../src/adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import type { CheckId } from "../../../../src/domain/policy/CheckId.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"

const answer = Effect.fnUntraced(function* (check: CheckId, prompt: string) {
  const engine = yield* ScreeningEngine
  const { checks } = yield* engine.screen({ prompt, negativePrompt: null, checks: [check] })
  return { score: checks[check]?.score, signals: (checks[check]?.signals ?? []).map(({ signal }) => signal) }
})

type Row = readonly [prompt: string, score: number, signals: ReadonlyArray<string>]

const assertRows = (check: CheckId, rows: ReadonlyArray<Row>) =>
  Effect.gen(function* () {
    for (const [prompt, score, signals] of rows) {
      assert.deepStrictEqual(yield* answer(check, prompt), { score, signals: [...signals] }, prompt)
    }
  })

describe("the real-person score", () => {
  layer(ScreeningEngineBuiltin)((it) => {
    it.effect("follows the name and what is asked of it", () =>
      assertRows("real_person", [
        ["Emma Watson walking a dog", 0.85, ["named_person"]],
        ["EMMA WATSON's garden", 0.85, ["named_person"]],
        ["a photo of emma watson", 0.95, ["named_person"]],
        ["deepfake, tom cruise", 0.95, ["named_person"]],
        ["nude Brad Pitt", 0.95, ["named_person"]],
        ["a landscape in the style of Tom Cruise", 0.2, ["style_reference"]],
        ["a fox, painted by Brad Pitt and Tom Cruise", 0.2, ["style_reference"]],
        ["a fox held by Brad Pitt", 0.85, ["named_person"]],
        ["the George Washington Bridge at dusk", 0.25, ["named_person"]],
        ["a Pete Rose Way street sign", 0.25, ["named_person"]],
        ["a street sign for Jack Kerouac (Adler) Road", 0.25, ["named_person"]],
        ['a road sign that reads "Greta Garbo Old Road"', 0.25, ["named_person"]],
        ['a road sign that reads "Greta Garbo"', 0.85, ["named_person"]],
        ["a street sign for Greta Garbo, red carpet, evening dress", 0.85, ["named_person"]],
        ["a street sign with Greta Garbo on it", 0.85, ["named_person"]],
        ["a nude street sign for Greta Garbo", 0.95, ["named_person"]],
        ["a statue of Abraham Lincoln", 0.35, ["named_person"]],
        ["president Reagan at a desk", 0.45, ["named_person"]],
        ["a portrait of Mary Thompson", 0.4, ["person_pattern"]]
      ])
    )

    it.effect("takes nobody for an author or a street who is only named beside one", () =>
      assertRows("real_person", [
        ["Emma Watson street style", 0.85, ["named_person"]],
        ["Emma Watson, street art", 0.85, ["named_person"]],
        ["Emma Watson nude street", 0.95, ["named_person"]],
        ["Emma Watson street, nude", 0.95, ["named_person"]],
        ["emma watson, aesthetic, 4k", 0.85, ["named_person"]],
        ["a dog sitting by Brad Pitt", 0.85, ["named_person"]],
        ["Foto von Emma Watson am Strand", 0.95, ["named_person"]],
        ["ein Fuchs von Brad Pitt", 0.2, ["style_reference"]],
        ["ein Fuchs im Stil von Brad Pitt", 0.2, ["style_reference"]]
      ])
    )

    it.effect("reads a name through disguised writing", () =>
      assertRows("real_person", [
        ["ｅｍｍａ ｗａｔｓｏｎ", 0.85, ["named_person"]],
        ["e\u200bmma wаtson", 0.85, ["named_person"]],
        ["emma w4ts0n", 0.85, ["named_person"]],
        ["emma_watson", 0.85, ["named_person"]]
      ])
    )

    it.effect("reads digits for letters at the ends of a name, and a 1 as either letter", () =>
      assertRows("real_person", [
        ["45ht0n kutch3r", 0.85, ["named_person"]],
        ["4d4m 54ndl3r", 0.85, ["named_person"]],
        ["d4n13l cr41g", 0.85, ["named_person"]],
        ["d4nie1 r4dc1iff3 walking", 0.85, ["named_person"]]
      ])
    )

    it.effect("knows names that were added by hand, also in their own script", () =>
      assertRows("real_person", [
        ["Giannis Antetokounmpo in the rain", 0.85, ["named_person"]],
        ["zohran mamdani on a bus", 0.85, ["named_person"]],
        ["Илон Маск на рынке", 0.85, ["named_person"]],
        ["大谷翔平が野球をする", 0.85, ["named_person"]],
        ["شاكيرا في السوق", 0.7, ["named_person"]],
        ["Trump eating a burger", 0.7, ["named_person"]]
      ])
    )

    it.effect("is near 0 where nobody is named", () =>
      assertRows("real_person", [
        ["a photo of a man with a hat", 0.01, []],
        ["a photo of Golden Gate Bridge", 0.01, []],
        ["a watson lamp beside emma", 0.01, []],
        ["a bush in a garden", 0.01, []],
        ["a pitbull puppy in a garden", 0.01, []],
        ["she plays the trump card", 0.01, []],
        ["the skyline of Ho Chi Minh City at night", 0.01, []]
      ])
    )
  })
})

describe("the copyrighted-ip score", () => {
  layer(ScreeningEngineBuiltin)((it) => {
    it.effect("follows what is named", () =>
      assertRows("copyrighted_ip", [
        ["Batman on a roof", 0.8, ["named_character"]],
        ["Spider-Man on a roof", 0.8, ["named_character"]],
        ["spiderman on a roof", 0.8, ["named_character"]],
        ["hatsune_miku singing", 0.8, ["named_character"]],
        ["Darth Vader in Star Wars", 0.92, ["named_character", "franchise"]],
        ["a Star Wars poster", 0.45, ["franchise"]],
        ["Naruto on a roof", 0.8, ["named_character"]],
        ["Sakura from Naruto on a roof", 0.8, ["named_character"]],
        ["a fox in Naruto style", 0.3, ["style_reference"]],
        ["Batman, style of Van Gogh", 0.8, ["named_character"]],
        ["Snow White from Disney on a beach", 0.8, ["named_character", "franchise"]],
        ["a Thor movie poster", 0.8, ["named_character"]],
        ["a fox in the style of Studio Ghibli", 0.3, ["style_reference"]],
        ["pixar style fox", 0.3, ["style_reference"]],
        ["Nike shoes", 0.35, ["brand"]],
        ["ｂａｔｍａｎ", 0.8, ["named_character"]],
        ["b4tman", 0.8, ["named_character"]]
      ])
    )

    it.effect("reads digits for letters", () =>
      assertRows("copyrighted_ip", [
        ["5up3rm4n flying", 0.8, ["named_character"]],
        ["n4rut0 uzum4k1 eating", 0.8, ["named_character"]]
      ])
    )

    it.effect("counts an ambiguous name only with a second cue", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* answer("copyrighted_ip", "a link to a page")).score, 0.1)
        assert.strictEqual((yield* answer("copyrighted_ip", "link cosplay")).score, 0.8)
        assert.strictEqual((yield* answer("copyrighted_ip", "power from the sun")).score, 0.1)
        assert.strictEqual((yield* answer("copyrighted_ip", "power from chainsaw man")).score, 0.8)
        assert.strictEqual((yield* answer("copyrighted_ip", "a photo of Turin")).score, 0.1)
        assert.strictEqual((yield* answer("copyrighted_ip", "Sonya and Katarina at lunch")).score, 0.1)
        assert.strictEqual((yield* answer("copyrighted_ip", "Nami from One Piece")).score, 0.8)
      })
    )

    it.effect("counts a given name that many characters share only with a second cue", () =>
      Effect.gen(function* () {
        for (const name of ["Haruka Sokolov", "Yumi Baker", "Kasumi Thompson"]) {
          assert.strictEqual((yield* answer("copyrighted_ip", `${name} at a market`)).score, 0.1, name)
        }
        assert.strictEqual((yield* answer("copyrighted_ip", "Haruka Amami at a market")).score, 0.8)
      })
    )

    it.effect("takes a phrase of other meaning for no name, unless a sign parts it", () =>
      assertRows("copyrighted_ip", [
        ["a one-piece swimsuit on a hanger", 0.01, []],
        ["one piece, dress, pirate ship", 0.45, ["franchise"]],
        ["poison ivy leaves on a trail", 0.01, []]
      ])
    )

    it.effect("is near 0 where nothing is named", () =>
      assertRows("copyrighted_ip", [
        ["a fox on a hill, trending on artstation, octane render", 0.01, []],
        ["a frozen lake at sunrise", 0.01, []],
        ["an apple and a shell on a table", 0.01, []],
        ["a library for C, C++ and Rust", 0.01, []],
        ["see figure I.8, set in Comic Sans", 0.01, []],
        ["a cup of darjeeling and a plate of carpaccio", 0.1, []],
        ["Lucía Thompson at a market", 0.01, []],
        ["portrait of Thor, film grain", 0.1, []],
        ["Elsa at an anime fair", 0.1, []],
        ["birds of prey over route 66", 0.01, []]
      ])
    )
  })
})
