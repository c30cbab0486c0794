import { isAlphanumeric, isDigit } from "../normalisation/codePoints.ts"
import type { NormalisedText, Span } from "../normalisation/normalise.ts"
import { unitsOf } from "../normalisation/unitsOf.ts"
import { kindOfWord, mayBeTerm } from "./words/hashedLists.ts"
import { Role } from "./words/Role.ts"
import { finishLower, highStart, highOf, lowStart, lowOf } from "./words/termHash.ts"
import { firstUnspaced, hashedWordOf, noWord, wordOf } from "./words/vocabulary.ts"
import type { Word } from "./words/vocabulary.ts"

/** What is between a token and the one before it. */
export const Gap = {
  /** nothing: "15" and "yo" in "15yo" */
  glued: 1,
  space: 2,
  hyphen: 4,
  apostrophe: 8,
  /** a full stop that no space follows */
  dot: 16,
  /** a full stop and a space: the end of a sentence, or a German ordinal ("7.") */
  stop: 32,
  slash: 64,
  colon: 128,
  comma: 256,
  ampersand: 512,
  asterisk: 1024,
  /** quotes and other signs inside a sentence */
  other: 2048,
  /** the end of a sentence or of a part of a prompt; also the start of the text */
  sentence: 4096
} as const

/** The gaps that may be inside one expression: "15-year-old". */
export const tightGaps = Gap.glued | Gap.space | Gap.hyphen | Gap.apostrophe

/** A word or a number of a normalised text. Letters and digits are separate tokens, and so are letters of different scripts. */
export interface Token extends Span {
  /** the whole text that contains the token */
  readonly text: string
  /** a value of `Gap` */
  readonly gap: number
  /** flags of `Role` */
  readonly roles: number
  /** the value of a number or an ordinal; -1 for other words */
  readonly value: number
  /** the two halves of the word's hash (termHash.ts) */
  readonly high: number
  readonly low: number
  /** the word itself, cut out of the text when it is first needed, which for most words is never */
  word: string | undefined
}

export type Tokens = ReadonlyArray<Token>

export const spellingOf = (token: Token): string => (token.word ??= token.text.slice(token.start, token.end))

/** The gap that a single sign makes, with or without spaces beside it. */
const gapOfSign = new Uint16Array(128).fill(Gap.other)
for (const [signs, gap] of [
  ["-~", Gap.hyphen],
  ["'", Gap.apostrophe],
  [".", Gap.dot],
  ["/", Gap.slash],
  [":=", Gap.colon],
  [",", Gap.comma],
  ["&+", Gap.ampersand],
  ["*", Gap.asterisk],
  ["!?;|", Gap.sentence]
] as const) {
  for (const sign of signs) gapOfSign[sign.charCodeAt(0)] = gap
}

const spaceCode = 0x20
const endGaps = Gap.dot | Gap.sentence

/** Several signs in a row end a sentence if one of them can; otherwise they are `other`. */
const gapOfSigns = (seen: number, count: number): number => {
  if (count === 1) return seen
  return (seen & endGaps) === 0 ? Gap.other : Gap.sentence
}

const gapBetween = (text: string, from: number, to: number): number => {
  if (from === to) return Gap.glued
  if (to - from === 1 && text.charCodeAt(from) === spaceCode) return Gap.space
  let seen = 0
  let count = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === spaceCode) continue
    seen |= gapOfSign[code] ?? Gap.other
    count++
  }
  if (count === 0) return Gap.space
  const gap = gapOfSigns(seen, count)
  return gap === Gap.dot && text.charCodeAt(to - 1) === spaceCode ? Gap.stop : gap
}

const betweenKind = 0
const digitKind = 1
const latinKind = 2
const otherSpacedKind = 3
const unspacedKind = 4

const firstOtherSpaced = 0x370

const kindOfLetter = (code: number): number => {
  if (code < firstOtherSpaced) return latinKind
  return code < firstUnspaced ? otherSpacedKind : unspacedKind
}

/** Vowels of Hindi and other Indian scripts. Normalisation leaves these marks, and removes all others. */
const vowelSigns = unitsOf(/\p{Mc}+/gu)

/**
 * The kind of each unit. Numbers other than ASCII digits count as letters. Where scripts meet, a word ends: in "nudeの写真"
 * and "my여고생" a word of one language follows one of another without a space.
 */
const unitKinds = vowelSigns.map((isVowelSign, code) => {
  if (isDigit(code)) return digitKind
  return isAlphanumeric(code) || isVowelSign === 1 ? kindOfLetter(code) : betweenKind
})

const kindEnd = (text: string, from: number, kind: number): number => {
  let at = from
  while (at < text.length && unitKinds[text.charCodeAt(at)] === kind) at++
  return at
}

/** A longer number is no age, no grade, and no count that matters to the floors, but it may be a year. */
const mostDigits = 3
const yearDigits = 4
const year: Word = { roles: Role.calendar, value: -1 }

