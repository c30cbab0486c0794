import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isAdult, isFollowedByUnit } from "./ageBounds.ts"
import { endsAge, isCount, lastWithUnit, leastBareAge } from "./ageEnds.ts"
import { isOpenUpwards } from "./limits.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"
import { mayBeYoung } from "./youngPeople.ts"

const withSubject = normalisedWords("im shes hes theyre whos youre")

/**
 * Whether a token may be the subject of a verb before an age. A name or a word such as "babe" is believed of a minor's
 * age only: a prompt may name anybody, and must not make an adult of a child by it.
 */
const isSubject = (tokens: Tokens, at: number, adult: boolean): boolean =>
  (hasRole(tokens, at, Role.pronoun | Role.person) || (!adult && mayBeYoung(tokens, at))) &&
  follows(tokens, at + 1, tightGaps)

/** Whether a word may come between a verb and an age: "only" in "she is only 14", "not" in "not yet 14". */
const standsBetween = (tokens: Tokens, at: number): boolean => {
  if (hasRole(tokens, at, Role.filler)) return !hasRole(tokens, at, Role.being)
  return wordAt(tokens, at) === "not" && wordAt(tokens, at + 1) === "yet"
}

const adverbs = normalisedWords("just recently freshly newly soon")
const auxiliaries = normalisedWords(
  "has have had will would could can may might must should shall ll ve d to about going"
)

/** Where the verb that ends at a token starts: at "appears" in "appears to be". */
const verbAt = (tokens: Tokens, at: number): number => {
  const isInfinitive = wordAt(tokens, at) === "be" && wordAt(tokens, at - 1) === "to"
  return isInfinitive && hasRole(tokens, at - 2, Role.being) ? at - 2 : at
}

const mostAuxiliaries = 8

/** The position before a verb, its auxiliaries and adverbs: "she" in "she has just turned". */
const beforeAuxiliaries = (tokens: Tokens, verb: number): number => {
  const isBetween = (at: number) => adverbs.has(wordAt(tokens, at)) || auxiliaries.has(wordAt(tokens, at))
  let before = verb - 1
  while (before >= verb - mostAuxiliaries && isBetween(before)) before--
  return before
}

/** The subject before a verb: "girl" in "a girl that is", "she" in "she has just turned". */
const subjectOf = (tokens: Tokens, verb: number): number => {
  const before = beforeAuxiliaries(tokens, verb)
  return wordAt(tokens, before) === "that" ? before - 1 : before
}

const passing = normalisedWords("pass passes passed passing")

/** "she could pass for 13" */
const passesFor = (tokens: Tokens, first: number, adult: boolean): boolean =>
  wordAt(tokens, first - 1) === "for" &&
  passing.has(wordAt(tokens, first - 2)) &&
  isSubject(tokens, subjectOf(tokens, first - 2), adult)

const ofNumbers = normalisedWords("turn turned turning turns looks appears wird wurde wordt werd")

const leadingUp = normalisedWords("celebrating celebrates celebrated celebrate before until till from")

/** "just turned 13", "about to turn 13", "before turning 18", "looks 12" without a subject: only people turn or look a number. */
const beginsWithTurned = (tokens: Tokens, verb: number): boolean => {
  const isSoonToBe = wordAt(tokens, verb) === "be" && wordAt(tokens, verb - 2) === "soon"
  if (!ofNumbers.has(wordAt(tokens, verb)) && !isSoonToBe) return false
  const before = beforeAuxiliaries(tokens, verb)
  return !follows(tokens, before + 1, tightGaps) || leadingUp.has(wordAt(tokens, before))
}

const hasSubject = (tokens: Tokens, verb: number, adult: boolean): boolean =>
  withSubject.has(wordAt(tokens, verb)) ||
  isSubject(tokens, subjectOf(tokens, verb), adult) ||
  beginsWithTurned(tokens, verb)

const truths = normalisedWords("but though yet actually really")

/** "looks 18 but is 14", "says 18 but is really 14": the subject was named before the other age. */
const setsRight = (tokens: Tokens, verb: number): boolean =>
  truths.has(wordAt(tokens, verb - 1)) && follows(tokens, verb, Gap.space)

/** Whether a subject and verb such as "she is", "I'm" or "he just turned" come before a number. */
const followsVerb = (tokens: Tokens, first: number, adult: boolean): boolean => {
  if (passesFor(tokens, first, adult)) return true
  let at = first - 1
  // "She is at 10 Downing Street" states no age, but "she is at least 10" does.
  if (wordAt(tokens, at) === "at") return false
  for (let steps = 0; steps < 2 && standsBetween(tokens, at); steps++) at--
  if (!hasRole(tokens, at, Role.being) || !follows(tokens, at + 1, tightGaps)) return false
  const verb = verbAt(tokens, at)
  return hasSubject(tokens, verb, adult) || (!adult && setsRight(tokens, verb))
}

const germanDates = normalisedWords("im am")

/** "im 7. Jahrhundert", "am 12. Mai" */
const isGermanOrdinal = (tokens: Tokens, { first, last }: Quantity): boolean =>
  germanDates.has(wordAt(tokens, first - 1)) &&
  last + 1 < tokens.length &&
  follows(tokens, last + 1, Gap.stop)

/** Whether a number measures or counts what follows it: "she is 12 cm tall", "she is 12 stories up". */
const isMeasured = (reading: Reading, quantity: Quantity, last: number): boolean => {
  const { tokens } = reading
  const next = last + 1
  if (follows(tokens, next, Gap.space) && isCount(wordAt(tokens, next))) return true
  return last > quantity.last ? !endsAge(reading, last) : isFollowedByUnit(reading, last)
}

/** "she is 14", "he just turned twelve". The number alone states the age. */
export const readAfterVerb = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const isRead = (quantity.roles & (Role.digits | Role.englishNumber | Role.germanNumber)) !== 0
  if (!isRead || quantity.lowest < leastBareAge) return undefined
  const isOfAdult = quantity.lowest >= adultAge
  if (!followsVerb(tokens, quantity.first, isOfAdult) || isGermanOrdinal(tokens, quantity)) return undefined
  const last = lastWithUnit(tokens, quantity)
  if (isMeasured(reading, quantity, last)) return undefined
  const adult = isAdult(tokens, quantity)
  // "Nobody is 18 or older" and the like are read as bounds.
  if (adult === true && isOpenUpwards(tokens, last)) return undefined
  return adult === undefined ? undefined : statedAge(reading, { first: quantity.first, last }, adult)
}
