import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, rolesAt, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isAboutPerson } from "./aboutPerson.ts"
import {
  isAdult,
  isFollowedBySign,
  isFollowedByUnit,
  isUnderAge,
  readBound,
  readDecade
} from "./ageBounds.ts"
import { lastWithUnit } from "./ageEnds.ts"
import {
  readBesideNakedness,
  readGoingOn,
  readHaving,
  readSetRight,
  readShownAt,
  readSinceBirth
} from "./ageIdioms.ts"
import { makeReadOnce } from "./AgeMemory.ts"
import type { AgeMemory } from "./AgeMemory.ts"
import { readAfterVerb } from "./agesAfterVerbs.ts"
import { readBeforeSex, readBesidePerson } from "./agesBesidePeople.ts"
import { readAgeSuffix } from "./ageSuffixes.ts"
import type { Suffix } from "./ageSuffixes.ts"
import { readBirthday, readYearOfLife } from "./birthdays.ts"
import { readBirthYear } from "./birthYears.ts"
import { readChatAge } from "./chatAges.ts"
import { isDuration } from "./durations.ts"
import { isFigure } from "./figures.ts"
import { isOpenUpwards } from "./limits.ts"
import { loneNumbers } from "./loneNumbers.ts"
import { isMeasuredBehindCue } from "./measures.ts"
import { readNotYet } from "./notYet.ts"
import { followsAbbreviation, numberRoles, readNumbers } from "./quantities.ts"
import type { Numbers, Quantity } from "./quantities.ts"
import { findSpelledAges } from "./spelledAges.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"
import { findUnspacedAges, isUnspacedCue } from "./unspacedAges.ts"

/** Words that make "age" an era, a title or a law: "Ice Age 3", "drinking age is 21". */
const eras = normalisedWords(
  "ice stone bronze iron dragon golden new middle space dark jazz atomic drinking voting driving legal smoking retirement"
)

const isEra = (tokens: Tokens, cue: number): boolean =>
  eras.has(wordAt(tokens, cue - 1)) && follows(tokens, cue, tightGaps)

const mostFillers = 3

/** Words between "age" and its number: "aged down to 12", "age must be under 14". */
const afterCue = normalisedWords("down back up to less more no not regressed must should be van")

const mayFollowCue = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.filler) || afterCue.has(wordAt(tokens, at))

const isCue = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.ageCue) || isUnspacedCue(tokens, at)

/** "Age? 15", "| Age | 15 |": the word and the number alone. */
const isQuestion = (tokens: Tokens, first: number): boolean =>
  wordAt(tokens, first - 1) === "age" &&
  follows(tokens, first, Gap.sentence | Gap.stop | Gap.dot) &&
  !follows(tokens, first - 1, tightGaps) &&
  !follows(tokens, first + 1, tightGaps)

/** Where a cue before a number starts, such as "aged" or "age of"; -1 if there is none. */
const cueBefore = (tokens: Tokens, first: number): number => {
  const reach = tightGaps | Gap.colon | Gap.other | (followsAbbreviation(tokens, first) ? Gap.stop : 0)
  let at = first - 1
  for (let steps = 0; steps < mostFillers && follows(tokens, at + 1, reach); steps++) {
    if (isCue(tokens, at) || !mayFollowCue(tokens, at)) break
    at--
  }
  if (isQuestion(tokens, first)) return first - 1
  return isCue(tokens, at) && follows(tokens, at + 1, reach) && !isEra(tokens, at) ? at : -1
}

const readWithUnit = (reading: Reading, quantity: Quantity, suffix: Suffix): StatedAge | undefined => {
  const { tokens } = reading
  const cue = cueBefore(tokens, quantity.first)
  const match = { first: cue === -1 ? quantity.first : cue, last: suffix.last }
  if (suffix.mayBeDuration && cue === -1 && isDuration(tokens, match)) return undefined
  const adult = suffix.isYears ? isAdult(tokens, quantity) : false
  const needsPerson = suffix.needsPerson && cue === -1 && !isUnderAge(tokens, quantity)
  if (adult === undefined || !isAboutPerson(tokens, match, { adult, needsPerson })) return undefined
  return statedAge(reading, match, adult, suffix.end)
}

