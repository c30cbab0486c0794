import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { StorableText, Text } from "../../../../src/adapters/http/schemas/text.ts"

const isText = (least: number, most: number) => Schema.is(Text(least, most))

/** Seven UTF-16 units, five characters, and one to the eye. */
const family = "\u{1f9d1}\u200d\u{1f9d1}\u200d\u2640"

const characters: ReadonlyArray<readonly [string, number]> = [
  ["", 0],
  ["a", 1],
  ["é", 1],
  ["e\u0301", 2],
  ["\u{1f9d1}", 1],
  [family, 5],
  ["\ud800", 1],
  ["\udc00\ud800", 2],
  ["\ud800\ud800\udc00", 2],
  ["\0", 1],
  ["\u{1f9d1}".repeat(10_000), 10_000]
]

describe("Text", () => {
  it.each(characters)("counts %j as its code points", (text, count) => {
    assert.isTrue(isText(count, count)(text))
    assert.isFalse(isText(0, count - 1)(text))
    assert.isFalse(isText(count + 1, count + 10)(text))
  })

  it.prop("counts as iterating over the text does", [Schema.String, Schema.String], ([one, two]) => {
    const text = `${one}\u{1f9d1}${two}\ud800`
    const count = [...text].length
    assert.isTrue(isText(count, count)(text))
    assert.isFalse(isText(0, count - 1)(text))
    assert.isFalse(isText(count + 1, 2 * count + 2)(text))
  })

  it("says what is wrong with the length", () => {
    const messageOf = (least: number, most: number, text: string) =>
      Result.match(Schema.decodeResult(Text(least, most))(text), {
        onSuccess: () => "",
        onFailure: ({ message }) => message
      })
    assert.include(messageOf(1, 5, ""), "must have at least 1 character")
    assert.include(messageOf(3, 5, "ab"), "must have at least 3 characters")
    assert.include(messageOf(0, 2, "\u{1f9d1}".repeat(3)), "must have at most 2 characters, and has 3")
    assert.include(messageOf(0, 10_000, "a".repeat(10_001)), "at most 10,000 characters, and has 10001")
  })

  it("takes any text at all, and nothing that is not text", () => {
    assert.isTrue(isText(1, 10)("\0\ud800"))
    for (const other of [1, null, undefined, [], {}]) assert.isFalse(isText(0, 10)(other))
  })
})

describe("StorableText", () => {
  const isStorable = Schema.is(StorableText(1, 10))

  it.each(["a", "\u{1f9d1}", "\u0001", "\ufffd", family])("takes %j", (text) => {
    assert.isTrue(isStorable(text))
  })

  it.each(["\0", "a\0b", "\ud800", "a\udc00", "\udc00\ud800", "", "a".repeat(11)])("refuses %j", (text) => {
    assert.isFalse(isStorable(text))
  })
})
