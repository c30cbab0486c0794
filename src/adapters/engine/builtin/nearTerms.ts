/**
 * Explicit and suggestive words with a slip of the typist: a letter left out, put in or wrong, or two neighbours that changed places.
 * Two words are near when they are the same after a letter of one, or of each at about the same place, is left out, or
 * after two neighbours of one change places; so a table of the terms, and of the terms with each of their letters left
 * out, finds them all with a few looks for each letter of a word.
 */
export interface NearTerms {
  /** a bit for each of the hashes: enough to know that nearly every word of a text is near to none */
  readonly filter: Int32Array
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

/** Stops at what is no small Latin letter, and says whether it came to the end. */
const sumUp = (letters: Uint16Array, start: number, end: number): boolean => {
  let sum = 0
  for (let at = start; at < end; at++) {
    const letter = letters[at] ?? 0
    if (letter < 0x61 || letter > 0x7a) return false
    sum = (Math.imul(sum, base) + letter) | 0
    sums[at - start + 1] = sum
  }
  return true
}

const lettersOf = (word: string): Uint16Array => Uint16Array.from(word, (letter) => letter.charCodeAt(0))

const finish = (sum: number): number => {
  const first = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35)
  const hash = second ^ (second >>> 16)
  return hash === 0 ? 1 : hash
}

/** What `finish` made a hash of. */
const unfinish = (hash: number): number => {
  const second = Math.imul(hash ^ (hash >>> 16), 0x7ed1b41d)
  const first = Math.imul(second ^ (second >>> 13) ^ (second >>> 26), 0xa5cb9243)
  return first ^ (first >>> 16)
}

/** The sum of the word summed up last without one letter. */
const sumWithout = (left: number, length: number): number => {
  const before = sums[left] ?? 0
  const power = powers[length - left - 1] ?? 0
  return ((sums[length] ?? 0) - Math.imul((sums[left + 1] ?? 0) - before, power)) | 0
}

/**
 * Keeps apart what is found under one sum: a whole term, by words with a letter more at a place and by words in which that
 * letter and the next changed places; a term less a letter, and less the letter at a place. An ordinary word, which is kept
 * from being found, then takes one of them from the table and leaves the others: an ending takes the letter more at the end
 * only.
 */
const less = 1
const lessAt = (place: number): number => place + 3
const longerAt = (place: number): number => -2 * place
const swappedAt = (place: number): number => -1 - 2 * place

const markOf = (kind: number): number => Math.imul(kind, 0x9e3779b1)

const keyOf = (sum: number, kind: number): number => finish(sum ^ markOf(kind)) >>> 0

/** The sum of the word summed up last with the letter at a place and the one behind it changed places. */
const sumSwapped = (letters: Uint16Array, start: number, at: number, length: number): number => {
  const difference = (letters[start + at + 1] ?? 0) - (letters[start + at] ?? 0)
  const step = (powers[length - at - 1] ?? 0) - (powers[length - at - 2] ?? 0)
  return ((sums[length] ?? 0) + Math.imul(difference, step)) | 0
}

/** The hashes under which a term of at most 17 letters is found by words in which two neighbours changed places. */
export const swappedHashesOf = (term: string): ReadonlyArray<number> => {
  sumUp(lettersOf(term), 0, term.length)
  const all = sums[term.length] ?? 0
  return Array.from(term.slice(1), (_, place) => keyOf(all, swappedAt(place)))
}

/** All the hashes under which a term of at most 17 letters is found. */
export const hashesOf = (term: string): ReadonlyArray<number> => {
  const swaps = swappedHashesOf(term)
  const all = sums[term.length] ?? 0
  const letters = Array.from(term, (_, left) => sumWithout(left, term.length))
  return [
    ...swaps,
    ...Array.from({ length: term.length + 1 }, (_, place) => keyOf(all, longerAt(place))),
    ...letters.flatMap((sum, left) => [keyOf(sum, less), keyOf(sum, lessAt(left))])
  ]
}

