import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { viewsOf } from "../../../../src/domain/screening/floors/views.ts"
import { countedAlone } from "./floorReadings.ts"

const textsOf = (original: string): ReadonlyArray<string> => viewsOf(original).map(({ view }) => view.text)

/** A prompt, and what its disguised words are read as. */
const disguised: ReadonlyArray<readonly [prompt: string, read: string]> = [
  // The word tells which letter a thin stroke stands for.
  ["a g1rl in the h!lls", "a girl in the hills"],
  ["B3l1a and Wi11ow", "bella and willow"],
  ["toddIer", "toddler"],
  ["12 year o|d", "12 year old"],
  ["g1r1, schoo1g!rl, 1i1y", "girl, schoolgirl, lily"],
  // It tells how often a letter was meant as well.
  ["a niceee booook", "a nicee book"],
  ["teeen and tennn", "teen and ten"],
  ["m4tuuure", "mature"],
  ["teeeenaggger", "teenager"],
  // A number or a word
  ["aged l2, I5yo, 1Oyo", "aged 12, 15yo, 10yo"],
  ["15yooo", "15yo"],
  ["8oy, l0ve", "boy, love"],
  // A footnote or letters
  ["childª aged 12º, gᵢʳˡ", "child aged 12 , girl"],
  ["少女n1ce写真", "少女nice写真"]
]

const Piece = Schema.Literals([
  "a 15 year old",
  "ch1ld",
  "wa!l",
  "booook",
  "toddIer",
  "childª",
  "aged l2",
  "1O",
  "childd",
  '"girl"',
  "**17**",
  "(12)",
  "\n",
  " - ",
  "十七歳",
  "c h i l d",
  " "
])

describe("the views of a text", () => {
  it.each(disguised)("read %j as %j", (prompt, read) => {
    assert.strictEqual(textsOf(prompt)[1], read)
  })

  it.each(["a woman, 25 years old", "4k, 35mm, f/1.8, 1girl", "a kiss at noon"])(
    "are one if nothing in it can be read in another way: %j",
    (prompt) => {
      assert.deepStrictEqual(textsOf(prompt), [prompt])
    }
  )

  it.prop("are three at most, however many disguises and marks it has", [Schema.Array(Piece)], ([pieces]) => {
    const texts = textsOf(pieces.join(" "))
    assert.isAtLeast(texts.length, 1)
    assert.isAtMost(texts.length, 3)
  })

  it("show what each disguise hides, in one text", () => {
    assert.deepStrictEqual(countedAlone('nude ch1ld, toddIerª, "teeenager" - aged l2'), [
      "ch1ld",
      "toddIer",
      "teeenager",
      "aged l2"
    ])
  })

  it.each([
    ["child, ", "nud3"],
    ["child, ", "s3xy child"],
    ["she is 15, ", "s3xy"],
    ["in grade 8, ", "s3xy"],
    ["Hermione Granger, ", "nud3"],
    ["Hermione Granger, ", "she is l5, s3xy"],
    ["child, ", "sexy woman, aged t3n"]
  ])("show what is disguised behind more minors than are listed: %j, %j", (minor, disguise) => {
    const minors = minor.repeat(150)
    assert.strictEqual(countedAlone(minors).length, 0)
    assert.strictEqual(countedAlone(`${minors}${disguise}`).length, 100)
  })
})
