import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  foldSubstitutions,
  normalise,
  originalSpan
} from "../../../../src/domain/screening/normalisation/normalise.ts"
import type { NormalisedText } from "../../../../src/domain/screening/normalisation/normalise.ts"
import { fastest } from "../fastest.ts"

const Unit = Schema.Literals([
  ..."abcxyz019 .,:;-_*!|()[]{}<>$@+/'\\%",
  ..."аеохжи",
  ..."αονσλΣ",
  ..."Àéßıİ",
  "e\u0301",
  "\u0301",
  "\u200b",
  "\u202e",
  "\ufe0f",
  "\u0000",
  "\ud83d",
  "\ude00",
  "👍🏽",
  "𝐟",
  "ﬁ",
  "ﷺ",
  "㌀",
  "⒇",
  "\u1112",
  "\u1161",
  "\u11ab",
  "ꓡ",
  "猫",
  "BREAK",
  "score_9",
  "<lora:",
  ":1.3)",
  "::2",
  "  ",
  "\n"
])
const Texts = Schema.Array(Unit).check(Schema.isMaxLength(24))

const assertSpans = (view: NormalisedText, original: string): void => {
  let previousStart = 0
  let previousEnd = 0
  for (let at = 0; at < view.text.length; at++) {
    const { end, start } = originalSpan(view, at, at + 1)
    assert.isTrue(start >= previousStart && start < end && end >= previousEnd && end <= original.length)
    previousStart = start
    previousEnd = end
  }
}

const word = "watercolour"
const disguises: ReadonlyArray<(letter: string) => string> = [
  (letter) => letter,
  (letter) => letter.toUpperCase(),
  (letter) => `${letter}\u200b`,
  (letter) => `${letter}\u0301`,
  (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
  (letter) => String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0x1d41a),
  (letter) => ({ a: "\u0430", c: "\u0441", e: "\u0435", o: "\u043e", t: "\u0442" })[letter] ?? letter
]
const Disguise = Schema.Array(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: disguises.length - 1 }))
).check(Schema.isMinLength(word.length), Schema.isMaxLength(word.length))

describe("for every text", () => {
  it.prop("each unit of each view stands for a stretch of the original, in order", [Texts], ([units]) => {
    const original = units.join("")
    const view = normalise(original)
    assertSpans(view, original)
    assertSpans(foldSubstitutions(view), original)
    assertSpans(foldSubstitutions(view, 2), original)
  })

  it.prop("normalising once is enough", [Texts], ([units]) => {
    const { text } = normalise(units.join(""))
    assert.strictEqual(normalise(text).text, text)
  })

  it.prop("the same holds for arbitrary Unicode", [Schema.String], ([original]) => {
    const view = normalise(original)
    assertSpans(view, original)
    assert.strictEqual(normalise(view.text).text, view.text)
  })

  it.prop(
    "a word is found in any disguise, and its span covers the disguise",
    [Disguise, Texts],
    ([choice, before]) => {
      const disguised = Array.from(word, (letter, at) => disguises[choice[at] ?? 0]?.(letter) ?? letter).join(
        ""
      )
      const lead = `${before.join("")}\n- `
      const original = `${lead}${disguised} den`
      const view = normalise(original)
      const at = view.text.lastIndexOf(word)
      assert.notStrictEqual(at, -1)
      const { end, start } = originalSpan(view, at, at + word.length)
      assert.strictEqual(start, lead.length)
      assert.isAtLeast(end, lead.length + disguised.trimEnd().length - 1)
      assert.isAtMost(end, lead.length + disguised.length)
    }
  )
})

it("every code point is read the same when it is read again", () => {
  for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
    const { text } = normalise(String.fromCodePoint(codePoint))
    if (normalise(text).text !== text)
      assert.fail(`U+${codePoint.toString(16)} becomes ${JSON.stringify(text)}`)
  }
})

const promptLength = 10_000

describe("hostile text of 10,000 characters", () => {
  // A quadratic step takes seconds here; the bound leaves room for a busy machine.
  it.each<readonly [name: string, unit: string]>([
    ["combining marks", "a\u0301\u0302\u0303\u0304"],
    ["zero-width characters", "\u200b"],
    ["spaces", " "],
    ["one letter", "a"],
    ["spelled letters", "a "],
    ["spelled letters with growing gaps", "a  b c   d"],
    ["digits", "7"],
    ["brackets", "(["],
    ["weights", ":1"],
    ["mixed scripts", "a\u0430\u03b1"],
    ["astral characters", "𝐚👍🏽"],
    ["long compatibility forms", "ﷺ㌀"],
    ["lone surrogates", "\ud800"]
  ])("is read in time: %s", (_, unit) => {
    const original = unit.repeat(Math.ceil(promptLength / unit.length)).slice(0, promptLength)
    assert.isBelow(
      fastest(() => {
        // The last view is remembered.
        normalise("")
        foldSubstitutions(normalise(original))
      }),
      50
    )
  })
})
