import { longestSummed, powers, sums, sumUp, sumWithout } from "./letterSums.ts"
import { addUnitHigh, finish, wordSeedLow } from "./phraseHash.ts"

/**
 * Finds explicit and suggestive words with a slip (a typing error): a letter that is missing, extra or wrong, or two
 * neighbouring letters that are swapped. Two words are near if they become the same when a letter is left out of one of
 * them, or of both at about the same place, or when two neighbouring letters of one are swapped. So a table of the
 * terms, and of the terms with each of their letters left out, finds all such words with a few lookups for each letter
 * of a word.
 */
export interface NearTerms {
  /** A bit for each key: enough to rule out nearly every word of a text. */
  readonly filter: Int32Array
  readonly mask: number
  /** An open-addressing table of keys, at most a quarter full. A free slot is 0. */
  readonly slots: Uint32Array
  /** The check of the key in each slot. */
  readonly checks: Uint16Array
}

/**
 * A hash is a key of 32 bits and, below it, a check of 16 bits. A word is looked up under some sixty keys, so by keys
 * alone one ordinary word in two thousand would be found by chance.
 */
const checkCount = 0x10000
export const hashOf = (key: number, check: number): number => key * checkCount + check
export const keyIn = (hash: number): number => Math.floor(hash / checkCount)
export const checkIn = (hash: number): number => hash % checkCount

/** Shorter words are near to too many others; longer ones are not words. */
export const nearLengths = { shortest: 4, longest: longestSummed - 1 } as const

const lettersOf = (word: string): Uint16Array => Uint16Array.from(word, (letter) => letter.charCodeAt(0))

/** `finish` without 0, which is a free slot of the table. */
const finishToKey = (hash: number): number => finish(hash) || 1

/** The inverse of `finish`. Its factors are the inverses of those of `finish`, modulo 2 ** 32. */
const unfinish = (hash: number): number => {
  const second = Math.imul(hash ^ (hash >>> 16), 0x7ed1b41d)
  const first = Math.imul(second ^ (second >>> 13) ^ (second >>> 26), 0xa5cb9243)
  return first ^ (first >>> 16)
}

/**
 * The kinds of entries, which keep apart what has the same sum: a whole term, looked up by words with an extra letter
 * at a place or with that letter and the next swapped; a term without any one letter; and a term without the letter at
 * a place. An ordinary word must not be found, so its entries are taken from the table. Thanks to the kinds it takes
 * only its own: a usual ending takes only the entry for an extra letter at the end.
 */
const less = 1
const lessAt = (place: number): number => place + 3
const longerAt = (place: number): number => -2 * place
const swappedAt = (place: number): number => -1 - 2 * place

/** The factor of Knuth's multiplicative hashing, a prime: it spreads a number over all 32 bits, the upper ones best. */
const multiplier = 0x9e3779b1

const markOf = (kind: number): number => Math.imul(kind, multiplier)

const keyOf = (sum: number, kind: number): number => finishToKey(sum ^ markOf(kind))

/** The sum of the word that was summed up last, with the letter at a place and the next one swapped. */
const sumSwapped = (letters: Uint16Array, start: number, at: number, length: number): number => {
  const difference = (letters[start + at + 1] ?? 0) - (letters[start + at] ?? 0)
  const step = (powers[length - at - 1] ?? 0) - (powers[length - at - 2] ?? 0)
  return ((sums[length] ?? 0) + Math.imul(difference, step)) | 0
}

/**
 * A change to a word before it is looked up: the place of a letter to leave out, or of one to swap with the next; -1
 * for none.
 */
interface Edit {
  readonly left: number
  readonly swapped: number
}

const asWritten: Edit = { left: -1, swapped: -1 }

/** The check of a word after an edit. */
const checkOf = (letters: Uint16Array, start: number, end: number, { left, swapped }: Edit): number => {
  let hash = wordSeedLow
  for (let at = 0; at < end - start; at++) {
    if (at === left) continue
    const from = at === swapped ? at + 1 : swapped !== -1 && at === swapped + 1 ? at - 1 : at
    hash = addUnitHigh(hash, letters[start + from] ?? 0)
  }
  return finishToKey(hash) & (checkCount - 1)
}

/** The hashes under which a term of at most 17 letters is found by words with two neighbouring letters swapped. */
export const swappedHashesOf = (term: string): ReadonlyArray<number> => {
  sumUp(lettersOf(term), 0, term.length)
  const all = sums[term.length] ?? 0
  const check = checkOf(lettersOf(term), 0, term.length, asWritten)
  return Array.from(term.slice(1), (_, place) => hashOf(keyOf(all, swappedAt(place)), check))
}

/** All the hashes under which a term of at most 17 letters is found. */
export const hashesOf = (term: string): ReadonlyArray<number> => {
  const swaps = swappedHashesOf(term)
  const all = sums[term.length] ?? 0
  const check = checkOf(lettersOf(term), 0, term.length, asWritten)
  return [
    ...swaps,
    ...Array.from({ length: term.length + 1 }, (_, place) => hashOf(keyOf(all, longerAt(place)), check)),
    ...Array.from(term, (_, left) => {
      const sum = sumWithout(left, term.length)
      const checkWithout = checkOf(lettersOf(term), 0, term.length, { left, swapped: -1 })
      return [less, lessAt(left)].map((kind) => hashOf(keyOf(sum, kind), checkWithout))
    }).flat()
  ]
}

