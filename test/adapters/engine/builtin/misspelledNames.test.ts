import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { withNamesMended } from "../../../../src/adapters/engine/builtin/misspelledNames.ts"
import { decodeModel } from "../../../../src/adapters/engine/builtin/Model.ts"
import { makeNearFilter, slipsOf, slipWords } from "../../../../src/adapters/engine/builtin/nameSlips.ts"
import { respellings } from "../../../../src/adapters/engine/builtin/respellings.ts"
import { scorePrompt } from "../../../../src/adapters/engine/builtin/scorePrompt.ts"
import type { CheckId } from "../../../../src/domain/policy/CheckId.ts"
import { slipsIn } from "../../../support/slips.ts"
import { modelBytes } from "../modelBytes.ts"

const model = decodeModel(modelBytes, "test")

const scoreOf = (check: CheckId, prompt: string): number | undefined =>
  scorePrompt(model, { prompt, negativePrompt: null, checks: [check] }).checks[check]?.score

const misspelled = 0.6

describe("the names of people with a slip", () => {
  it.each([
    ["a letter left out", "photo of scarlet johansson on a beach"],
    ["in each word", "Photo of Scarlet Johanson on a beach"],
    ["a letter wrong", "kim kardashion at a desk"],
    ["in a word of four letters", "elom musk in a garden"],
    ["two letters swapped", "a picture of taylro swift"],
    ["a letter too many", "donald trumpp eating"],
    ["a name for another", "jenifer aniston reading"],
    ["a run of a double letter", "scarlettttt johansson waving"],
    ["masks", "t*yl*r sw*ft singing"],
    ["a mask last", "emma watso*"],
    ["written as one word", "#taylorswift"]
  ])("are found with %s", (_, prompt) => {
    assert.isAtLeast(scoreOf("real_person", prompt) ?? 0, misspelled, prompt)
  })

  it("score less than the name as it is written", () => {
    assert.strictEqual(scoreOf("real_person", "photo of scarlet johansson"), misspelled)
    assert.strictEqual(scoreOf("real_person", "photo of scarlett johansson"), 0.95)
    assert.strictEqual(scoreOf("real_person", "a fox in the style of leonardo dicapprio"), 0.2)
  })

  it.each([
    "tom thanks everyone for coming",
    "chris rocks the party",
    "emma stones collection of rocks",
    "will smiths open a shop",
    "a tailor, swift as ever",
    "a portrait photo of jon brown",
    "watson"
  ])("are not seen in ordinary words: %s", (prompt) => {
    assert.isBelow(scoreOf("real_person", prompt) ?? 1, 0.3, prompt)
  })
})

describe("the names of works with a slip", () => {
  it.each(["spongbob squarepants on a boat", "mickey mous waving", "hermion granger in a library"])(
    "are found: %s",
    (prompt) => {
      assert.strictEqual(scoreOf("copyrighted_ip", prompt), misspelled)
    }
  )
})

describe("a text with names to mend", () => {
  it("keeps all that is no name", () => {
    const text = "(masterpiece), photo of scarlet johanson, and donld trump: (best:1.2)"
    assert.strictEqual(
      withNamesMended(model, text),
      "(masterpiece), photo of scarlett johansson, and donald trump: (best:1.2)"
    )
  })

  it("is left alone when its names are right, and when it has none", () => {
    for (const text of ["", "photo of scarlett johansson", "a red fox in the snow", "* ** a*b"]) {
      assert.isUndefined(withNamesMended(model, text), text)
    }
  })
})

const Letters = Schema.Array(Schema.Literals([..."abcde"])).check(
  Schema.isMinLength(4),
  Schema.isMaxLength(16)
)

describe("a word of a name", () => {
  it.prop("is spelled again from any one slip", [Letters], ([letters]) => {
    const word = letters.join("")
    const slips = { near: makeNearFilter([word]), ordinary: new Int32Array(slipWords.ordinary) }
    for (const slip of slipsIn(word).filter((slip) => slip !== word)) {
      const written = Uint16Array.from(slip, (letter) => letter.charCodeAt(0))
      const found = slipsOf(slips, written, 0, written.length)
      assert.isDefined(found, `${word} ${slip}`)
      assert.include(
        respellings(written, found, () => true),
        word,
        `${word} ${slip}`
      )
    }
  })
})
