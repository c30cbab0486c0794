import { addUnitLow, extendLow, wordSeedLow } from "./phraseHash.ts"
import type { Tokens } from "./tokens.ts"

/**
 * The logarithms of the numbers of buckets. Words and pairs of words have a table, and runs of letters another. There
 * are far more pairs than runs.
 */
const wordBits = 18
const letterBits = 16

export const wordBucketCount = 1 << wordBits
export const letterBucketCount = 1 << letterBits

/** The different buckets of a text, in the order in which they were met. */
export interface Buckets {
  /** How far a hash of 32 bits is shifted to get its bucket. */
  readonly shift: number
  /** A bit for each bucket: whether it was met. */
  readonly met: Int32Array
  readonly found: Uint32Array
  count: number
}

const makeBuckets = (bits: number): Buckets => ({
  shift: 32 - bits,
  met: new Int32Array((1 << bits) / 32),
  // One place more than there are buckets: `add` writes before it knows whether the bucket is a new one.
  found: new Uint32Array((1 << bits) + 1),
  count: 0
})

export const makeWordBuckets = (): Buckets => makeBuckets(wordBits)
export const makeLetterBuckets = (): Buckets => makeBuckets(letterBits)

/** Forgets what was met. If that was little, clearing its bits is quicker than clearing all. */
const clear = ({ count, found, met }: Buckets): void => {
  if (count * 8 > met.length) met.fill(0)
  else for (let at = 0; at < count; at++) met[(found[at] ?? 0) >>> 5] = 0
}

/** The factor of Knuth's multiplicative hashing, a prime. */
const multiplier = 0x9e3779b1

/**
 * Adds the bucket of a hash to the first `count`, and returns their new number. It has no branch, because what a text
 * repeats cannot be predicted.
 */
const add = ({ found, met, shift }: Buckets, count: number, hash: number): number => {
  const bucket = Math.imul(hash ^ (hash >>> 15), multiplier) >>> shift
  const place = bucket >>> 5
  const bits = met[place] ?? 0
  met[place] = bits | (1 << bucket)
  found[count] = bucket
  return count + (~(bits >>> bucket) & 1)
}

/** Reads the buckets of words and of pairs of neighbouring words. */
export const readWordBuckets = ({ count, keys, low }: Tokens, buckets: Buckets): void => {
  clear(buckets)
  let found = 0
  for (let at = 0; at < count; at++) {
    found = add(buckets, found, keys[at] ?? 0)
    if (at > 0) found = add(buckets, found, extendLow(keys[at - 1] ?? 0, low[at] ?? 0))
  }
  buckets.count = found
}

const shortest = 3
const longest = 5

/** Adds the runs that begin at a letter and end before `end`. Returns the new number of buckets. */
const addRuns = (
  buckets: Buckets,
  count: number,
  letters: Uint16Array,
  from: number,
  end: number
): number => {
  let found = count
  let hash = addUnitLow(addUnitLow(wordSeedLow, letters[from] ?? 0), letters[from + 1] ?? 0)
  const last = from + longest < end ? from + longest : end
  for (let at = from + 2; at < last; at++) {
    hash = addUnitLow(hash, letters[at] ?? 0)
    found = add(buckets, found, hash)
  }
  return found
}

/** Reads the buckets of runs of three to five letters inside words. The borders of a word count as letters. */
export const readLetterBuckets = (tokens: Tokens, buckets: Buckets): void => {
  const { count, ends, letters, places, starts } = tokens
  clear(buckets)
  let found = 0
  for (let word = 0; word < count; word++) {
    const start = (places[word] ?? 0) - 1
    const end = start + (ends[word] ?? 0) - (starts[word] ?? 0) + 2
    for (let from = start; from <= end - shortest; from++) {
      found = addRuns(buckets, found, letters, from, end)
    }
  }
  buckets.count = found
}
