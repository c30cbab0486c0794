import { kindOfHash, kindOfMaskedHash, startsTerm } from "./hashedLists.ts"
import type { TermKind } from "./hashedLists.ts"
import { continueHigh, continueLow, HIGH_START, LOW_START } from "./termHash.ts"
import { follows, Gap, TIGHT } from "./tokens.ts"
import type { Token, Tokens } from "./tokens.ts"

/** A term found; offsets are of the normalised text. */
export interface Term {
  readonly kind: TermKind
  /** token that it begins with */
  readonly first: number
  readonly start: number
  readonly end: number
}

const SPACE = " "
const LONGEST_TERM = 3

/** Looks a term up as it is, then without a plural ending. */
const kindOfWords = (high: number, low: number, word: string): TermKind | undefined => {
  const found = kindOfHash(continueHigh(high, word), continueLow(low, word))
  if (found !== undefined || !word.endsWith("s")) return found
  const stem = word.length - 1
  return kindOfHash(continueHigh(high, word, stem), continueLow(low, word, stem))
}

/** The longest term of several words that begins with a word known to begin some. */
const longTermAt = (tokens: Tokens, first: Token, at: number): Term | undefined => {
  let high = continueHigh(HIGH_START, first.word)
  let low = continueLow(LOW_START, first.word)
  if (!startsTerm(high, low)) return undefined
  let found: Term | undefined
  for (let next = at + 1; next < at + LONGEST_TERM && follows(tokens, next, TIGHT); next++) {
    const token = tokens[next]
    if (token === undefined) break
    high = continueHigh(high, SPACE)
    low = continueLow(low, SPACE)
    const kind = kindOfWords(high, low, token.word)
    if (kind !== undefined) found = { kind, first: at, start: first.start, end: token.end }
    high = continueHigh(high, token.word)
    low = continueLow(low, token.word)
  }
  return found
}

/** The longest term that begins at a token. */
const termAt = (tokens: Tokens, first: Token, at: number): Term | undefined => {
  const long = longTermAt(tokens, first, at)
  if (long !== undefined) return long
  const kind = kindOfWords(HIGH_START, LOW_START, first.word)
  return kind === undefined ? undefined : { kind, first: at, start: first.start, end: first.end }
}

const alphabet = Array.from("abcdefghijklmnopqrstuvwxyz")

/** A hidden letter is tried in words of these lengths only. */
const SHORTEST_MASKED = 3
const LONGEST_MASKED = 12

const kindOfMasked = (before: string, after: string): TermKind | undefined => {
  const high = continueHigh(HIGH_START, before)
  const low = continueLow(LOW_START, before)
  for (const letter of alphabet) {
    const kind = kindOfMaskedHash(
      continueHigh(continueHigh(high, letter), after),
      continueLow(continueLow(low, letter), after)
    )
    if (kind !== undefined) return kind
  }
  return undefined
}

/** A term with one letter hidden by an asterisk. */
const maskedTermAt = (tokens: Tokens, token: Token, at: number): Term | undefined => {
  const hidden = tokens[at + 1]
  if (hidden === undefined || hidden.gap !== Gap.asterisk) return undefined
  const length = hidden.end - token.start
  if (length < SHORTEST_MASKED || length > LONGEST_MASKED) return undefined
  const kind = kindOfMasked(token.word, hidden.word)
  return kind === undefined ? undefined : { kind, first: at, start: token.start, end: hidden.end }
}

const FIRST_UNSPACED = 0x0e00
const LONGEST_UNSPACED_TERM = 8

/** Scripts that put no spaces between words: terms may begin at any character. */
const isUnspaced = (token: Token): boolean => token.word.charCodeAt(0) >= FIRST_UNSPACED

const termsInside = (token: Token, first: number, found: Array<Term>): void => {
  for (let from = 0; from < token.word.length; from++) {
    let high = HIGH_START
    let low = LOW_START
    for (let to = from + 1; to <= from + LONGEST_UNSPACED_TERM && to <= token.word.length; to++) {
      const character = token.word.charAt(to - 1)
      high = continueHigh(high, character)
      low = continueLow(low, character)
      const kind = to - from > 1 ? kindOfHash(high, low) : undefined
      if (kind !== undefined) found.push({ kind, first, start: token.start + from, end: token.start + to })
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
    if (isUnspaced(token)) termsInside(token, at, found)
    const term = termAt(tokens, token, at) ?? maskedTermAt(tokens, token, at)
    if (term === undefined) continue
    found.push(term)
    at = lastIndexBefore(tokens, at, term.end)
  }
  return found
}
