import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { rolesOf, spellingOf, tokenise } from "../../../../src/domain/screening/floors/tokens.ts"
import {
  continueHigh,
  continueLow,
  finishLower,
  highStart,
  lowStart
} from "../../../../src/domain/screening/floors/words/termHash.ts"
import {
  hashedWordOf,
  noWord,
  wordOf,
  wordsWithRole
} from "../../../../src/domain/screening/floors/words/vocabulary.ts"
import { normalise } from "../../../../src/domain/screening/normalisation/normalise.ts"

const byHash = (word: string) => {
  const [high, low] = [continueHigh(highStart, word), continueLow(lowStart, word)]
  const { roles, value } = hashedWordOf(high, low, finishLower(high, low))
  return { roles, value }
}

const plainly = (word: string) => {
  const { roles, value } = wordOf(word)
  return { roles, value }
}

const Text = Schema.Array(
  Schema.Literals([
    "girl",
    "15",
    "1200",
    "girls",
    "a",
    "k",
    " ",
    ", ",
    "-",
    "*",
    "é",
    "子供",
    "ไทย",
    "twelve",
    ". "
  ])
).check(Schema.isMaxLength(20))

describe("the floors' words", () => {
  it("are all found by their hash", () => {
    const words = wordsWithRole(-1)
    assert.isAbove(words.length, 1000)
    for (const word of words) assert.deepStrictEqual(byHash(word), plainly(word), word)
  })

  it.prop("are not found in any other word", [Schema.String], ([word]) => {
    assert.deepStrictEqual(byHash(word), wordOf(word) === noWord ? { roles: 0, value: -1 } : plainly(word))
  })

  it.prop(
    "stand in a text as its digits and the letters of each script do, and their roles are those of all",
    [Text],
    ([parts]) => {
      const view = normalise(parts.join(""))
      const tokens = tokenise(view)
      const words = Array.from(view.text.matchAll(/[0-9]+|[a-z]+|[\u0e00-\uffff]+/gu))
      assert.deepStrictEqual(
        tokens.map((token) => [spellingOf(token), token.start]),
        words.map(([word], at) => [word, words[at]?.index])
      )
      for (const { value, word = "" } of tokens) {
        if (/^[0-9]+$/.test(word)) assert.strictEqual(value, word.length > 3 ? -1 : Number(word))
      }
      for (const { roles } of tokens) assert.strictEqual(rolesOf(tokens) & roles, roles)
    }
  )
})
