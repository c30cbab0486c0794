import { assert, describe, it } from "@effect/vitest"
import { countCharacters, firstCharacters } from "../../../src/domain/shared/characters.ts"

const fox = "\u{1f98a}"

describe("firstCharacters", () => {
  it.each([
    ["", 3, ""],
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    [`ab${fox}`, 3, `ab${fox}`],
    [`ab${fox}d`, 3, `ab${fox}`],
    [fox.repeat(5), 3, fox.repeat(3)],
    ["ab\ud800d", 3, "ab\ud800"]
  ])("of %j, at most %i, are %j: none is cut in two", (text, most, first) => {
    assert.strictEqual(firstCharacters(text, most), first)
    assert.strictEqual(countCharacters(first), Math.min(most, countCharacters(text)))
  })
})
