import { assert, describe, it } from "@effect/vitest"
import { Role } from "../../../../src/domain/screening/floors/words/Role.ts"
import { wordsWithRole } from "../../../../src/domain/screening/floors/words/vocabulary.ts"
import { floorsOf } from "./floorReadings.ts"

/** What letters may be replaced by. */
const lookAlikes: Readonly<Record<string, ReadonlyArray<string>>> = {
  a: ["4", "@"],
  b: ["8"],
  c: ["¢"],
  e: ["3", "€"],
  g: ["9"],
  i: ["1", "!", "|"],
  l: ["1", "!", "|", "I", "£"],
  o: ["0"],
  s: ["5", "$"],
  t: ["7", "+"]
}

const replacedAt = (word: string, at: number, by: string): string =>
  word.slice(0, at) + by + word.slice(at + 1)

/** All ways to replace one letter inside a word. At its ends, a sign is punctuation. */
const replaced = (word: string): ReadonlyArray<string> =>
  Array.from(word).flatMap((letter, at) =>
    at === 0 || at === word.length - 1 ? [] : (lookAlikes[letter] ?? []).map((by) => replacedAt(word, at, by))
  )

const repeated = (word: string): ReadonlyArray<string> =>
  Array.from(word, (letter, at) => replacedAt(word, at, letter.repeat(4)))

const words = wordsWithRole(Role.child).filter((word) => /^[a-z]{4,}$/.test(word))

const promptOf = (word: string): string => `photo of a nude ${word} in bed`

const scoreOf = (word: string): number => floorsOf(promptOf(word)).score

const found = words.filter((word) => scoreOf(word) > 0)

describe("a word for a child", () => {
  it("is known in most of its languages", () => {
    assert.isAbove(found.length, 100)
  })

  it.each([
    ["a letter is replaced", replaced],
    ["a letter is repeated", repeated],
    ["a footnote follows", (word: string) => [`${word}ª`, `${word}ⁿ`]],
    ["it is spaced", (word: string) => [Array.from(word).join(" ")]]
  ])("is found when %s", (_, disguise) => {
    const hidden = found.flatMap(disguise).filter((written) => scoreOf(written) === 0)
    assert.deepStrictEqual(hidden, [])
  })
})
