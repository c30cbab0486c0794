import { addHash, mayHoldHash } from "./BloomFilter.ts"
import type { BloomFilter } from "./BloomFilter.ts"
import { sums, sumUp, sumWithout } from "./letterSums.ts"

/**
 * What tells that nearly every word of a text is no word of a name with a slip: the words of names, whole and with each of
 * their letters left out, and the words that are near to one of them but that people write and mean ("thanks").
 */
export interface NameSlips {
  readonly near: BloomFilter
  readonly ordinary: BloomFilter
}

/** How many words the filters have: for some 60,000 and 20,000 entries. */
export const slipWords = { near: 2 ** 15, ordinary: 2 ** 13 } as const

/** Of words of small Latin letters, at most `longestSummed` each. */
export const makeNearFilter = (words: Iterable<string>): BloomFilter => {
  const filter = new Int32Array(slipWords.near)
  for (const word of words) {
    const letters = Uint16Array.from(word, (letter) => letter.charCodeAt(0))
    sumUp(letters, 0, letters.length)
    addHash(filter, sums[letters.length] ?? 0)
    for (let left = 0; left < letters.length; left++) addHash(filter, sumWithout(left, letters.length))
  }
  return filter
}

/** At which of its letters a word may have a slip. */
export interface Slips {
  /** Whether a letter may be missing, anywhere. */
  readonly isShort: boolean
  /** The places of letters that may be wrong, too many, or in the place of one beside them. */
  readonly places: ReadonlyArray<number>
}

const placesOf = ({ near }: NameSlips, length: number, first: number): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let left = first; left < length; left++)
    if (mayHoldHash(near, sumWithout(left, length))) places.push(left)
  return places
}

/** Of the word from `start` to `end`, at most `longestSummed` letters. Most words have no slip that leads to a name. */
export const slipsOf = (
  slips: NameSlips,
  letters: Uint16Array,
  start: number,
  end: number
): Slips | undefined => {
  if (!sumUp(letters, start, end)) return undefined
  const length = end - start
  const isShort = mayHoldHash(slips.near, sums[length] ?? 0)
  for (let left = 0; left < length; left++) {
    if (mayHoldHash(slips.near, sumWithout(left, length))) {
      return { isShort, places: placesOf(slips, length, left) }
    }
  }
  return isShort ? { isShort, places: [] } : undefined
}