/** "a girl aged 18 months": only if the person is directly before the cue. */
const readMonths = (reading: Reading, quantity: Quantity, cue: number): StatedAge | undefined => {
  const { tokens } = reading
  const last = quantity.last + 1
  const isOfPerson =
    hasRole(tokens, cue - 1, Role.person | Role.pronoun) && !hasRole(tokens, cue - 1, Role.thing)
  if (!isOfPerson || !hasRole(tokens, last, Role.shortTime) || !follows(tokens, last, tightGaps))
    return undefined
  return statedAge(reading, { first: cue, last }, false)
}

/** "ages 8 to 12 girls": after a cue, the number does not count the people. */
const isBeforePerson = (tokens: Tokens, last: number): boolean =>
  hasRole(tokens, last + 1, Role.person) && follows(tokens, last + 1, Gap.space)

/** "Ages 8 and up" says for whom something is made, but "girls aged 12 and up" states ages. */
const isForAnybody = (tokens: Tokens, cue: number, last: number): boolean => {
  const isOfPerson = hasRole(tokens, cue - 1, Role.youngPerson) && follows(tokens, cue, tightGaps)
  return isOpenUpwards(tokens, last) && !isOfPerson
}

/** "age: 15+", "girl, age 16+": the age of somebody shown, unlike "ages 8+" on boxes. */
const isTag = (tokens: Tokens, first: number, cue: number): boolean =>
  wordAt(tokens, cue) === "age" &&
  (follows(tokens, first, Gap.colon) || hasRole(tokens, cue - 1, Role.youngPerson))

/** Cues that may describe anything: "physically 2 m tall". */
const vagueCues = normalisedWords("physically biologically")

/**
 * Whether a number behind a cue measures something. A claim of adulthood must be plain, so any unit rules it out.
 */
const isMeasuredAge = (reading: Reading, quantity: Quantity, cue: number): boolean =>
  quantity.lowest >= adultAge || vagueCues.has(wordAt(reading.tokens, cue))
    ? isFollowedByUnit(reading, quantity.last)
    : (isFollowedBySign(reading, quantity.last) && !isTag(reading.tokens, quantity.first, cue)) ||
      isMeasuredBehindCue(reading, quantity)

/** "aged 12", "age: 9", "at the age of twelve", "between the ages of 12 and 14". */
const readAfterCue = (reading: Reading, list: Quantity, range: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const cue = cueBefore(tokens, list.first)
  if (cue === -1) return undefined
  const months = readMonths(reading, list, cue)
  if (months !== undefined) return months
  const quantity = wordAt(tokens, cue) === "ages" ? list : range
  const last = lastWithUnit(tokens, quantity)
  if (last === quantity.last && isMeasuredAge(reading, quantity, cue) && !isBeforePerson(tokens, last))
    return undefined
  if (isForAnybody(tokens, cue, last)) return undefined
  const adult = isAdult(tokens, quantity)
  const match = { first: cue, last }
  return adult === undefined || !isAboutPerson(tokens, match, { adult })
    ? undefined
    : statedAge(reading, match, adult)
}

const readAgeWord = (reading: Reading, at: number): StatedAge | undefined => {
  const value = valueAt(reading.tokens, at)
  const match = { first: at, last: at }
  const adult = value >= adultAge
  return isAboutPerson(reading.tokens, match, { adult }) ? statedAge(reading, match, adult) : undefined
}

/**
 * Whether the last number of a list counts the years of somebody else: in "woman aged 17 and 30 year old man", only 17
 * follows "aged". In "girls aged 12 and 13 years old", both numbers do.
 */
const isLastOfAnother = (tokens: Tokens, { list, range }: Numbers, suffix: Suffix): boolean =>
  list.last > range.last &&
  hasRole(tokens, suffix.last + 1, Role.person) &&
  follows(tokens, suffix.last + 1, tightGaps) &&
  cueBefore(tokens, list.first) !== -1

type Reader = (reading: Reading, quantity: Quantity) => StatedAge | undefined

