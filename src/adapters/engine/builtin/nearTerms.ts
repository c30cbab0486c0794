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
export const nearLengths = { shortest: 4, longest: 16 } as const

const base = 0x01000193
const powers = new Int32Array(nearLengths.longest + 2).fill(1)
for (let at = 1; at < powers.length; at++) powers[at] = Math.imul(powers[at - 1] ?? 0, base)

/** Sums of a word's first letters, each letter times a power of the base: what is left out can be taken from the sum. */
const sums = new Int32Array(nearLengths.longest + 2)

const sumUp = (text: string, start: number, end: number): void => {
  for (let at = start; at < end; at++) {
    sums[at - start + 1] = (Math.imul(sums[at - start] ?? 0, base) + text.charCodeAt(at)) | 0
  }
}

const finish = (sum: number): number => {
  const first = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  const hash = (second ^ (second >>> 16)) >>> 0
  return hash === 0 ? 1 : hash
}

/** The hash of the word summed up last without one letter, or of all of it at -1. */
const hashWithout = (left: number, length: number): number => {
  const all = sums[length] ?? 0
  if (left < 0) return finish(all)
  const power = powers[length - left - 1] ?? 0
  const rest = all - Math.imul(sums[left + 1] ?? 0, power)
  return finish((Math.imul(sums[left] ?? 0, power) + rest) | 0)
}

/** All the hashes under which a word of at most 17 letters is found, its own among them. */
export const hashesOf = (word: string): ReadonlyArray<number> => {
  sumUp(word, 0, word.length)
  return Array.from({ length: word.length + 1 }, (_, left) => hashWithout(left - 1, word.length))
}

export const makeNearTerms = (hashes: ReadonlyArray<number>): NearTerms => {
  let size = 16
  while (size < hashes.length * 4) size *= 2
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
  sumUp(text, start, end)
  for (let left = -1; left < length; left++) if (has(terms, hashWithout(left, length))) return true
  return false
}