const digitRoles = wordOf("#").roles

const zeroCode = 0x30

const readNumber = (text: string, start: number, end: number): Word => {
  if (end - start === yearDigits) return year
  if (end - start > mostDigits) return noWord
  let value = 0
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - zeroCode
  return { roles: digitRoles, value }
}

const pluralCode = 0x73

const makeToken = (text: string, start: number, end: number, previousEnd: number): Token => {
  const first = text.charCodeAt(start)
  let code = first
  let high = highStart
  let low = lowStart
  let stemHigh = high
  let stemLow = low
  for (let at = start; at < end; at++) {
    code = text.charCodeAt(at)
    stemHigh = high
    stemLow = low
    high = highOf(high, code)
    low = lowOf(low, code)
  }
  const lower = finishLower(high, low)
  const { roles, value } = isDigit(first) ? readNumber(text, start, end) : hashedWordOf(high, low, lower)
  const term = mayBeTerm(lower) || (code === pluralCode && mayBeTerm(finishLower(stemHigh, stemLow)))
  return {
    text,
    start,
    end,
    gap: previousEnd === -1 ? Gap.sentence : gapBetween(text, previousEnd, start),
    roles: roles | (term ? Role.term : 0) | (first >= firstUnspaced ? Role.unspaced : 0),
    value,
    high,
    low,
    word: undefined
  }
}

const articleCode = 0x61

const isKnown = (word: string): boolean => wordOf(word).roles !== 0 || kindOfWord(word) !== undefined

/**
 * The end of a token that may have swallowed an article, when "a w o r d" was joined into one word. The article then
 * becomes a token of its own.
 */
const articleEnd = ({ ends, starts, text }: NormalisedText, start: number, end: number): number => {
  if (text.charCodeAt(start) !== articleCode || end - start <= 3) return end
  const spelled = (starts[start + 1] ?? 0) > (ends[start] ?? 0)
  if (!spelled) return end
  return !isKnown(text.slice(start, end)) && isKnown(text.slice(start + 1, end)) ? start + 1 : end
}

export const tokenise = (view: NormalisedText): Tokens => {
  const { text } = view
  const tokens: Array<Token> = []
  let previousEnd = -1
  let at = 0
  while (at < text.length) {
    const start = kindEnd(text, at, betweenKind)
    if (start === text.length) break
    const kind = unitKinds[text.charCodeAt(start)] ?? betweenKind
    const runEnd = kindEnd(text, start, kind)
    const end = kind === latinKind ? articleEnd(view, start, runEnd) : runEnd
    tokens.push(makeToken(text, start, end, previousEnd))
    previousEnd = end
    at = end
  }
  return tokens
}

const noToken: Token = {
  text: "",
  start: 0,
  end: 0,
  gap: Gap.sentence,
  roles: 0,
  value: -1,
  high: highStart,
  low: lowStart,
  word: ""
}

/** The union of all tokens' roles. */
export const rolesOf = (tokens: Tokens): number => {
  let roles = 0
  for (const token of tokens) roles |= token.roles
  return roles
}

/**
 * The token at a position, or `noToken` outside the text. It never reads outside the array: in V8 that is many times
 * slower, and makes all later reads by the same code slower too.
 */
export const tokenAt = (tokens: Tokens, at: number): Token =>
  at >= 0 && at < tokens.length ? (tokens[at] ?? noToken) : noToken

export const rolesAt = (tokens: Tokens, at: number): number => tokenAt(tokens, at).roles

export const hasRole = (tokens: Tokens, at: number, role: number): boolean =>
  (rolesAt(tokens, at) & role) !== 0

export const wordAt = (tokens: Tokens, at: number): string => spellingOf(tokenAt(tokens, at))

/** The value of the number at a token; -1 if it is not a number. */
export const valueAt = (tokens: Tokens, at: number): number => tokenAt(tokens, at).value

/** The gap before a token. Past the end of the text it is the end of a sentence. */
const gapAt = (tokens: Tokens, at: number): number => tokenAt(tokens, at).gap

/** Whether the gap before a token is one of `gaps`. */
export const follows = (tokens: Tokens, at: number, gaps: number): boolean => (gapAt(tokens, at) & gaps) !== 0

/** The position of the word before `first`, past up to three of the `skipped` words. */
export const placeBefore = (tokens: Tokens, first: number, skipped: ReadonlySet<string>): number => {
  let at = first - 1
  for (let steps = 0; steps < 3 && skipped.has(wordAt(tokens, at)); steps++) at--
  return at
}

/** A stretch of tokens, with both ends included. */
export interface Match {
  readonly first: number
  readonly last: number
}

/** The span of a stretch of tokens in the text. */
export const spanOf = (tokens: Tokens, { first, last }: Match): Span => ({
  start: tokenAt(tokens, first).start,
  end: tokenAt(tokens, last).end
})
