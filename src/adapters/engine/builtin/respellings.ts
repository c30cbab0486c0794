import { longestSummed } from "./letterSums.ts"
import type { Slips } from "./nameSlips.ts"
import { addUnitHigh, addUnitLow, wordSeedHigh, wordSeedLow } from "./phraseHash.ts"

const firstLetter = 0x61
const lastLetter = 0x7a

/** The current spelling of a word. The array is used for every word. */
const spelled = new Uint16Array(longestSummed + 1)

/** Whether a word is known, by its two hashes. */
type IsKnown = (low: number, high: number) => boolean

/** Adds the current spelling, if it is a known word. */
const addKnown = (found: Set<string>, length: number, isKnown: IsKnown): void => {
  let low = wordSeedLow
  let high = wordSeedHigh
  for (let at = 0; at < length; at++) {
    low = addUnitLow(low, spelled[at] ?? 0)
    high = addUnitHigh(high, spelled[at] ?? 0)
  }
  if (isKnown(low, high)) found.add(String.fromCharCode(...spelled.subarray(0, length)))
}

/** The known words that a word with letters masked by `*` can stand for. It has at most `longestSummed` letters. */
export const unmaskings = (word: string, isKnown: IsKnown): ReadonlyArray<string> => {
  const found = new Set<string>()
  const places = Array.from(word.matchAll(/\*/g), ({ index }) => index)
  for (let at = 0; at < word.length; at++) spelled[at] = word.charCodeAt(at)
  const fill = (filled: number) => {
    const place = places[filled]
    if (place === undefined) return addKnown(found, word.length, isKnown)
    for (let letter = firstLetter; letter <= lastLetter; letter++) {
      spelled[place] = letter
      fill(filled + 1)
    }
  }
  fill(0)
  return Array.from(found)
}

/**
 * The other known words that a word with a slip can stand for: those with one letter more, less or different, or with
 * two neighbouring letters swapped. The word has at most `longestSummed` letters.
 */
export const respellings = (
  word: Uint16Array,
  { isShort, places }: Slips,
  isKnown: IsKnown
): ReadonlyArray<string> => {
  const found = new Set<string>()
  /** Tries every letter between the letters before `before` and those from `after` on. */
  const put = (before: number, after: number) => {
    spelled.set(word.subarray(0, before))
    spelled.set(word.subarray(after), before + 1)
    for (let letter = firstLetter; letter <= lastLetter; letter++) {
      spelled[before] = letter
      addKnown(found, before + 1 + word.length - after, isKnown)
    }
  }
  const swap = (at: number) => {
    spelled.set(word)
    spelled.set([word[at + 1] ?? 0, word[at] ?? 0], at)
    addKnown(found, word.length, isKnown)
  }
  const leaveOut = (at: number) => {
    spelled.set(word.subarray(0, at))
    spelled.set(word.subarray(at + 1), at)
    addKnown(found, word.length - 1, isKnown)
  }
  if (isShort) for (let at = 0; at <= word.length; at++) put(at, at)
  for (const at of places) {
    leaveOut(at)
    put(at, at + 1)
    if (at > 0) swap(at - 1)
    if (at < word.length - 1) swap(at)
  }
  found.delete(String.fromCharCode(...word))
  return Array.from(found)
}
