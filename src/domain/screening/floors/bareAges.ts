import { isAdult, isFollowedByUnit } from "./ageBounds.ts"
import type { Quantity } from "./quantities.ts"
import { Role } from "./Role.ts"
import { statedAge } from "./StatedAge.ts"
import type { Reading, StatedAge } from "./StatedAge.ts"
import { follows, Gap, hasRole, TIGHT, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

const withSubject = new Set(["im", "shes", "hes", "theyre", "whos", "youre"])

const isSubject = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.pronoun | Role.person) && follows(tokens, at + 1, TIGHT)

/** "only" in "she is only 14", "not" in "not yet 14". */
const standsBetween = (tokens: Tokens, at: number): boolean => {
  if (hasRole(tokens, at, Role.filler)) return !hasRole(tokens, at, Role.being)
  return wordAt(tokens, at) === "not" && wordAt(tokens, at + 1) === "yet"
}

const adverbs = new Set(["just", "recently"])

/** The verb that ends at a token: "appears" in "appears to be". */
const verbAt = (tokens: Tokens, at: number): number => {
  const isInfinitive = wordAt(tokens, at) === "be" && wordAt(tokens, at - 1) === "to"
  return isInfinitive && hasRole(tokens, at - 2, Role.being) ? at - 2 : at
}

/** Who or what stands before a verb: "girl" in "a girl that is". */
const subjectOf = (tokens: Tokens, verb: number): number => {
  const before = adverbs.has(wordAt(tokens, verb - 1)) ? verb - 2 : verb - 1
  return wordAt(tokens, before) === "that" ? before - 1 : before
}

/** Whether "she is", "I'm" or "he just turned" stands before a number. */
const followsVerb = (tokens: Tokens, first: number): boolean => {
  let at = first - 1
  // "She is at 10 Downing Street" states no age, and "she is at least 10" does.
  if (wordAt(tokens, at) === "at") return false
  for (let steps = 0; steps < 2 && standsBetween(tokens, at); steps++) at--
  if (!hasRole(tokens, at, Role.being) || !follows(tokens, at + 1, TIGHT)) return false
  const verb = verbAt(tokens, at)
  return withSubject.has(wordAt(tokens, verb)) || isSubject(tokens, subjectOf(tokens, verb))
}

const isCount = (word: string): boolean => word.length > 3 && word.endsWith("s") && !word.endsWith("ss")

/** What can follow an age that stands alone: the end, a sign, or a word that begins something new. */
const standsAlone = (reading: Reading, last: number): boolean => {
  if (isFollowedByUnit(reading, last)) return false
  const { tokens } = reading
  return !follows(tokens, last + 1, TIGHT) || hasRole(tokens, last + 1, Role.stop | Role.connector)
}

/** Between commas, or right after the noun. */
const isApposition = (reading: Reading, { first, last }: Quantity): boolean => {
  const { tokens } = reading
  if (!standsAlone(reading, last)) return false
  if (follows(tokens, first, Gap.comma)) return !follows(tokens, last + 1, TIGHT)
  return follows(tokens, first, Gap.space | Gap.hyphen | Gap.glued)
}

/** Smaller numbers after "she is" are more often counts. */
const LEAST_BARE_AGE = 3

/** "im 7. Jahrhundert" */
const isGermanOrdinal = (tokens: Tokens, { first, last }: Quantity): boolean =>
  wordAt(tokens, first - 1) === "im" && last + 1 < tokens.length && follows(tokens, last + 1, Gap.stop)

/** "she is 14", "he just turned twelve". The number alone states the age. */
export const readAfterVerb = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  if ((quantity.roles & (Role.digits | Role.englishNumber)) === 0 || quantity.lowest < LEAST_BARE_AGE)
    return undefined
  if (!followsVerb(tokens, quantity.first) || isFollowedByUnit(reading, quantity.last)) return undefined
  if (isGermanOrdinal(tokens, quantity)) return undefined
  const next = quantity.last + 1
  if (follows(tokens, next, Gap.space) && isCount(wordAt(tokens, next)) && !hasRole(tokens, next, Role.year))
    return undefined
  const adult = isAdult(tokens, quantity)
  return adult === undefined ? undefined : statedAge(reading, quantity, adult)
}

/** The word that a number stands beside: "girl" in "girl (12)" and "girl of 12". */
const nounBefore = (tokens: Tokens, first: number): number =>
  wordAt(tokens, first - 1) === "of" ? first - 2 : first - 1

/** "Tesla Model 3" */
const isProduct = (tokens: Tokens, noun: number): boolean =>
  wordAt(tokens, noun) === "model" &&
  hasRole(tokens, noun - 1, Role.thing) &&
  follows(tokens, noun, Gap.space)

/** "15 yrs" after a noun. */
const withUnit = (tokens: Tokens, quantity: Quantity): Quantity => {
  const last = quantity.last + 1
  return hasRole(tokens, last, Role.year) && follows(tokens, last, TIGHT) ? { ...quantity, last } : quantity
}

/** "girl (12)", "a boy, 9, on a beach", "girl, 15 yrs", "a boy of nine". */
export const readBesidePerson = (reading: Reading, number: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const noun = nounBefore(tokens, number.first)
  const isNumber = (number.roles & Role.digits) !== 0 || noun < number.first - 1
  if (!isNumber || number.lowest < LEAST_BARE_AGE) return undefined
  if (!hasRole(tokens, noun, Role.person | Role.youngPerson) || isProduct(tokens, noun)) return undefined
  const quantity = withUnit(tokens, number)
  if (!isApposition(reading, quantity)) return undefined
  const adult = isAdult(tokens, quantity)
  const role = adult === true ? Role.person : Role.youngPerson
  return adult === undefined || !hasRole(tokens, noun, role) ? undefined : statedAge(reading, quantity, adult)
}
