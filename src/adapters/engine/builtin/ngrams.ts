import { addUnitLow, extendLow, wordSeedLow } from "./phraseHash.ts"
import type { Tokens } from "./tokens.ts"

/** Words and letters have a table of buckets each. */
const bucketBits = 15
export const bucketCount = 1 << bucketBits

/** The different buckets of a text, in the order in which they were met. */
export interface Buckets {
  readonly stamps: Int32Array
  readonly found: Uint16Array
  generation: number
  count: number
}

export const makeBuckets = (): Buckets => ({
  stamps: new Int32Array(bucketCount),
  found: new Uint16Array(bucketCount),
  generation: 0,
  count: 0
})

const clear = (buckets: Buckets): void => {
  buckets.count = 0
  buckets.generation = (buckets.generation + 1) | 0
  if (buckets.generation !== 0) return
  buckets.stamps.fill(0)
  buckets.generation = 1
}

const multiplier = 0x9e3779b1

const add = (buckets: Buckets, hash: number): void => {
  const bucket = Math.imul(hash ^ (hash >>> 15), multiplier) >>> (32 - bucketBits)
  if (buckets.stamps[bucket] === buckets.generation) return
  buckets.stamps[bucket] = buckets.generation
  buckets.found[buckets.count++] = bucket
}

/** Words and pairs of neighbouring words. */
export const readWordBuckets = ({ count, low }: Tokens, buckets: Buckets): void => {
  clear(buckets)
  let before = 0
  for (let at = 0; at < count; at++) {
    const word = extendLow(0, low[at] ?? 0)
    add(buckets, word)
    if (at > 0) add(buckets, extendLow(before, low[at] ?? 0))
    before = word
  }
}

const longest = 5
/** Stands before a word's first letter and behind its last one. */
const border = 0x20

/** Runs of three to five letters inside words, the borders of a word counting as letters. */
export const readLetterBuckets = (text: string, { count, ends, starts }: Tokens, buckets: Buckets): void => {
  clear(buckets)
  for (let at = 0; at < count; at++) {
    const start = (starts[at] ?? 0) - 1
    const end = (ends[at] ?? 0) + 1
    for (let from = start; from + 2 < end; from++) {
      let hash = wordSeedLow
      const last = from + longest < end ? from + longest : end
      for (let unit = from; unit < last; unit++) {
        hash = addUnitLow(hash, unit === start || unit === end - 1 ? border : text.charCodeAt(unit))
        if (unit - from >= 2) add(buckets, hash)
      }
    }
  }
}
