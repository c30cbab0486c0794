import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { givenNames } from "../words/givenNames.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { peopleOfAnyAge } from "../words/wordLists.ts"
import { isAdult, isFollowedByUnit } from "./ageBounds.ts"
import { isNaked } from "./nakedness.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"
import { isUnspacedYoung } from "./unspacedAges.ts"

const withSubject = normalisedWords("im shes hes theyre whos youre")

const names = normalisedWords(givenNames)

/** Whether a given name ends at a token, perhaps with a family name: "Emma", "Emma Smith". */
const isNamed = (tokens: Tokens, at: number): boolean =>
  names.has(wordAt(tokens, at)) || (names.has(wordAt(tokens, at - 1)) && follows(tokens, at, Gap.space))

/**
 * Whether a token may be the subject of a verb before an age. A name or a word such as "babe" is believed of a minor's age only: a prompt may
 * name anybody, and must not make an adult of a child by it.
 */
const isSubject = (tokens: Tokens, at: number, adult: boolean): boolean =>
  (hasRole(tokens, at, Role.pronoun | Role.person) || (!adult && mayBeYoung(tokens, at))) &&
  follows(tokens, at + 1, tightGaps)

/** Whether a word may come between a verb and an age: "only" in "she is only 14", "not" in "not yet 14". */
const standsBetween = (tokens: Tokens, at: number): boolean => {
  if (hasRole(tokens, at, Role.filler)) return !hasRole(tokens, at, Role.being)
  return wordAt(tokens, at) === "not" && wordAt(tokens, at + 1) === "yet"
}

const adverbs = normalisedWords("just recently freshly newly")
const auxiliaries = normalisedWords(
  "has have had will would could can may might must should shall ll ve to about going"
)

/** Where the verb that ends at a token starts: at "appears" in "appears to be". */
const verbAt = (tokens: Tokens, at: number): number => {
  const isInfinitive = wordAt(tokens, at) === "be" && wordAt(tokens, at - 1) === "to"
  return isInfinitive && hasRole(tokens, at - 2, Role.being) ? at - 2 : at
}

