import { Role } from "./Role.ts"
import { follows, Gap, hasRole, rolesAt, wordAt } from "./tokens.ts"
import type { Match, Tokens } from "./tokens.ts"

/** A number, or numbers joined to a range or a list ("15 or 16", "12-14"). */
export interface Quantity extends Match {
  readonly lowest: number
  readonly highest: number
  /** the `Role` flags that all its numbers share: which language it is in */
  readonly roles: number
}

export const NUMBERS = Role.digits | Role.englishNumber | Role.germanNumber | Role.romanceNumber

const single = (tokens: Tokens, at: number, last: number, value: number): Quantity => ({
  first: at,
  last,
  lowest: value,
  highest: value,
  roles: rolesAt(tokens, at) & NUMBERS
})

/** "1,000" is one number, and "12.5" as well; their second halves are none. */
const isSecondHalf = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at - 1, Role.digits) &&
  (follows(tokens, at, Gap.dot) || (follows(tokens, at, Gap.comma) && touches(tokens, at)))

const touches = (tokens: Tokens, at: number): boolean =>
  (tokens[at]?.start ?? 0) - (tokens[at - 1]?.end ?? 0) === 1

const readDigits = (tokens: Tokens, at: number): Quantity | undefined => {
  const value = tokens[at]?.value ?? -1
  const next = at + 1
  if (isSecondHalf(tokens, at)) return undefined
  if (!hasRole(tokens, next, Role.digits) || !isSecondHalf(tokens, next)) return single(tokens, at, at, value)
  const isThousands = follows(tokens, next, Gap.comma) && wordAt(tokens, next).length === 3
  return isThousands ? undefined : single(tokens, at, next, value)
}

const linkWords = new Set(["and", "et", "y", "e"])

/** "twenty-five", "vingt et un", "treinta y cinco", "dix-sept": where the second number stands, or -1. */
const secondNumber = (tokens: Tokens, at: number): number => {
  const next = linkWords.has(wordAt(tokens, at + 1)) ? at + 2 : at + 1
  const sameLanguage = (rolesAt(tokens, at) & rolesAt(tokens, next) & NUMBERS) !== 0
  return sameLanguage && follows(tokens, next, Gap.space | Gap.hyphen) ? next : -1
}

const isTens = (value: number): boolean => value >= 20 && value % 10 === 0

const composes = (tens: number, word: string, unit: number): boolean =>
  (isTens(tens) && unit > 0 && unit < 10) || (word === "dix" && unit >= 7 && unit <= 9)

const readWord = (tokens: Tokens, at: number): Quantity | undefined => {
  const value = tokens[at]?.value ?? -1
  const second = secondNumber(tokens, at)
  const unit = tokens[second]?.value ?? -1
  if (second !== -1 && composes(value, wordAt(tokens, at), unit))
    return single(tokens, at, second, value + unit)
  return single(tokens, at, at, value)
}

const isPartOfLargeNumber = (tokens: Tokens, first: number, last: number): boolean => {
  const linked = hasRole(tokens, first - 1, Role.connector) && linkWords.has(wordAt(tokens, first - 1))
  const before = linked ? first - 2 : first - 1
  return hasRole(tokens, before, Role.large) || hasRole(tokens, last + 1, Role.large)
}

const readOne = (tokens: Tokens, at: number): Quantity | undefined => {
  if (!hasRole(tokens, at, NUMBERS)) return undefined
  const read = hasRole(tokens, at, Role.digits) ? readDigits(tokens, at) : readWord(tokens, at)
  return read !== undefined && isPartOfLargeNumber(tokens, read.first, read.last) ? undefined : read
}

/** What may join two numbers: a list ("18 and 19 year olds") or a range only ("aged 12 to 14"). */
type Joining = "list" | "range"

const rangeWords = new Set(["to", "or", "til", "till", "until", "through", "oder", "bis", "ou"])

const joins = (tokens: Tokens, at: number, joining: Joining): boolean =>
  hasRole(tokens, at, Role.connector) && (joining === "list" || rangeWords.has(wordAt(tokens, at)))

/** Where the next number of a range or list would stand, or -1. */
const afterConnector = (tokens: Tokens, last: number, joining: Joining): number => {
  const signs = joining === "list" ? Gap.hyphen | Gap.slash | Gap.ampersand : Gap.hyphen
  if (follows(tokens, last + 1, signs)) return last + 1
  const joined = joins(tokens, last + 1, joining) && follows(tokens, last + 1, Gap.space)
  return joined && follows(tokens, last + 2, Gap.space) ? last + 2 : -1
}

/** A list longer than this is no statement of ages. */
const LONGEST_LIST = 3

const widen = (quantity: Quantity, more: Quantity): Quantity => ({
  first: quantity.first,
  last: more.last,
  lowest: Math.min(quantity.lowest, more.lowest),
  highest: Math.max(quantity.highest, more.highest),
  roles: quantity.roles & more.roles
})

export const readQuantity = (tokens: Tokens, at: number, joining: Joining): Quantity | undefined => {
  let quantity = readOne(tokens, at)
  for (let count = 1; quantity !== undefined && count < LONGEST_LIST; count++) {
    const next = afterConnector(tokens, quantity.last, joining)
    const more = next === -1 ? undefined : readOne(tokens, next)
    if (more === undefined || (more.roles & quantity.roles) === 0) return quantity
    quantity = widen(quantity, more)
  }
  return quantity
}

/** Words and digits may be mixed with any unit: digits belong to every language. */
export const isOfLanguage = (quantity: Quantity, number: number): boolean =>
  (quantity.roles & (number | Role.digits)) !== 0