/** All the hashes that are looked up for a word of at most 17 letters. */
export const looksOf = (word: string): ReadonlyArray<number> => {
  const letters = lettersOf(word)
  sumUp(letters, 0, word.length)
  const checkAfter = (edit: Edit) => checkOf(letters, 0, word.length, edit)
  return [
    hashOf(keyOf(sums[word.length] ?? 0, less), checkAfter(asWritten)),
    ...Array.from(word, (_, left) => {
      const sum = sumWithout(left, word.length)
      const kinds = [longerAt(left), lessAt(left), lessAt(left - 1), lessAt(left + 1)]
      return kinds.map((kind) => hashOf(keyOf(sum, kind), checkAfter({ left, swapped: -1 })))
    }).flat(),
    ...Array.from(word.slice(1), (_, swapped) => {
      const key = keyOf(sumSwapped(letters, 0, swapped, word.length), swappedAt(swapped))
      return hashOf(key, checkAfter({ left: -1, swapped }))
    })
  ]
}

/** The filter has 2 ** 18 bits in 32-bit words. The highest bits of a mixed sum are the place of its bit. */
const filterBits = 18
const toBit = 32 - filterBits
const toWord = toBit + 5

/** Not 0 if a marked sum may be that of one of the hashes. */
const bitOf = (filter: Int32Array, marked: number): number => {
  const mixed = Math.imul(marked, multiplier)
  return (filter[mixed >>> toWord] ?? 0) & (1 << (mixed >>> toBit))
}

/**
 * A filter of marked sums, which can be looked up without `finish`. The key of 0 is that of another sum too, so 0 always
 * passes.
 */
const filterOf = (hashes: ReadonlyArray<number>): Int32Array => {
  const filter = new Int32Array(2 ** (filterBits - 5))
  for (const key of [0, ...hashes.map(keyIn)]) {
    const mixed = Math.imul(unfinish(key), multiplier)
    filter[mixed >>> toWord] = (filter[mixed >>> toWord] ?? 0) | (1 << (mixed >>> toBit))
  }
  return filter
}

export const makeNearTerms = (hashes: ReadonlyArray<number>): NearTerms => {
  let size = 16
  while (size < hashes.length * 4) size *= 2
  const mask = size - 1
  const slots = new Uint32Array(size)
  const checks = new Uint16Array(size)
  for (const hash of hashes) {
    const key = keyIn(hash)
    let slot = key & mask
    while (slots[slot] !== 0 && slots[slot] !== key) slot = (slot + 1) & mask
    slots[slot] = key
    checks[slot] = checkIn(hash)
  }
  return { filter: filterOf(hashes), mask, slots, checks }
}

/** The slot of a key, -1 if it is not in the table. */
const slotOf = ({ mask, slots }: NearTerms, key: number): number => {
  let slot = key & mask
  for (let found = slots[slot]; found !== 0; found = slots[slot]) {
    if (found === key) return slot
    slot = (slot + 1) & mask
  }
  return -1
}

/** Whether a word without one letter may be a term, or a term without the letter at the same place or beside it. */
const mayBeNear = (filter: Int32Array, sum: number, left: number): boolean =>
  (bitOf(filter, sum ^ markOf(longerAt(left))) |
    bitOf(filter, sum ^ markOf(lessAt(left))) |
    bitOf(filter, sum ^ markOf(lessAt(left - 1))) |
    bitOf(filter, sum ^ markOf(lessAt(left + 1)))) !==
  0

const slotWithout = (terms: NearTerms, sum: number, left: number): number =>
  Math.max(
    slotOf(terms, keyOf(sum, longerAt(left))),
    slotOf(terms, keyOf(sum, lessAt(left))),
    slotOf(terms, keyOf(sum, lessAt(left - 1))),
    slotOf(terms, keyOf(sum, lessAt(left + 1)))
  )

/** The slot of a sum under a kind, -1 if it is not in the table. */
const slotAs = (terms: NearTerms, sum: number, kind: number): number =>
  bitOf(terms.filter, sum ^ markOf(kind)) === 0 ? -1 : slotOf(terms, keyOf(sum, kind))

/** A word that is read, from `start` to `end` of the letters. */
interface Word {
  readonly letters: Uint16Array
  readonly start: number
  readonly end: number
}

const isChecked = (terms: NearTerms, slot: number, { end, letters, start }: Word, edit: Edit): boolean =>
  slot !== -1 && terms.checks[slot] === checkOf(letters, start, end, edit)

/** Whether the letter at a place is extra or wrong, or one is missing there, or it is swapped with the next. */
const hasSlipAt = (terms: NearTerms, word: Word, at: number): boolean => {
  const length = word.end - word.start
  const sum = sumWithout(at, length)
  if (mayBeNear(terms.filter, sum, at)) {
    if (isChecked(terms, slotWithout(terms, sum, at), word, { left: at, swapped: -1 })) return true
  }
  if (at === length - 1) return false
  const slot = slotAs(terms, sumSwapped(word.letters, word.start, at, length), swappedAt(at))
  return isChecked(terms, slot, word, { left: -1, swapped: at })
}

/** Whether the word that these letters spell is near to an explicit or suggestive one. */
export const isNear = (terms: NearTerms, letters: Uint16Array, start: number, end: number): boolean => {
  const length = end - start
  if (length < nearLengths.shortest - 1 || length > nearLengths.longest + 1) return false
  if (!sumUp(letters, start, end)) return false
  const word = { letters, start, end }
  if (isChecked(terms, slotAs(terms, sums[length] ?? 0, less), word, asWritten)) return true
  for (let at = 0; at < length; at++) if (hasSlipAt(terms, word, at)) return true
  return false
}