/** The position before a verb, its auxiliaries and adverbs: "she" in "she has just turned". */
const beforeAuxiliaries = (tokens: Tokens, verb: number): number => {
  let before = verb - 1
  while (adverbs.has(wordAt(tokens, before)) || auxiliaries.has(wordAt(tokens, before))) before--
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
  if (!ofNumbers.has(wordAt(tokens, verb))) return false
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

const isCount = (word: string): boolean => word.length > 3 && word.endsWith("s") && !word.endsWith("ss")

/**
 * Whether an age without a unit may end here: at the end of the text, before a sign, or before a word that starts
 * something new.
 */
const standsAlone = (reading: Reading, last: number): boolean => {
  if (isFollowedByUnit(reading, last)) return false
  const { tokens } = reading
  const next = last + 1
  return (
    !follows(tokens, next, tightGaps) ||
    hasRole(tokens, next, Role.stop | Role.connector | Role.negation) ||
    isNaked(tokens, next)
  )
}

/** Whether a number is between commas, or directly after the noun. */
const isApposition = (reading: Reading, { first, last }: Quantity): boolean => {
  const { tokens } = reading
  // "girl 9: sitting" numbers the girls.
  if (!standsAlone(reading, last) || follows(tokens, last + 1, Gap.colon)) return false
  if (follows(tokens, first, Gap.comma | Gap.colon)) return !follows(tokens, last + 1, tightGaps)
  return follows(tokens, first, Gap.space | Gap.hyphen | Gap.glued)
}

/**
 * Words for a picture that may directly follow an age: "a girl of 12 photo", or "girl, 12, 4k" without the second
 * comma.
 */
const pictures = normalisedWords(
  "photo photograph photography portrait picture image render drawing painting sketch wallpaper selfie closeup uhd hd hdr raw"
)
const resolutions = new Set([2, 4, 8, 16])

const isResolution = (tokens: Tokens, at: number): boolean =>
  resolutions.has(valueAt(tokens, at)) && wordAt(tokens, at + 1) === "k" && follows(tokens, at + 1, Gap.glued)

/** What people do in pictures. Not if it describes things that are counted: "12 walking sticks". */
const poses = normalisedWords(
  "walking smiling standing sitting posing running dancing playing lying looking wearing holding laughing kneeling sleeping swimming"
)

const beginsDescription = (tokens: Tokens, at: number): boolean =>
  pictures.has(wordAt(tokens, at)) ||
  isResolution(tokens, at) ||
  (poses.has(wordAt(tokens, at)) && !isCount(wordAt(tokens, at + 1)))

/** Words after which years are no age: "15 years experience", "12 years later", "12 years a slave". */
const spans = normalisedWords(
  "experience standing service marriage work study training practice prison later ago earlier before after long straight running a the"
)

/**
 * Whether a number beside a person is their age although a word follows it: because it has its unit, or because the
 * word starts the description of a picture.
 */
const isDescribed = (reading: Reading, number: Quantity, last: number): boolean => {
  const { tokens } = reading
  const next = last + 1
  if (!follows(tokens, number.first, Gap.space | Gap.comma) || !follows(tokens, next, tightGaps)) return false
  if (beginsDescription(tokens, next)) return true
  return last > number.last && endsYears(tokens, next)
}

const endsYears = (tokens: Tokens, next: number): boolean => {
  const word = wordAt(tokens, next)
  return (
    !spans.has(word) &&
    !notOfAge.has(word) &&
    !isCount(word) &&
    !hasRole(tokens, next, Role.thing | Role.measure)
  )
}

/** Smaller numbers directly after a noun count or number people: "girl 3 is blonde". */
const leastAgeBehindNoun = 6

/** Whether a small number directly follows its noun, with nothing in between to set it off. */
const isBareCount = (reading: Reading, { first, lowest }: Quantity, noun: number): boolean =>
  lowest < leastAgeBehindNoun &&
  (noun === first - 1 || isNaked(reading.tokens, first - 1)) &&
  isJoined(reading, first)

/**
 * Whether nothing sets a number off from the word before. Brackets are spaces in the normalised text, so more than
 * one unit in between does.
 */
const isJoined = ({ tokens }: Reading, first: number): boolean => {
  const { start, text } = tokenAt(tokens, first)
  const { end } = tokenAt(tokens, first - 1)
  return start - end <= 1 && text.charCodeAt(end) !== commaCode
}

const commaCode = 0x2c

/** Smaller numbers after "she is" are more often counts. */
const leastBareAge = 3

const germanDates = normalisedWords("im am")

/** "im 7. Jahrhundert", "am 12. Mai" */
const isGermanOrdinal = (tokens: Tokens, { first, last }: Quantity): boolean =>
  germanDates.has(wordAt(tokens, first - 1)) &&
  last + 1 < tokens.length &&
  follows(tokens, last + 1, Gap.stop)

/** "she is 14", "he just turned twelve". The number alone states the age. */
export const readAfterVerb = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const isRead = (quantity.roles & (Role.digits | Role.englishNumber | Role.germanNumber)) !== 0
  if (!isRead || quantity.lowest < leastBareAge) return undefined
  const isOfAdult = quantity.lowest >= adultAge
  if (!followsVerb(tokens, quantity.first, isOfAdult) || isGermanOrdinal(tokens, quantity)) return undefined
  const last = lastWithUnit(tokens, quantity)
  const isMeasured = last > quantity.last ? !endsAge(reading, last) : isFollowedByUnit(reading, last)
  if (isMeasured) return undefined
  const next = last + 1
  if (follows(tokens, next, Gap.space) && isCount(wordAt(tokens, next))) return undefined
  const adult = isAdult(tokens, quantity)
  return adult === undefined ? undefined : statedAge(reading, { first: quantity.first, last }, adult)
}

const mostFillers = 3

/** The word that a number belongs to: "girl" in "girl (12)", "girl of 12" and "girl, only about 12". */
const nounBefore = (tokens: Tokens, first: number): number => {
  let at = first - 1
  while (at > first - 1 - mostFillers && standsBetweenNoun(tokens, at)) at--
  return isLink(tokens, at, first) ? at - 1 : overNakedness(tokens, at, first)
}

const eachOf = normalisedWords("both each")

/** Whether a word may come between a noun and an age: "only about" in "girl, only about 12", "both" in "twins, both 12". */
const standsBetweenNoun = (tokens: Tokens, at: number): boolean =>
  eachOf.has(wordAt(tokens, at)) || (hasRole(tokens, at, Role.filler) && !hasRole(tokens, at, notBetween))

const links = normalisedWords("mit met van com")

/**
 * "Mädchen mit 14", "meisje van 14": after a young person this is an age. After other nouns it counts what they have.
 */
const isLink = (tokens: Tokens, at: number, first: number): boolean =>
  at === first - 1 &&
  links.has(wordAt(tokens, at)) &&
  hasRole(tokens, at - 1, Role.youngPerson) &&
  follows(tokens, at, Gap.space)

const romanceOf = normalisedWords("de di entre tra")

/** "fille nue, 14", "girl, nude, 15", "chica desnuda de 15": skips a word for nakedness between the person and the age. */
const overNakedness = (tokens: Tokens, at: number, first: number): number => {
  const isBefore = at === first - 1 || (at === first - 2 && romanceOf.has(wordAt(tokens, at + 1)))
  return isBefore && isNaked(tokens, at) && follows(tokens, at, tightGaps | Gap.comma) ? at - 1 : at
}

const notBetween = Role.being | Role.person | Role.pronoun | Role.thing

