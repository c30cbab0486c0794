/**
 * Explicit and suggestive words with a slip of the typist: a letter left out, put in or wrong, or two neighbours that changed places.
 * Two words are near when they are the same after a letter of one, or of each at about the same place, is left out; so
 * a table of the terms with each of their letters left out finds them all with a few looks for each letter of a word.
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

/** The sum of the word summed up last without one letter. */
const sumWithout = (left: number, length: number): number => {
  const power = powers[length - left - 1] ?? 0
  const rest = (sums[length] ?? 0) - Math.imul(sums[left + 1] ?? 0, power)
  return (Math.imul(sums[left] ?? 0, power) + rest) | 0
}

/** Keeps apart what is found under one sum: a whole word, a word less a letter, and less the letter at a place. */
const whole = 0
const less = 1
const lessAt = (place: number): number => place + 3

const keyOf = (sum: number, kind: number): number => finish((sum ^ Math.imul(kind, 0x9e3779b1)) | 0)

/** All the hashes under which a term of at most 17 letters is found. */
export const hashesOf = (term: string): ReadonlyArray<number> => {
  sumUp(term, 0, term.length)
  const letters = Array.from(term, (_, left) => sumWithout(left, term.length))
  return [
    keyOf(sums[term.length] ?? 0, whole),
    ...letters.flatMap((sum, left) => [keyOf(sum, less), keyOf(sum, lessAt(left))])
  ]
}

/** All the hashes that are looked for when a word of at most 17 letters is met. */
export const looksOf = (word: string): ReadonlyArray<number> => {
  sumUp(word, 0, word.length)
  const all = sums[word.length] ?? 0
  return [
    keyOf(all, whole),
    keyOf(all, less),
    ...Array.from(word, (_, left) => {
      const sum = sumWithout(left, word.length)
      return [whole, lessAt(left), lessAt(left - 1), lessAt(left + 1)].map((kind) => keyOf(sum, kind))
    }).flat()
  ]
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

/** Whether a word less one letter is a term, or a term less the letter at the same place or beside it. */
const isNearWithout = (terms: NearTerms, left: number, length: number): boolean => {
  const sum = sumWithout(left, length)
  return (
    has(terms, keyOf(sum, whole)) ||
    has(terms, keyOf(sum, lessAt(left))) ||
    has(terms, keyOf(sum, lessAt(left - 1))) ||
    has(terms, keyOf(sum, lessAt(left + 1)))
  )
}

/** Whether the word at a place is near to an explicit one, or is one. */
export const isNear = (terms: NearTerms, text: string, start: number, end: number): boolean => {
  const length = end - start
  if (length < nearLengths.shortest - 1 || length > nearLengths.longest + 1) return false
  if (!isSmallLatin(text, start, end)) return false
  sumUp(text, start, end)
  const all = sums[length] ?? 0
  if (has(terms, keyOf(all, whole)) || has(terms, keyOf(all, less))) return true
  for (let left = 0; left < length; left++) if (isNearWithout(terms, left, length)) return true
  return false
}
