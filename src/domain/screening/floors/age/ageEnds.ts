import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isFollowedByUnit } from "./ageBounds.ts"
import { isNaked } from "./nakedness.ts"
import type { Quantity } from "./quantities.ts"

/** Smaller numbers after "she is" are more often counts. */
export const leastBareAge = 3

export const isCount = (word: string): boolean =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss")

/**
 * Whether an age without a unit may end here: at the end of the text, before a sign, or before a word that starts
 * something new.
 */
export const standsAlone = (reading: Reading, last: number): boolean => {
  if (isFollowedByUnit(reading, last)) return false
  const { tokens } = reading
  const next = last + 1
  return (
    !follows(tokens, next, tightGaps) ||
    hasRole(tokens, next, Role.stop | Role.connector | Role.negation) ||
    wordAt(tokens, next) === "out" ||
    isNaked(tokens, next)
  )
}

export const notOfAge = normalisedWords("in into of on with for from at by after before than")

/** Whether an age with its unit may end here: "she is 12 years into her career" states none. */
export const endsAge = (reading: Reading, last: number): boolean =>
  standsAlone(reading, last) &&
  !(follows(reading.tokens, last + 1, tightGaps) && notOfAge.has(wordAt(reading.tokens, last + 1)))

const units = normalisedWords("summers winters springs autumns j y")

/** Whether "y" is the Spanish "and" between two numbers: "entre 14 y 16". */
const isSpanishAnd = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "y" && hasRole(tokens, at + 1, Role.digits) && follows(tokens, at + 1, Gap.space)

/** Whether "and a half" follows a number. */
const isAndHalf = (tokens: Tokens, last: number): boolean =>
  wordAt(tokens, last + 1) === "and" &&
  wordAt(tokens, last + 2) === "a" &&
  wordAt(tokens, last + 3) === "half"

/** The last token of a number with its unit: "15 yrs", "15y", "15 summers", "15 and a half", the German "15 J.". */
export const lastWithUnit = (tokens: Tokens, { last }: Quantity): number => {
  if (isAndHalf(tokens, last)) return last + 3
  const next = last + 1
  const isUnit =
    hasRole(tokens, next, Role.year) || (units.has(wordAt(tokens, next)) && !isSpanishAnd(tokens, next))
  return isUnit && follows(tokens, next, tightGaps) ? next : last
}