/** "Tesla Model 3" */
const isProduct = (tokens: Tokens, noun: number): boolean =>
  wordAt(tokens, noun) === "model" &&
  hasRole(tokens, noun - 1, Role.thing) &&
  follows(tokens, noun, Gap.space)

const notOfAge = normalisedWords("in into of on with for from at by after before than")

/** Whether an age with its unit may end here: "she is 12 years into her career" states none. */
const endsAge = (reading: Reading, last: number): boolean =>
  standsAlone(reading, last) &&
  !(follows(reading.tokens, last + 1, tightGaps) && notOfAge.has(wordAt(reading.tokens, last + 1)))

const units = normalisedWords("summers winters springs autumns j y")

const isAnd = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "y" && hasRole(tokens, at + 1, Role.digits) && follows(tokens, at + 1, Gap.space)

/** Whether "and a half" follows a number. */
const isAndHalf = (tokens: Tokens, last: number): boolean =>
  wordAt(tokens, last + 1) === "and" &&
  wordAt(tokens, last + 2) === "a" &&
  wordAt(tokens, last + 3) === "half"

/** The last token of a number with its unit: "15 yrs", "15y", "15 summers", "15 and a half", the German "15 J.". */
const lastWithUnit = (tokens: Tokens, { last }: Quantity): number => {
  if (isAndHalf(tokens, last)) return last + 3
  const next = last + 1
  // "entre 14 y 16": here the letter is a word of its own.
  const isUnit = hasRole(tokens, next, Role.year) || (units.has(wordAt(tokens, next)) && !isAnd(tokens, next))
  return isUnit && follows(tokens, next, tightGaps) ? next : last
}

/** "one" directly after a noun is no number, and "elf" is only in German: not in "model: elf". */
const isNumber = (reading: Reading, { first, lowest, roles }: Quantity, noun: number): boolean =>
  (roles & Role.digits) !== 0 ||
  ((roles & Role.englishNumber) !== 0 && lowest >= leastAgeBehindNoun) ||
  noun < first - 1 ||
  (!isJoined(reading, first) && wordAt(reading.tokens, noun) !== "model")

const anyAge = normalisedWords(peopleOfAnyAge)

const mayBeYoung = (tokens: Tokens, at: number): boolean =>
  isYoung(tokens, at) || anyAge.has(wordAt(tokens, at)) || isNamed(tokens, at)

const isYoung = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.youngPerson) || isUnspacedYoung(tokens, at)

const leastAgeBehindColon = 8
const otherWords = normalisedWords("elf once")

/** Whether a number is an age behind a name: "Kim: six" is a line of a talk, and "elf" a creature. */
const isPlainAge = (tokens: Tokens, { first, lowest, roles }: Quantity): boolean => {
  if ((roles & Role.digits) !== 0) return true
  const isLine = follows(tokens, first, Gap.colon) && lowest < leastAgeBehindColon
  return !isLine && !otherWords.has(wordAt(tokens, first))
}

/** Whether a minor's age belongs to a noun: "girl, six", "woman, 15" and "Emma, fifteen", but not "Kim: six". */
const isMinors = (tokens: Tokens, noun: number, quantity: Quantity): boolean =>
  isYoung(tokens, noun) || (mayBeYoung(tokens, noun) && isPlainAge(tokens, quantity))

const sexes = normalisedWords("female male girl boy f m")
const leastAgeBeforeSex = 8

/** "15, female", as people introduce themselves: at the start of a clause, and the sex alone after it. */
export const readBeforeSex = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, last, lowest } = quantity
  const sex = last + 1
  const begins = !follows(tokens, first, tightGaps | Gap.colon) && follows(tokens, sex, Gap.comma | Gap.slash)
  const isAlone = sexes.has(wordAt(tokens, sex)) && !follows(tokens, sex + 1, tightGaps)
  const isUnder = lowest >= leastAgeBeforeSex && lowest < adultAge
  return begins && isAlone && isUnder ? statedAge(reading, { first, last: sex }, false) : undefined
}

/** "girl (12)", "a boy, 9, on a beach", "girl, 15 yrs", "a boy of nine", "Emma, 14". */
export const readBesidePerson = (reading: Reading, number: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const noun = nounBefore(tokens, number.first)
  if (number.lowest < leastBareAge || isBareCount(reading, number, noun)) return undefined
  if (!isNumber(reading, number, noun)) return undefined
  if (isProduct(tokens, noun)) return undefined
  const quantity = { ...number, last: lastWithUnit(tokens, number) }
  if (!isApposition(reading, quantity) && !isDescribed(reading, number, quantity.last)) return undefined
  const adult = isAdult(tokens, quantity)
  if (adult === undefined) return undefined
  const isPersons = adult ? hasRole(tokens, noun, Role.person) : isMinors(tokens, noun, quantity)
  return isPersons ? statedAge(reading, quantity, adult) : undefined
}
