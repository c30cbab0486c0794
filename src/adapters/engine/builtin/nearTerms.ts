import { addUnitHigh, addUnitLow, extendHigh, extendLow, wordSeedHigh, wordSeedLow } from "./phraseHash.ts"

/**
 * Explicit words with a slip of the typist: a letter left out, doubled or wrong, or two that changed places. Two words
 * are near when they are the same after one letter of each, or of one, is left out; so a table of the terms with each
 * of their letters left out finds them all with one look for each letter of a word.
 */
export interface NearTerms {
  readonly mask: number
  /** an open-addressing table of hashes, at most half full; 0 is a free slot */
  readonly slots: Uint32Array
}

/** Shorter words are near to too many others, longer ones are not words. */
export const nearLengths = { shortest: 5, longest: 16 } as const

/** Three times a hash of 32 bits each would be safer than needed: both hashes of a word mixed into one. */
const mix = (low: number, high: number): number => {
  const hash = (extendLow(0, low) ^ extendHigh(0, high)) >>> 0
  return hash === 0 ? 1 : hash
}

/** The hash of a stretch of small Latin letters without the letter at `left`; none is left out when it is outside. */
export const hashWithout = (text: string, start: number, end: number, left: number): number => {
  let low = wordSeedLow
  let high = wordSeedHigh
  for (let at = start; at < end; at++) {
    if (at === left) continue
    const unit = text.charCodeAt(at)
    low = addUnitLow(low, unit)
    high = addUnitHigh(high, unit)
  }
  return mix(low, high)
}

/** All the hashes under which a word is found, its own among them. */
export const hashesOf = (word: string): ReadonlyArray<number> =>
  Array.from({ length: word.length + 1 }, (_, left) => hashWithout(word, 0, word.length, left - 1))

export const makeNearTerms = (hashes: ReadonlyArray<number>): NearTerms => {
  let size = 16
  while (size < hashes.length * 2) size *= 2
  const mask = size - 1
  const slots = new Uint32Array(size)
  for (const hash of hashes) {
    let slot = hash & mask
    while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) & mask
    slots[slot] = hash
  }
  return { mask, slots }
}

const has = ({ mask, slots }: NearTerms, hash: number): boolean => {
  let slot = hash & mask
  for (let found = slots[slot]; found !== 0; found = slots[slot]) {
    if (found === hash) return true
    slot = (slot + 1) & mask
  }
  return false
}

const isSmallLatin = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x61 || unit > 0x7a) return false
  }
  return true
}

/** Whether the word at a place is near to an explicit one, or is one. */
export const isNear = (terms: NearTerms, text: string, start: number, end: number): boolean => {
  const length = end - start
  if (length < nearLengths.shortest - 1 || length > nearLengths.longest + 1) return false
  if (!isSmallLatin(text, start, end)) return false
  for (let left = start - 1; left < end; left++) {
    if (has(terms, hashWithout(text, start, end, left))) return true
  }
  return false
}
