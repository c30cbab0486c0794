import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import type { Quantity } from "./quantities.ts"

/** Over one of these, any number is a rating: "7/10". */
const scales = new Set([10, 20, 50, 100])

const leastPairedAge = 5
const fractionSlashCode = 0x2044
const yearDigits = 4

/** Whether two numbers with a slash may be ages: "15/16" may, and so may "7/8", but not in "7/8 view". */
const mayBeAges = (tokens: Tokens, above: number, at: number): boolean => {
  const below = valueAt(tokens, at)
  if (scales.has(below) || (above === 9 && below === 16) || wordAt(tokens, at).startsWith("0")) return false
  if (below > 10) return true
  const isPair = below === above + 1 && above >= leastPairedAge
  return (
    isPair && (!follows(tokens, at + 1, tightGaps) || hasRole(tokens, at + 1, Role.stop | Role.connector))
  )
}

const startsWithDigit = (word: string): boolean => word >= "0" && word < ":"

/** "7/10", "3/4 view", "12/05/2024", "24/7". */
const isFraction = ({ text, tokens }: Reading, { last, lowest }: Quantity): boolean => {
  const next = last + 1
  const isDivided =
    follows(tokens, next, Gap.slash) || text.charCodeAt(tokenAt(tokens, last).end) === fractionSlashCode
  if (!isDivided || !startsWithDigit(wordAt(tokens, next))) return false
  const third = wordAt(tokens, next + 1)
  const isDate = follows(tokens, next + 1, Gap.slash) && startsWithDigit(third) && third.length === yearDigits
  return isDate || !mayBeAges(tokens, lowest, next)
}

const fileNames = normalisedWords("jpg jpeg png webp gif mp4 safetensors ckpt")

/** "7.jpg", "12.05.2024". */
const isDotted = (tokens: Tokens, { last }: Quantity): boolean => {
  const word = wordAt(tokens, last + 1)
  return follows(tokens, last + 1, Gap.dot) && (startsWithDigit(word) || fileNames.has(word))
}

const leastFeet = 4
const mostFeet = 7
const mostInches = 11
const singleNumberRoles = Role.digits | Role.englishNumber

/** "5 4", "six four", "five-two": feet and inches. Two ages would be in ascending order. */
const isHeight = (tokens: Tokens, { first, last }: Quantity): boolean => {
  const feet = valueAt(tokens, first)
  if (feet < leastFeet || feet > mostFeet) return false
  if (last > first) return last === first + 1 && feet > valueAt(tokens, last)
  const inches = valueAt(tokens, last + 1)
  return (
    follows(tokens, last + 1, Gap.space) &&
    hasRole(tokens, last + 1, singleNumberRoles) &&
    inches >= 0 &&
    inches <= mostInches
  )
}

const bestRating = 10

/** "she is a 10": a rating. */
const isRating = (tokens: Tokens, { first, highest, last, lowest }: Quantity): boolean =>
  wordAt(tokens, first - 1) === "a" &&
  lowest === highest &&
  highest <= bestRating &&
  !hasRole(tokens, last + 1, Role.year)

/** Whether a number without a unit is a fraction, a date, a height, a rating or part of a file name. */
export const isFigure = (reading: Reading, quantity: Quantity): boolean => {
  const { tokens } = reading
  return (
    isFraction(reading, quantity) ||
    isDotted(tokens, quantity) ||
    isHeight(tokens, quantity) ||
    isRating(tokens, quantity) ||
    wordAt(tokens, quantity.first).startsWith("00")
  )
}
