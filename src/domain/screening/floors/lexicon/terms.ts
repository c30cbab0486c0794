import type { Span } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, spellingOf, tightGaps, tokenAt, wordAt } from "../tokens.ts"
import type { Token, Tokens } from "../tokens.ts"
import { kindOfHash, kindOfMaskedHash, startsTerm } from "../words/hashedLists.ts"
import type { TermKind } from "../words/hashedLists.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { continueHigh, continueLow, highStart, highOf, lowStart, lowOf } from "../words/termHash.ts"

/** A term that was found. Its offsets are of the normalised text. */
export interface Term extends Span {
  readonly kind: TermKind
  /** the token that it starts with */
  readonly first: number
}

const spaceCode = 0x20
const longestTerm = 3

const pluralCode = 0x73

/** The kind of the term made of what was hashed to `high` and `low`, and of `word` without its plural ending. */
const kindOfSingular = (high: number, low: number, word: string): TermKind | undefined => {
  const stem = word.length - 1
  if (word.charCodeAt(stem) !== pluralCode) return undefined
  return kindOfHash(continueHigh(high, word, stem), continueLow(low, word, stem))
}

/** The longest term of several words that starts at a token. */
const longTermAt = (tokens: Tokens, first: Token, at: number): Term | undefined => {
  if (!startsTerm(first.high, first.low)) return undefined
  let { high, low } = first
  let found: Term | undefined
  for (let next = at + 1; next < at + longestTerm && follows(tokens, next, tightGaps); next++) {
    const token = tokenAt(tokens, next)
    const highBefore = highOf(high, spaceCode)
    const lowBefore = lowOf(low, spaceCode)
    const word = spellingOf(token)
    high = continueHigh(highBefore, word)
    low = continueLow(lowBefore, word)
    const kind = kindOfHash(high, low) ?? kindOfSingular(highBefore, lowBefore, word)
    if (kind !== undefined) found = { kind, first: at, start: first.start, end: token.end }
  }
  return found
}

/** The longest term that starts at a token. */
const termAt = (tokens: Tokens, first: Token, at: number): Term | undefined => {
  const long = longTermAt(tokens, first, at)
  if (long !== undefined) return long
  const kind = kindOfHash(first.high, first.low) ?? kindOfSingular(highStart, lowStart, spellingOf(first))
  return kind === undefined ? undefined : { kind, first: at, start: first.start, end: first.end }
}

const alphabet = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => letter.charCodeAt(0))

/** Only in words of these lengths are letters tried in place of a hidden one. */
const shortestMasked = 3
const longestMasked = 12

const kindOfMasked = ({ high, low }: Token, after: string): TermKind | undefined => {
  for (const letter of alphabet) {
    const kind = kindOfMaskedHash(
      continueHigh(highOf(high, letter), after),
      continueLow(lowOf(low, letter), after)
    )
    if (kind !== undefined) return kind
  }
  return undefined
}

/** What masked words of a text stand for, because trying the alphabet takes long and hostile texts repeat them. */
type MaskedKinds = Map<string, TermKind | undefined>

/** A term in which an asterisk hides one letter. */
const maskedTermAt = (tokens: Tokens, token: Token, at: number, known: MaskedKinds): Term | undefined => {
  const hidden = tokenAt(tokens, at + 1)
  if (hidden.gap !== Gap.asterisk) return undefined
  const length = hidden.end - token.start
  if (length < shortestMasked || length > longestMasked) return undefined
  const written = token.text.slice(token.start, hidden.end)
  if (!known.has(written)) known.set(written, kindOfMasked(token, wordAt(tokens, at + 1)))
  const kind = known.get(written)
  return kind === undefined ? undefined : { kind, first: at, start: token.start, end: hidden.end }
}

const longestUnspacedTerm = 8

interface TermEnd {
  readonly kind: TermKind
  /** offset in the word */
  readonly end: number
}

const isLatin = (code: number): boolean => code >= 0x61 && code <= 0x7a

