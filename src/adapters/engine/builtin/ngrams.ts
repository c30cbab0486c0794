import { addUnitLow, extendLow, wordSeedLow } from "./phraseHash.ts"
import { border } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** Words and letters have a table of buckets each. */
const bucketBits = 15
export const bucketCount = 1 << bucketBits

/** The different buckets of a text, in the order in which they were met. */
export interface Buckets {
  /** a bit for each bucket: whether it was met */
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

const multiplier = 0x9e3779b1

/** Adds the bucket of a hash to the first `count`, and says how many they are then. Without a branch: nothing foretells what a text repeats. */
const add = ({ found, met }: Buckets, count: number, hash: number): number => {
  const bucket = Math.imul(hash ^ (hash >>> 15), multiplier) >>> (32 - bucketBits)
  const place = bucket >>> 5
  const bits = met[place] ?? 0
  met[place] = bits | (1 << bucket)
  found[count] = bucket
  return count + (~(bits >>> bucket) & 1)
}

/** Words and pairs of neighbouring words. */
export const readWordBuckets = ({ count, keys, low }: Tokens, buckets: Buckets): void => {
  buckets.met.fill(0)
  let found = 0
  for (let at = 0; at < count; at++) {
    found = add(buckets, found, keys[at] ?? 0)
    if (at > 0) found = add(buckets, found, extendLow(keys[at - 1] ?? 0, low[at] ?? 0))
  }
  buckets.count = found
}

const hashOfTwo = (letters: Uint16Array, from: number): number =>
  addUnitLow(addUnitLow(wordSeedLow, letters[from] ?? 0), letters[from + 1] ?? 0)

/** Adds the runs of a word whose borders stand at `start` and right before `end`. Says how many buckets there are then. */
const addRuns = (
  buckets: Buckets,
  count: number,
  letters: Uint16Array,
  start: number,
  end: number
): number => {
  let found = count
  for (let from = start; from <= end - 5; from++) {
    const three = addUnitLow(hashOfTwo(letters, from), letters[from + 2] ?? 0)
    const four = addUnitLow(three, letters[from + 3] ?? 0)
    found = add(buckets, found, three)
    found = add(buckets, found, four)
    found = add(buckets, found, addUnitLow(four, letters[from + 4] ?? 0))
  }
  if (end - start >= 4) {
    const three = addUnitLow(hashOfTwo(letters, end - 4), letters[end - 2] ?? 0)
    found = add(buckets, found, three)
    found = add(buckets, found, addUnitLow(three, border))
  }
  return add(buckets, found, addUnitLow(hashOfTwo(letters, end - 3), border))
}

/** Runs of three to five letters inside words, the borders of a word counting as letters. */
export const readLetterBuckets = (tokens: Tokens, buckets: Buckets): void => {
  const { count, ends, letters, places, starts } = tokens
  buckets.met.fill(0)
  let found = 0
  for (let word = 0; word < count; word++) {
    const start = (places[word] ?? 0) - 1
    const length = (ends[word] ?? 0) - (starts[word] ?? 0)
    found = addRuns(buckets, found, letters, start, start + length + 2)
  }
  buckets.count = found
}