/** Read the numbers as a range, the first that finds something wins. */
const bareReaders: ReadonlyArray<Reader> = [
  readGoingOn,
  readBound,
  readNotYet,
  readAfterVerb,
  readHaving,
  readBesidePerson
]
/** Read a number whose unit means an age in some contexts only. */
const unitReaders: ReadonlyArray<Reader> = [readHaving, readBesideNakedness]
const lastReaders: ReadonlyArray<Reader> = [
  readBesideNakedness,
  readBeforeSex,
  readSinceBirth,
  readShownAt,
  readSetRight,
  readChatAge
]

const readByFirst = (
  readers: ReadonlyArray<Reader>,
  reading: Reading,
  quantity: Quantity
): StatedAge | undefined => {
  for (const read of readers) {
    const age = read(reading, quantity)
    if (age !== undefined) return age
  }
  return undefined
}

/** Reads an age that neither a unit nor a cue marks. */
const readBare = (reading: Reading, range: Quantity, list: Quantity): StatedAge | undefined =>
  readByFirst(bareReaders, reading, range) ??
  (list.last > range.last ? readBesidePerson(reading, list) : undefined) ??
  readByFirst(lastReaders, reading, range)

/** That a word may be a term is often true by chance. */
const isUnknown = (tokens: Tokens, at: number): boolean => (rolesAt(tokens, at) & ~Role.term) === 0

/**
 * Whether digits stand for letters, as in "n4ked" and "ph0togr4ph". Asked only if nothing marks them as an age. In
 * "emma15nude" and "emma15f" something else does.
 */
const isInsideWord = (tokens: Tokens, { first, last }: Quantity): boolean => {
  if (!follows(tokens, first, Gap.glued) || !follows(tokens, last + 1, Gap.glued)) return false
  if (wordAt(tokens, first - 1).length === 1) return true
  return isUnknown(tokens, first - 1) && isUnknown(tokens, last + 1) && wordAt(tokens, last + 1).length > 1
}

const readNumber = (reading: Reading, at: number): StatedAge | undefined => {
  const numbers = readNumbers(reading.tokens, at)
  if (numbers === undefined) return undefined
  const { list, range } = numbers
  const suffix = readAgeSuffix(reading, list)
  if (suffix !== undefined && isLastOfAnother(reading.tokens, numbers, suffix))
    return readAfterCue(reading, range, range)
  if (suffix !== undefined)
    return readWithUnit(reading, list, suffix) ?? readByFirst(unitReaders, reading, range)
  const afterCue = readAfterCue(reading, list, range)
  if (afterCue !== undefined || isInsideWord(reading.tokens, range) || isFigure(reading, range))
    return afterCue
  return readBare(reading, range, list)
}

const startRoles = numberRoles | Role.ordinal | Role.ageWord | Role.calendar

const readAt = (reading: Reading, at: number): StatedAge | undefined => {
  const roles = rolesAt(reading.tokens, at)
  if ((roles & Role.ageWord) !== 0) return readAgeWord(reading, at)
  const other =
    readDecade(reading, at) ??
    readBirthday(reading, at) ??
    readYearOfLife(reading, at) ??
    readBirthYear(reading, at)
  return other ?? ((roles & numberRoles) === 0 ? undefined : readNumber(reading, at))
}

/**
 * All stated ages of people, of minors and adults, in the order of the text. The views of one text share a `memory`,
 * which is empty at first.
 */
export const findAges = (reading: Reading, memory: AgeMemory): ReadonlyArray<StatedAge> => {
  const found: Array<StatedAge> = [...findUnspacedAges(reading), ...findSpelledAges(reading)]
  const { roles, tokens } = reading
  if ((roles & startRoles) === 0) return found
  const isLone = loneNumbers(tokens)
  const readOnce = makeReadOnce(memory, tokens, (at) => readAt(reading, at))
  let at = 0
  while (at < tokens.length) {
    const mayStart = hasRole(tokens, at, startRoles) && !isLone(at)
    const age = mayStart ? readOnce(at) : undefined
    if (age !== undefined) found.push(age)
    at = age === undefined ? at + 1 : Math.max(age.last, at) + 1
  }
  return found.toSorted((one, other) => one.first - other.first)
}
