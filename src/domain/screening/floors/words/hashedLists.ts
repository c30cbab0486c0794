import { hashedTerms } from "./hashedTerms.ts"
import { Role } from "./Role.ts"
import {
  continueHigh,
  continueLow,
  filterOf,
  finishHash,
  finishLower,
  hashTerm,
  highStart,
  lowStart,
  passes
} from "./termHash.ts"
import { wordsWithRole } from "./vocabulary.ts"

/**
 * What a term is: unambiguous for sexualised minors; coded for them, but innocent elsewhere; explicit; or a harmless
 * expression that contains one of the others.
 */
export type TermKind = "unambiguous" | "coded" | "explicit" | "harmless"

const read = (written: string): ReadonlyArray<number> =>
  written.split(" ").map((hash) => Number.parseInt(hash, 36))

const kinds = new Map<number, TermKind>()

for (const kind of ["explicit", "coded", "unambiguous", "harmless"] as const) {
  for (const hash of read(hashedTerms[kind])) kinds.set(hash, kind)
}

const starts = new Set(read(hashedTerms.starts))

const kindFilter = filterOf(kinds.keys())
const startFilter = filterOf(starts)
const termFilter = filterOf([...kinds.keys(), ...starts])

/** Whether the hash with these lower bits may be that of a term, or of the first word of one. */
export const mayBeTerm = (lower: number): boolean => passes(termFilter, lower)

/** All terms, and the words of the plain lists, which have no hash of their own. */
const maskable = new Map(kinds)
for (const word of wordsWithRole(Role.child)) maskable.set(hashTerm(word), "coded")
for (const word of wordsWithRole(Role.explicit)) maskable.set(hashTerm(word), "explicit")
const maskableFilter = filterOf(maskable.keys())

/** What a word with these two halves of a hash would be if a letter of it were not hidden. */
export const kindOfMaskedHash = (high: number, low: number): TermKind | undefined => {
  const lower = finishLower(high, low)
  return passes(maskableFilter, lower) ? maskable.get(finishHash(high, low, lower)) : undefined
}

/** What the term with these two halves of a hash is. */
export const kindOfHash = (high: number, low: number): TermKind | undefined => {
  const lower = finishLower(high, low)
  return passes(kindFilter, lower) ? kinds.get(finishHash(high, low, lower)) : undefined
}

export const kindOfWord = (word: string): TermKind | undefined =>
  kindOfHash(continueHigh(highStart, word), continueLow(lowStart, word))

/** Whether a term of several words begins with the one hashed. */
export const startsTerm = (high: number, low: number): boolean => {
  const lower = finishLower(high, low)
  return passes(startFilter, lower) && starts.has(finishHash(high, low, lower))
}
