import { hashedTerms } from "./hashedTerms.ts"
import { continueHash, emptyHash, finishHash } from "./termHash.ts"
import type { TermHash } from "./termHash.ts"
import { follows, Gap, TIGHT } from "./tokens.ts"
import type { Token, Tokens } from "./tokens.ts"

/**
 * What a term is: unambiguous for sexualised minors; coded for them, but innocent elsewhere; explicit; or a harmless
 * expression that contains one of the others.
 */
export type TermKind = keyof typeof hashedTerms

/** A term found; offsets are of the normalised text. */
export interface Term {
  readonly kind: TermKind
  readonly start: number
  readonly end: number
}

const kinds = new Map<number, TermKind>()
const filter = new Uint8Array(1 << 16)

const remember = (kind: TermKind): void => {
  for (const written of hashedTerms[kind].split(" ")) {
    const hash = Number.parseInt(written, 36)
    kinds.set(hash, kind)
    filter[hash & 0xffff] = 1
  }
}

remember("explicit")
remember("coded")
remember("unambiguous")
remember("harmless")

const kindOf = (hash: TermHash): TermKind | undefined => {
  const finished = finishHash(hash)
  return filter[finished & 0xffff] === 1 ? kinds.get(finished) : undefined
}

const SPACED = " "
const LONGEST_TERM = 3
const PLURAL = "s"

/** Looks a term up as it is, then without a plural ending. */
const kindOfWords = (before: TermHash, word: string): TermKind | undefined => {
  const found = kindOf(continueHash(before, word))
  if (found !== undefined || !word.endsWith(PLURAL)) return found
  return kindOf(continueHash(before, word, 0, word.length - 1))
}

/** The longest term that begins at a token. */
const termAt = (tokens: Tokens, first: number): Term | undefined => {
  let before = emptyHash
  let found: Term | undefined
  for (let at = first; at < first + LONGEST_TERM; at++) {
    const token = tokens[at]
    if (token === undefined || (at > first && !follows(tokens, at, TIGHT))) break
    const kind = kindOfWords(before, token.word)
    if (kind !== undefined) found = { kind, start: tokens[first]?.start ?? 0, end: token.end }
    before = continueHash(continueHash(before, token.word), SPACED)
  }
  return found
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

/** A hidden letter is tried in words of these lengths only. */
const SHORTEST_MASKED = 3
const LONGEST_MASKED = 12

/** A term with one letter hidden by an asterisk. */
const maskedTermAt = (tokens: Tokens, at: number): Term | undefined => {
  const token = tokens[at]
  const hidden = tokens[at + 1]
  if (token === undefined || hidden === undefined || hidden.gap !== Gap.asterisk) return undefined
  const length = hidden.end - token.start
  if (length < SHORTEST_MASKED || length > LONGEST_MASKED) return undefined
  const before = continueHash(emptyHash, token.word)
  for (let index = 0; index < alphabet.length; index++) {
    const kind = kindOfWords(continueHash(before, alphabet, index, index + 1), hidden.word)
    if (kind !== undefined) return { kind, start: token.start, end: hidden.end }
  }
  return undefined
}

const FIRST_UNSPACED = 0x0e00
const LONGEST_UNSPACED_TERM = 8

/** Scripts that put no spaces between words: terms may begin at any character. */
const isUnspaced = (token: Token): boolean => token.word.charCodeAt(0) >= FIRST_UNSPACED

const termsInside = (token: Token, found: Array<Term>): void => {
  for (let from = 0; from < token.word.length; from++) {
    let hash = emptyHash
    for (let to = from + 1; to <= from + LONGEST_UNSPACED_TERM && to <= token.word.length; to++) {
      hash = continueHash(hash, token.word, to - 1, to)
      const kind = to - from > 1 ? kindOf(hash) : undefined
      if (kind !== undefined) found.push({ kind, start: token.start + from, end: token.start + to })
    }
  }
}

const lastIndexBefore = (tokens: Tokens, from: number, end: number): number => {
  let at = from
  while ((tokens[at + 1]?.start ?? end) < end) at++
  return at
}

/** All terms of the hashed lists, longest first at each place, not overlapping. */
export const findTerms = (tokens: Tokens): ReadonlyArray<Term> => {
  const found: Array<Term> = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (isUnspaced(token)) termsInside(token, found)
    const term = termAt(tokens, at) ?? maskedTermAt(tokens, at)
    if (term === undefined) continue
    found.push(term)
    at = lastIndexBefore(tokens, at, term.end)
  }
  return found
}
