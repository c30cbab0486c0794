/*
 * How words and phrases become the keys of the compiled tables. Every word and every step along a phrase has two
 * hashes of 32 bits; a table keeps all of the first and the upper 8 bits of the second. Plain 32-bit arithmetic,
 * so that every machine finds the same keys.
 */

/** The hashes of a word without letters. The first is that of FNV-1a. */
export const wordSeedLow = 0x811c9dc5
export const wordSeedHigh = 0x9747b28c

/** FNV-1a over UTF-16 code units. */
export const addUnitLow = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193)

/** The same with another multiplier, so that words that collide in one hash hardly ever collide in the other. */
export const addUnitHigh = (hash: number, unit: number): number =>
  Math.imul((hash ^ unit) + 0x7f4a7c15, 0x85ebca6b)

/** The 32-bit finaliser of MurmurHash3. Different numbers have different results. */
export const finish = (hash: number): number => {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  return (second ^ (second >>> 16)) >>> 0
}

/** The first hash of a phrase that goes on with a word. An empty phrase is 0. */
export const extendLow = (phrase: number, word: number): number =>
  finish((Math.imul(phrase, 5) + 0xe6546b64) ^ word)

/** The second hash of a phrase that goes on with a word. An empty phrase is 0. */
export const extendHigh = (phrase: number, word: number): number =>
  finish((Math.imul(phrase, 9) + 0x38b34ae5) ^ word)

/** The part of a phrase's second hash that tables keep: 8 bits. */
export const checkOf = (high: number): number => high >>> 24
