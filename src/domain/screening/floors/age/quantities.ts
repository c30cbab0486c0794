import { follows, Gap, hasRole, rolesAt, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { adultAge } from "./StatedAge.ts"

/** A number, or several that form a range or a list ("15 or 16", "12-14"). */
export interface Quantity extends Match {
  readonly lowest: number
  readonly highest: number
  /** the number roles that all its numbers share, which tell the language */
  readonly roles: number
}

export const numberRoles = Role.digits | Role.englishNumber | Role.germanNumber | Role.romanceNumber

const single = (tokens: Tokens, at: number, last: number, value: number): Quantity => ({
  first: at,
  last,
  lowest: value,
  highest: value,
  roles: rolesAt(tokens, at) & numberRoles
})

/** From this number on, a comma without a space before two digits parts a list and no decimals: "f/8,15yo". */
const leastListed = 4

/**
 * Whether a comma without a space stands inside one number: "1,000", "12,5", "1,75", but not "seed 42,15yo",
 * "f/1.8,15yo" and "15,8k".
 */
const isCommaInside = (tokens: Tokens, at: number): boolean => {
  if (!follows(tokens, at, Gap.comma) || !touches(tokens, at) || follows(tokens, at - 1, Gap.dot))
    return false
  const { length } = wordAt(tokens, at)
  if (length > 2) return true
  const isOneDecimal = length === 1 && !follows(tokens, at + 1, Gap.glued)
  return isOneDecimal || (valueAt(tokens, at - 1) >= 0 && valueAt(tokens, at - 1) < leastListed)
}

/** Whether digits continue the number before: "1,000" and "12.5" are one number each. */
const isSecondHalf = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at - 1, Role.digits) && (follows(tokens, at, Gap.dot) || isCommaInside(tokens, at))

const touches = (tokens: Tokens, at: number): boolean =>
  tokenAt(tokens, at).start - tokenAt(tokens, at - 1).end === 1

const isYears = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.year) || wordAt(tokens, at).startsWith("yo")

const largestDenominator = 4

const isBehindMinorsAge = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at - 1, Role.digits) && follows(tokens, at, Gap.space) && valueAt(tokens, at - 1) < adultAge

/**
 * Whether a fraction that belongs to the number before it starts at a token: "1/2" in "9 1/2 years", but not "3/4" in
 * "girl, 9 3/4 view". Nobody must be able to hide two ages behind a larger number, as in "20 3/4 years".
 */
const isFractionOfWhole = (tokens: Tokens, at: number): boolean => {
  if (!isBehindMinorsAge(tokens, at)) return false
  if (!follows(tokens, at + 1, Gap.slash) || !touches(tokens, at + 1)) return false
  const above = valueAt(tokens, at)
  const below = valueAt(tokens, at + 1)
  if (above < 1 || above >= below || below > largestDenominator) return false
  return !follows(tokens, at + 2, tightGaps) || isYears(tokens, at + 2)
}

const isInFraction = (tokens: Tokens, at: number): boolean =>
  isFractionOfWhole(tokens, at) || isFractionOfWhole(tokens, at - 1)

const readDigits = (tokens: Tokens, at: number): Quantity | undefined => {
  const value = valueAt(tokens, at)
  const next = at + 1
  if (isSecondHalf(tokens, at) || isInFraction(tokens, at)) return undefined
  if (isFractionOfWhole(tokens, next)) return single(tokens, at, at + 2, value)
  if (!hasRole(tokens, next, Role.digits) || !isSecondHalf(tokens, next)) return single(tokens, at, at, value)
  const isThousands = follows(tokens, next, Gap.comma) && wordAt(tokens, next).length === 3
  return isThousands ? undefined : single(tokens, at, next, value)
}

const linkWords = normalisedWords("and et y e")

/**
 * The position of the second part of a number in words, or -1: "twenty-five", "vingt et un", "treinta y cinco",
 * "dix-sept".
 */
const secondNumber = (tokens: Tokens, at: number): number => {
  const next = linkWords.has(wordAt(tokens, at + 1)) ? at + 2 : at + 1
  const sameLanguage = (rolesAt(tokens, at) & rolesAt(tokens, next) & numberRoles) !== 0
  return sameLanguage && follows(tokens, next, Gap.space | Gap.hyphen) ? next : -1
}

const isTens = (value: number): boolean => value >= 20 && value % 10 === 0

const composes = (tens: number, word: string, unit: number): boolean =>
  (isTens(tens) && unit > 0 && unit < 10) || (word === "dix" && unit >= 7 && unit <= 9)

const ofOne = normalisedWords("is am was be s m turned")
const groups = normalisedWords("women men people children folk")