/** Whether two Latin letters meet at an offset: a term may not end or begin inside the Latin part of a word, "権限connect". */
const splitsLatin = (word: string, at: number): boolean =>
  isLatin(word.charCodeAt(at - 1)) && isLatin(word.charCodeAt(at))

/** Whether a term that ends at an offset would end inside a Latin word. The plural's ending may follow it. */
const endsInsideLatin = (word: string, at: number): boolean =>
  splitsLatin(word, at) && (word.charCodeAt(at) !== pluralCode || isLatin(word.charCodeAt(at + 1)))

/** The terms that start at a character of an unspaced word, and where the longest harmless one ends. */
const termsFrom = (
  word: string,
  from: number
): { readonly terms: ReadonlyArray<TermEnd>; readonly harmlessUpTo: number } => {
  const last = Math.min(from + longestUnspacedTerm, word.length) - 1
  const terms: Array<TermEnd> = []
  let harmlessUpTo = 0
  let high = highOf(highStart, word.charCodeAt(from))
  let low = lowOf(lowStart, word.charCodeAt(from))
  for (let at = from + 1; at <= last; at++) {
    high = highOf(high, word.charCodeAt(at))
    low = lowOf(low, word.charCodeAt(at))
    const kind = kindOfHash(high, low)
    if (kind === "harmless") harmlessUpTo = at + 1
    else if (kind !== undefined && !endsInsideLatin(word, at + 1)) terms.push({ kind, end: at + 1 })
  }
  return { terms, harmlessUpTo }
}

/**
 * Finds terms at every character of a word. Terms inside a harmless word are only parts of it: Florida, a calorie.
 */
const termsInside = (token: Token, first: number, found: Array<Term>): void => {
  const { start } = token
  const word = spellingOf(token)
  let covered = 0
  for (let from = 0; from < word.length; from++) {
    if (splitsLatin(word, from)) continue
    const { harmlessUpTo, terms } = termsFrom(word, from)
    covered = Math.max(covered, harmlessUpTo)
    for (const { end, kind } of terms) {
      if (end > covered) found.push({ kind, first, start: start + from, end: start + end })
    }
  }
}

const lastIndexBefore = (tokens: Tokens, from: number, end: number): number => {
  let at = from
  while (at + 1 < tokens.length && tokenAt(tokens, at + 1).start < end) at++
  return at
}

/** The longest term that starts at a token; an asterisk may hide one of its letters. */
const listedAt = (tokens: Tokens, token: Token, at: number, masked: MaskedKinds): Term | undefined => {
  const plain = (token.roles & Role.term) === 0 ? undefined : termAt(tokens, token, at)
  return plain ?? maskedTermAt(tokens, token, at, masked)
}

const lessons = normalisedWords("class classes lesson lessons book books course courses teacher")

/**
 * Whether a term that ends with "sex" is the beginning of "sex education" or "sex ed class". What is sexual beside it,
 * or a word for a child in it, is found by itself.
 */
const isOfLessons = (tokens: Tokens, last: number): boolean => {
  const next = last + 1
  if (wordAt(tokens, last) !== "sex" || !follows(tokens, next, Gap.space)) return false
  if (wordAt(tokens, next) === "education") return true
  const ends = !follows(tokens, next + 1, tightGaps) || lessons.has(wordAt(tokens, next + 1))
  return wordAt(tokens, next) === "ed" && ends
}

/**
 * All terms of the hashed lists. At each place the longest one counts. Only terms inside unspaced words may overlap.
 */
export const findTerms = ({ roles, text, tokens }: Reading): ReadonlyArray<Term> => {
  const found: Array<Term> = []
  const masked: MaskedKinds = new Map()
  if ((roles & (Role.term | Role.unspaced)) === 0 && !text.includes("*")) return found
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if ((token.roles & Role.unspaced) !== 0) termsInside(token, at, found)
    const term = listedAt(tokens, token, at, masked)
    if (term === undefined) continue
    const last = lastIndexBefore(tokens, at, term.end)
    if (isOfLessons(tokens, last)) continue
    found.push(term)
    at = last
  }
  return found
}
