import { follows, tokenAt, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { listWord } from "./words/listedWords.ts"
import {
  continueHigh,
  continueLow,
  filterOf,
  finishLower,
  hashTerm,
  highOf,
  lowOf,
  passes
} from "./words/termHash.ts"

/**
 * Listed phrases, with single spaces between their words. The filter, by hash, rules out most other phrases at once.
 */
export interface Phrases {
  readonly written: ReadonlySet<string>
  readonly filter: Uint8Array
  /** number of words of the longest phrase */
  readonly longest: number
}

export const phrasesOf = (written: ReadonlyArray<string>): Phrases => {
  const words = written.map((phrase) => phrase.split(" "))
  for (const word of words.flat()) listWord(word)
  return {
    written: new Set(written),
    filter: filterOf(written.map(hashTerm)),
    longest: Math.max(...words.map(({ length }) => length))
  }
}

/** The words of a stretch of tokens, with single spaces between them. */
export const writtenOf = (tokens: Tokens, first: number, last: number): string => {
  let written = wordAt(tokens, first)
  for (let at = first + 1; at <= last; at++) written += ` ${wordAt(tokens, at)}`
  return written
}

const isListed = ({ filter, written }: Phrases, tokens: Tokens, first: number, last: number, lower: number) =>
  passes(filter, lower) && written.has(writtenOf(tokens, first, last))

const spaceCode = 0x20

/**
 * The last token of the longest listed phrase that starts at `first`, with only `gaps` between its words; -1 if there
 * is none.
 */
export const lastOfPhrase = (tokens: Tokens, first: number, phrases: Phrases, gaps: number): number => {
  let { high, low } = tokenAt(tokens, first)
  let last = isListed(phrases, tokens, first, first, finishLower(high, low)) ? first : -1
  for (let at = first + 1; at < first + phrases.longest && follows(tokens, at, gaps); at++) {
    high = continueHigh(highOf(high, spaceCode), wordAt(tokens, at))
    low = continueLow(lowOf(low, spaceCode), wordAt(tokens, at))
    if (isListed(phrases, tokens, first, at, finishLower(high, low))) last = at
  }
  return last
}