/**
 * Whether units and tens are one number, as in "she is five and twenty" and "a man of five and twenty". Only if one
 * person is meant.
 */
const isUnitBeforeTens = (tokens: Tokens, at: number, tens: number): boolean => {
  if (tens !== at + 2 || wordAt(tokens, at + 1) !== "and" || !hasRole(tokens, at, Role.englishNumber))
    return false
  const unit = valueAt(tokens, at)
  if (unit < 1 || unit > 9 || !isTens(valueAt(tokens, tens))) return false
  const owner = wordAt(tokens, at - 2)
  const isOfOne = wordAt(tokens, at - 1) === "of" && !owner.endsWith("s") && !groups.has(owner)
  return isOfOne || ofOne.has(wordAt(tokens, at - 1))
}

const readWord = (tokens: Tokens, at: number): Quantity | undefined => {
  const value = valueAt(tokens, at)
  const second = secondNumber(tokens, at)
  const unit = valueAt(tokens, second)
  if (isUnitBeforeTens(tokens, at, second)) return single(tokens, at, second, value + unit)
  if (second !== -1 && composes(value, wordAt(tokens, at), unit))
    return single(tokens, at, second, value + unit)
  return single(tokens, at, at, value)
}

const isPartOfLargeNumber = (tokens: Tokens, first: number, last: number): boolean => {
  const linked = hasRole(tokens, first - 1, Role.connector) && linkWords.has(wordAt(tokens, first - 1))
  const before = linked ? first - 2 : first - 1
  const isBehind = hasRole(tokens, before, Role.large) && follows(tokens, first, tightGaps)
  return isBehind || (hasRole(tokens, last + 1, Role.large) && follows(tokens, last + 1, tightGaps))
}

const readOne = (tokens: Tokens, at: number): Quantity | undefined => {
  if (!hasRole(tokens, at, numberRoles)) return undefined
  const read = hasRole(tokens, at, Role.digits) ? readDigits(tokens, at) : readWord(tokens, at)
  return read !== undefined && isPartOfLargeNumber(tokens, read.first, read.last) ? undefined : read
}

const rangeWords = normalisedWords("to or til till until through oder bis ou tot")

const listGaps = Gap.hyphen | Gap.slash | Gap.ampersand

/** The position where the next number of a list would be, or -1. */
const afterConnector = (tokens: Tokens, last: number): number => {
  if (follows(tokens, last + 1, listGaps)) return last + 1
  const joined = hasRole(tokens, last + 1, Role.connector) && follows(tokens, last + 1, Gap.space)
  return joined && follows(tokens, last + 2, Gap.space) ? last + 2 : -1
}

/** Whether two numbers of a list form a range, judged by what is between them. */
const isRange = (tokens: Tokens, last: number, next: number): boolean =>
  next === last + 1 ? follows(tokens, next, Gap.hyphen) : rangeWords.has(wordAt(tokens, last + 1))

/** Longer lists do not state ages. */
const longestList = 3

const widen = (quantity: Quantity, more: Quantity): Quantity => ({
  first: quantity.first,
  last: more.last,
  lowest: Math.min(quantity.lowest, more.lowest),
  highest: Math.max(quantity.highest, more.highest),
  roles: quantity.roles & more.roles
})

/** The numbers that belong together, as a list ("18 and 19 year olds") and as a range ("aged 12 to 14"). */
export interface Numbers {
  readonly list: Quantity
  /** the part of the list, from its start, that is a range */
  readonly range: Quantity
}

/** The numbers that start at a token; undefined if there are none. */
export const readNumbers = (tokens: Tokens, at: number): Numbers | undefined => {
  const first = readOne(tokens, at)
  if (first === undefined) return undefined
  let list = first
  let range = first
  let isStillRange = true
  for (let count = 1; count < longestList; count++) {
    const next = afterConnector(tokens, list.last)
    const more = next === -1 ? undefined : readOne(tokens, next)
    if (more === undefined || (more.roles & list.roles) === 0) break
    isStillRange &&= isRange(tokens, list.last, next)
    list = widen(list, more)
    if (isStillRange) range = list
  }
  return { list, range }
}

/** Whether a quantity fits a unit of one language. Digits fit the units of every language. */
export const isOfLanguage = (quantity: Quantity, number: number): boolean =>
  (quantity.roles & (number | Role.digits)) !== 0

const abbreviations = normalisedWords("approx aprox ca env ung")

/** Whether an abbreviation for "about" is before a number, with its full stop: "approx. 15", "ca. 15". */
export const followsAbbreviation = (tokens: Tokens, first: number): boolean =>
  follows(tokens, first, Gap.stop | Gap.dot) && abbreviations.has(wordAt(tokens, first - 1))
