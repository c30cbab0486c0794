import { isAboutPerson } from "./aboutPerson.ts"
import { ADULT_AGE, isAdult, isFollowedByUnit, readBound, readDecade } from "./ageBounds.ts"
import { readAgeSuffix } from "./ageSuffixes.ts"
import type { Suffix } from "./ageSuffixes.ts"
import { isDuration } from "./durations.ts"
import { NUMBERS, readQuantity } from "./quantities.ts"
import type { Quantity } from "./quantities.ts"
import { Role } from "./Role.ts"
import { statedAge } from "./StatedAge.ts"
import type { Reading, StatedAge } from "./StatedAge.ts"
import { follows, Gap, hasRole, rolesAt, TIGHT, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** "Ice Age 3" and the like. */
const eras = new Set([
  "ice",
  "stone",
  "bronze",
  "iron",
  "dragon",
  "golden",
  "new",
  "middle",
  "space",
  "dark",
  "jazz",
  "atomic"
])

const MOST_FILLERS = 3

/** Where "aged" or "age of" before a number begins, -1 when there is none. */
const cueBefore = (tokens: Tokens, first: number): number => {
  const reach = TIGHT | Gap.colon | Gap.other
  let at = first - 1
  for (let steps = 0; steps < MOST_FILLERS && follows(tokens, at + 1, reach); steps++) {
    if (hasRole(tokens, at, Role.ageCue) || !hasRole(tokens, at, Role.filler)) break
    at--
  }
  const found = hasRole(tokens, at, Role.ageCue) && follows(tokens, at + 1, reach)
  return found && !eras.has(wordAt(tokens, at - 1)) ? at : -1
}

const readWithUnit = (reading: Reading, quantity: Quantity, suffix: Suffix): StatedAge | undefined => {
  const { tokens } = reading
  const cue = cueBefore(tokens, quantity.first)
  const match = { first: cue === -1 ? quantity.first : cue, last: suffix.last }
  if (suffix.mayBeDuration && cue === -1 && isDuration(tokens, match)) return undefined
  const adult = suffix.isYears ? isAdult(tokens, quantity) : false
  if (adult === undefined || !isAboutPerson(tokens, match, suffix.needsPerson)) return undefined
  return statedAge(reading, match, adult, suffix.end)
}

const labels = new Set(["up", "older", "over", "above", "plus", "upwards"])

/** "Ages 8 and up" is printed on a box. */
const isLabel = (tokens: Tokens, last: number): boolean =>
  hasRole(tokens, last + 1, Role.connector) && labels.has(wordAt(tokens, last + 2))

const isYears = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.year) && follows(tokens, at, TIGHT)

/** "aged 12", "age: 9", "at the age of twelve". */
const readAfterCue = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const cue = cueBefore(tokens, quantity.first)
  if (cue === -1) return undefined
  const last = isYears(tokens, quantity.last + 1) ? quantity.last + 1 : quantity.last
  if ((last === quantity.last && isFollowedByUnit(reading, last)) || isLabel(tokens, last)) return undefined
  const adult = isAdult(tokens, quantity)
  const match = { first: cue, last }
  return adult === undefined || !isAboutPerson(tokens, match, false)
    ? undefined
    : statedAge(reading, match, adult)
}

const withSubject = new Set(["im", "shes", "hes", "theyre", "whos", "youre"])

const isSubject = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.pronoun | Role.person) && follows(tokens, at + 1, TIGHT)

/** Where the verb of "she is only 14" stands, -1 when there is none with a person before it. */
const verbBefore = (tokens: Tokens, first: number): number => {
  let at = first - 1
  for (let steps = 0; steps < 2; steps++) {
    if (!hasRole(tokens, at, Role.filler) || hasRole(tokens, at, Role.being)) break
    at--
  }
  if (!hasRole(tokens, at, Role.being) || !follows(tokens, at + 1, TIGHT)) return -1
  const subject = wordAt(tokens, at - 1) === "just" || wordAt(tokens, at - 1) === "recently" ? at - 2 : at - 1
  return withSubject.has(wordAt(tokens, at)) || isSubject(tokens, subject) ? at : -1
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
  if (follows(tokens, first, Gap.comma))
    return !follows(tokens, last + 1, TIGHT) && standsAlone(reading, last)
  return follows(tokens, first, Gap.space | Gap.hyphen) && standsAlone(reading, last)
}

/** Smaller numbers after "she is" are more often counts. */
const LEAST_BARE_AGE = 3

/** "she is 14", "he just turned twelve". The number alone states the age. */
const readAfterVerb = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  if ((quantity.roles & (Role.digits | Role.englishNumber)) === 0 || quantity.lowest < LEAST_BARE_AGE)
    return undefined
  if (verbBefore(tokens, quantity.first) === -1 || isFollowedByUnit(reading, quantity.last)) return undefined
  const next = quantity.last + 1
  if (follows(tokens, next, Gap.space) && isCount(wordAt(tokens, next)) && !isYears(tokens, next))
    return undefined
  const adult = isAdult(tokens, quantity)
  return adult === undefined ? undefined : statedAge(reading, quantity, adult)
}

/** "girl (12)", "a boy, 9, on a beach". */
const readBesidePerson = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const before = quantity.first - 1
  if ((quantity.roles & Role.digits) === 0 || quantity.lowest < LEAST_BARE_AGE) return undefined
  if (!isApposition(reading, quantity)) return undefined
  const adult = isAdult(tokens, quantity)
  const role = adult === true ? Role.person : Role.youngPerson
  return adult === undefined || !hasRole(tokens, before, role)
    ? undefined
    : statedAge(reading, quantity, adult)
}

const readAgeWord = (reading: Reading, at: number): StatedAge | undefined => {
  const value = reading.tokens[at]?.value ?? 0
  const match = { first: at, last: at }
  return isAboutPerson(reading.tokens, match, false)
    ? statedAge(reading, match, value >= ADULT_AGE)
    : undefined
}

const readNumber = (reading: Reading, at: number): StatedAge | undefined => {
  const list = readQuantity(reading.tokens, at, "list")
  if (list === undefined) return undefined
  const suffix = readAgeSuffix(reading, list)
  if (suffix !== undefined) return readWithUnit(reading, list, suffix)
  const range = readQuantity(reading.tokens, at, "range") ?? list
  return (
    readAfterCue(reading, range) ??
    readBound(reading, range) ??
    readAfterVerb(reading, range) ??
    readBesidePerson(reading, range)
  )
}

const STARTS = NUMBERS | Role.ageWord | Role.decade

const readAt = (reading: Reading, at: number): StatedAge | undefined => {
  const roles = rolesAt(reading.tokens, at)
  if ((roles & STARTS) === 0) return undefined
  if ((roles & Role.ageWord) !== 0) return readAgeWord(reading, at)
  const decade = readDecade(reading, at)
  return decade ?? ((roles & NUMBERS) === 0 ? undefined : readNumber(reading, at))
}

/** Every stated age of a person, minors and adults, in the order of the text. */
export const findAges = (reading: Reading): ReadonlyArray<StatedAge> => {
  const found: Array<StatedAge> = []
  let at = 0
  while (at < reading.tokens.length) {
    const age = readAt(reading, at)
    if (age !== undefined) found.push(age)
    at = age === undefined ? at + 1 : Math.max(age.last, at) + 1
  }
  return found
}
