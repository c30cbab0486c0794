import { addHash, mayHoldHash } from "./BloomFilter.ts"
import type { BloomFilter } from "./BloomFilter.ts"
import { sums, sumUp, sumWithout } from "./letterSums.ts"

/**
 * Filters that rule out nearly every word of a text as a word of a name with a slip (a typing error). `near` holds the
 * words of names, whole and with each of their letters left out. `ordinary` holds the words near to one of them that
 * people write and mean ("thanks").
 */
export interface NameSlips {
  readonly near: BloomFilter
  readonly ordinary: BloomFilter
}

/** The sizes of the filters in 32-bit words, for some 60,000 and 20,000 entries. */
export const slipWords = { near: 2 ** 15, ordinary: 2 ** 13 } as const

/** The filter `near`, made of words of lower-case Latin letters, at most `longestSummed` each. */
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

/** Where a word may have a slip. */
export interface Slips {
  /** Whether a letter may be missing somewhere. */
  readonly isShort: boolean
  /** The places of letters that may be wrong, extra, or swapped with a neighbour. */
  readonly places: ReadonlyArray<number>
}

const placesOf = ({ near }: NameSlips, length: number, first: number): ReadonlyArray<number> => {
  const places: Array<number> = []
  for (let left = first; left < length; left++)
    if (mayHoldHash(near, sumWithout(left, length))) places.push(left)
  return places
}

/**
 * Where the word from `start` to `end`, of at most `longestSummed` letters, may have a slip; undefined if no slip leads
 * to a name, as in most words.
 */
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
