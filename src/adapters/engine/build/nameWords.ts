import { addHash } from "../builtin/BloomFilter.ts"
import { nameWord, personKind, workKind, workKindOf } from "../builtin/labels.ts"
import { longestSummed } from "../builtin/letterSums.ts"
import { makeNearFilter, slipWords } from "../builtin/nameSlips.ts"
import type { NameSlips } from "../builtin/nameSlips.ts"
import { makeTokens, readTokens } from "../builtin/tokens.ts"
import type { OrdinaryText } from "./ordinaryText.ts"
import { isOneOfAKind } from "./people.ts"

/** The words that names of several words are made of, so that one of them can be found with a slip. */
export interface NameWords {
  readonly labels: ReadonlyMap<string, number>
  readonly slips: NameSlips
}

/** Shorter words are near to too many others. */
const shortest = 4

const isUsable = (word: string): boolean =>
  /^[a-z]+$/.test(word) && word.length >= shortest && word.length < longestSummed

const soughtNames = (
  people: ReadonlyMap<string, number>,
  works: ReadonlyMap<string, number>
): ReadonlyArray<string> =>
  [
    ...Array.from(people).flatMap(([name, kind]) => (kind === personKind.surname ? [] : [name])),
    ...Array.from(works).flatMap(([name, label]) => (workKindOf(label) === workKind.brand ? [] : [name]))
  ].filter((name) => name.includes(" "))

/** A word in more names than this is a first name or a surname of many people. */
const mostShared = 3

/** How many of the names contain each word. */
const countWords = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>()
  for (const word of names.flatMap((name) => name.split(" ")).filter(isUsable)) {
    uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return uses
}

/** A word, and the word without each of its letters. Two words are near if they have one of these in common. */
const shortened = (word: string): ReadonlyArray<string> => [
  word,
  ...Array.from(word, (_, left) => word.slice(0, left) + word.slice(left + 1))
]

/**
 * Collects the words of names. `ordinaryWords` are words that people write and mean: none of them is read as a slip by
 * itself.
 */
export const readNameWords = (
  people: ReadonlyMap<string, number>,
  works: ReadonlyMap<string, number>,
  ordinary: OrdinaryText,
  ordinaryWords: ReadonlySet<string>
): NameWords => {
  const uses = countWords(soughtNames(people, works))
  const words = new Set(uses.keys())
  const near = new Set(Array.from(words).flatMap(shortened))
  const isNear = (word: string) => shortened(word).some((short) => near.has(short))
  const tokens = makeTokens(longestSummed + 1)
  const meantAsWritten = new Int32Array(slipWords.ordinary)
  for (const word of ordinaryWords) {
    if (words.has(word) || !/^[a-z]+$/.test(word) || !isNear(word)) continue
    readTokens(word, tokens)
    addHash(meantAsWritten, tokens.low[0] ?? 0)
  }
  const isDistinctive = (word: string) => isOneOfAKind(ordinary, word) && (uses.get(word) ?? 0) <= mostShared
  const labelOf = (word: string) => (isDistinctive(word) ? nameWord.distinctive : nameWord.common)
  return {
    labels: new Map(Array.from(words, (word) => [word, labelOf(word)] as const)),
    slips: { near: makeNearFilter(words), ordinary: meantAsWritten }
  }
}
