import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { applyFloors } from "../../../../src/domain/screening/floors/applyFloors.ts"
import type { FloorResult } from "../../../../src/domain/screening/floors/FloorResult.ts"
import { fastest } from "../fastest.ts"

const floorsOf = (prompt: string, sexual: boolean, negativePrompt: string | null = null): FloorResult =>
  applyFloors({ prompt, negativePrompt }, sexual)

const countedIn = ({ findings }: FloorResult) => findings.filter(({ counted }) => counted)

const coded = Buffer.from("bG9saQ==", "base64").toString("utf8")

const Piece = Schema.Literals([
  "a 15 year old",
  "25 years old",
  "child",
  "Hermione Granger",
  "adult",
  "nude",
  "nudé",
  "naked eye",
  "7th grade",
  "she is 14",
  "all are adults",
  "ch1ld",
  "c h i l d",
  "𝒸hild",
  "👧🏽",
  "\ud83d",
  "\udc00",
  "\u0000",
  "e\u0301",
  "ﬁ",
  "ﷺ",
  " ",
  ", ",
  ". ",
  "(",
  ":1.2)",
  "* ",
  coded
])
const Prompts = Schema.Array(Piece).check(Schema.isMaxLength(12))

const splitsPair = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

describe("for every prompt", () => {
  it.prop(
    "more that is sexual never lowers a score",
    [Prompts, Schema.NullOr(Prompts)],
    ([pieces, negatives]) => {
      const negative = negatives?.join("") ?? null
      const without = floorsOf(pieces.join(""), false, negative)
      const withIt = floorsOf(pieces.join(""), true, negative)
      assert.isAtLeast(withIt.score, without.score)
      assert.isAtLeast(withIt.reviewScore, without.reviewScore)
      assert.isAtLeast(withIt.reviewScore, withIt.score)
      assert.isAtLeast(countedIn(withIt).length, countedIn(without).length)
    }
  )

  it.prop("spans lie in the text and split no character", [Prompts], ([pieces]) => {
    const prompt = pieces.join("")
    for (const { end, start } of floorsOf(prompt, true).findings) {
      assert.isTrue(start >= 0 && start < end && end <= prompt.length)
      assert.isFalse(splitsPair(prompt, start))
      assert.isFalse(splitsPair(prompt, end))
    }
  })

  it.prop("findings stand in the order of the text, and those of one floor apart", [Prompts], ([pieces]) => {
    const { findings } = floorsOf(pieces.join(""), true)
    for (const [at, { end, floor, start }] of findings.entries()) {
      for (const later of findings.slice(at + 1)) {
        assert.isAtLeast(later.start, floor === later.floor ? end : start)
      }
    }
  })

  it.prop("any text at all is read without fault", [Schema.String, Schema.String], ([prompt, negative]) => {
    const { reviewScore, score } = floorsOf(prompt, true, negative)
    assert.include([0, 0.5], score)
    assert.include([0, 0.3, 0.5], reviewScore)
  })
})

const promptLength = 10_000
const hostile: ReadonlyArray<readonly [name: string, unit: string]> = [
  ["combining marks", "a\u0301\u0302\u0303\u0304"],
  ["zero-width characters", "\u200b"],
  ["one letter", "a"],
  ["spelled letters", "a "],
  ["digits", "7"],
  ["number lists", "5-"],
  ["brackets", "(["],
  ["mixed scripts", "a\u0430\u03b1"],
  ["astral characters", "𝐚👍🏽"],
  ["long compatibility forms", "ﷺ㌀"],
  ["masks", "a*b"],
  ["everything at once", "child 15yo l0l f*k Harry Potter 7th grade, she is 9. ｘаb aaa "]
]

const filled = (unit: string, length = promptLength): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

/** Words and marks that can be read in every other way that there is. */
const disguises = ' n1ce booook f1ne a1l wa!l toddIer childª l2 1O childd - "a"'

const hostileTexts: ReadonlyArray<readonly [name: string, text: string]> = [
  ...hostile.map(([name, unit]) => [name, filled(unit)] as const),
  ["a word full of marks", `nude ch${filled("\u0301", promptLength - 10)}ild`],
  ...["十七歳", "17 year old ", "child ", "chilᵈ "].map(
    (unit) =>
      [
        `every disguise behind ${unit.trim()}`,
        filled(unit, promptLength - disguises.length) + disguises
      ] as const
  )
]

describe("hostile text of 10,000 characters", () => {
  // A quadratic rule takes seconds here, and so did forty views. The bound leaves room for a busy machine.
  it.each(hostileTexts)("is read in time: %s", (_, text) => {
    assert.isBelow(
      fastest(() => {
        // The last reading is remembered.
        floorsOf("", true)
        floorsOf(text, true)
      }),
      150
    )
  })
})
