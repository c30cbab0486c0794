import { addUnitLow, extendLow, wordSeedLow } from "./phraseHash.ts"
import type { Tokens } from "./tokens.ts"

/** Words and letters have a table of buckets each. */
const bucketBits = 16
export const bucketCount = 1 << bucketBits

/** The different buckets of a text, in the order in which they were met. */
export interface Buckets {
  /** A bit for each bucket: whether it was met. */
  readonly met: Int32Array
  readonly found: Uint16Array
  count: number
}

export const makeBuckets = (): Buckets => ({
  met: new Int32Array(bucketCount / 32),
  // One place more than there are buckets: `add` writes before it knows whether the bucket is a new one.
  found: new Uint16Array(bucketCount + 1),
  count: 0
})

/** The factor of Knuth's multiplicative hashing, a prime. */
const multiplier = 0x9e3779b1

/**
 * Adds the bucket of a hash to the first `count`, and returns their new number. It has no branch, because what a text
 * repeats cannot be predicted.
 */
const add = ({ found, met }: Buckets, count: number, hash: number): number => {
  const bucket = Math.imul(hash ^ (hash >>> 15), multiplier) >>> (32 - bucketBits)
  const place = bucket >>> 5
  const bits = met[place] ?? 0
  met[place] = bits | (1 << bucket)
  found[count] = bucket
  return count + (~(bits >>> bucket) & 1)
}

/** Reads the buckets of words and of pairs of neighbouring words. */
export const readWordBuckets = ({ count, keys, low }: Tokens, buckets: Buckets): void => {
  buckets.met.fill(0)
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
  buckets.met.fill(0)
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