/** All the hashes that are looked for when a word of at most 17 letters is met. */
export const looksOf = (word: string): ReadonlyArray<number> => {
  const letters = lettersOf(word)
  sumUp(letters, 0, word.length)
  return [
    keyOf(sums[word.length] ?? 0, less),
    ...Array.from(word, (_, left) => {
      const sum = sumWithout(left, word.length)
      const kinds = [longerAt(left), lessAt(left), lessAt(left - 1), lessAt(left + 1)]
      return kinds.map((kind) => keyOf(sum, kind))
    }).flat(),
    ...Array.from(word.slice(1), (_, at) => keyOf(sumSwapped(letters, 0, at, word.length), swappedAt(at)))
  ]
}

const filterBits = 18

/** Not 0 when a marked sum may be that of one of the hashes. */
const bitOf = (filter: Int32Array, marked: number): number => {
  const mixed = Math.imul(marked, 0x9e3779b1)
  return (filter[mixed >>> 19] ?? 0) & (1 << (mixed >>> 14))
}

/**
 * Of marked sums, which need no finishing to be looked up here. `finish` writes 1 for 0, which therefore
 * always passes.
 */
const filterOf = (hashes: ReadonlyArray<number>): Int32Array => {
  const filter = new Int32Array(2 ** (filterBits - 5))
  for (const hash of [0, ...hashes]) {
    const mixed = Math.imul(unfinish(hash), 0x9e3779b1)
    filter[mixed >>> 19] = (filter[mixed >>> 19] ?? 0) | (1 << (mixed >>> 14))
  }
  return filter
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
  return { filter: filterOf(hashes), mask, slots }
}

const has = ({ mask, slots }: NearTerms, hash: number): boolean => {
  let slot = hash & mask
  for (let found = slots[slot]; found !== 0; found = slots[slot]) {
    if (found === hash) return true
    slot = (slot + 1) & mask
  }
  return false
}

/** Whether a word less one letter may be a term, or a term less the letter at the same place or beside it. */
const mayBeNear = (filter: Int32Array, sum: number, left: number): boolean =>
  (bitOf(filter, sum ^ markOf(longerAt(left))) |
    bitOf(filter, sum ^ markOf(lessAt(left))) |
    bitOf(filter, sum ^ markOf(lessAt(left - 1))) |
    bitOf(filter, sum ^ markOf(lessAt(left + 1)))) !==
  0

const isNearWithout = (terms: NearTerms, sum: number, left: number): boolean =>
  has(terms, keyOf(sum, longerAt(left))) ||
  has(terms, keyOf(sum, lessAt(left))) ||
  has(terms, keyOf(sum, lessAt(left - 1))) ||
  has(terms, keyOf(sum, lessAt(left + 1)))

/** Whether it is kept in the table as that kind. */
const isKept = (terms: NearTerms, sum: number, kind: number): boolean =>
  bitOf(terms.filter, sum ^ markOf(kind)) !== 0 && has(terms, keyOf(sum, kind))

/** Whether the letter at a place is one too many or wrong, or one is missing there, or it changed places with the next. */
const hasSlipAt = (
  terms: NearTerms,
  letters: Uint16Array,
  start: number,
  at: number,
  length: number
): boolean => {
  const sum = sumWithout(at, length)
  if (mayBeNear(terms.filter, sum, at) && isNearWithout(terms, sum, at)) return true
  return at < length - 1 && isKept(terms, sumSwapped(letters, start, at, length), swappedAt(at))
}

/** Whether the word that these letters spell is near to an explicit or suggestive one. */
export const isNear = (terms: NearTerms, letters: Uint16Array, start: number, end: number): boolean => {
  const length = end - start
  if (length < nearLengths.shortest - 1 || length > nearLengths.longest + 1) return false
  if (!sumUp(letters, start, end)) return false
  if (isKept(terms, sums[length] ?? 0, less)) return true
  for (let at = 0; at < length; at++) if (hasSlipAt(terms, letters, start, at, length)) return true
  return false
}
