import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isAdult } from "./ageBounds.ts"
import { isCount, lastWithUnit, leastBareAge, notOfAge, standsAlone } from "./ageEnds.ts"
import { isSpanOfAdult } from "./careers.ts"
import { isMeasure } from "./measures.ts"
import { isNaked } from "./nakedness.ts"
import { isCountOrName, isJoined } from "./namesAndCounts.ts"
import { followsAbbreviation } from "./quantities.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"
import { isYoung, mayBeYoung } from "./youngPeople.ts"

/** Two words after a number that make it a time or a length: "12 at night", "8 in long". */
const measured = new Set([
  "at night",
  ...["long", "tall", "wide", "thick", "deep", "high"].map((size) => `in ${size}`)
])

/** Whether the words after a number say where somebody is or with whom: "13 on a bed", "13 and nude", not "13 of them". */
const isPlaced = (tokens: Tokens, next: number): boolean => {
  if (!follows(tokens, next, Gap.space) || !hasRole(tokens, next, Role.stop | Role.connector)) return false
  const word = wordAt(tokens, next)
  if (word === "of" || poses.has(word) || hasRole(tokens, next + 1, Role.digits)) return false
  return !measured.has(`${word} ${wordAt(tokens, next + 1)}`)
}

/** Whether a number after a comma is all that is said there: "girl, 13, blonde", "girl, 13 nude", "girl, 13 on a bed". */
const endsApposition = (tokens: Tokens, { last, lowest }: Quantity): boolean =>
  !follows(tokens, last + 1, tightGaps) ||
  isNaked(tokens, last + 1) ||
  (lowest >= leastAgeBehindNoun && isPlaced(tokens, last + 1))

const offsets = new Set(Array.from(";|/·•≈"))

/** Whether a sign of a list alone stands between a noun and a minor's age: "girl; 15", "girl | 15 | blonde", "girl / 15". */
const isSetOff = ({ text, tokens }: Reading, { first, last, lowest }: Quantity): boolean => {
  if (lowest < leastAgeBehindColon || lowest >= adultAge || follows(tokens, last + 1, tightGaps | Gap.slash))
    return false
  return offsets.has(text.slice(tokenAt(tokens, first - 1).end, tokenAt(tokens, first).start).trim())
}

/** Whether a number is between commas, or directly after the noun. */
const isApposition = (reading: Reading, quantity: Quantity): boolean => {
  const { tokens } = reading
  const { first, last } = quantity
  // "girl 9: sitting" numbers the girls.
  if (!standsAlone(reading, last) || follows(tokens, last + 1, Gap.colon)) return false
  if (isSetOff(reading, quantity)) return true
  if (follows(tokens, first, Gap.comma | Gap.colon)) return endsApposition(tokens, quantity)
  return follows(tokens, first, Gap.space | Gap.hyphen | Gap.glued) || followsAbbreviation(tokens, first)
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

/** Words after which years are no age: "15 years experience", "12 years later", "12 years sober", "12 years a slave". */
const spans = normalisedWords(
  "sober married divorced widowed celibate experience standing service marriage work study training practice prison later ago earlier before after long straight running a the"
)

/**
 * Whether a number beside a person is their age although a word follows it: because it has its unit, or because the
 * word starts the description of a picture.
 */
const isDescribed = (reading: Reading, number: Quantity, last: number): boolean => {
  const { tokens } = reading
  const next = last + 1
  if (!follows(tokens, number.first, Gap.space | Gap.comma) || !follows(tokens, next, tightGaps)) return false
  if (beginsDescription(tokens, next) || isToldOfPerson(reading, number)) return true
  return last > number.last && endsYears(tokens, next)
}

const endsYears = (tokens: Tokens, next: number): boolean => {
  const word = wordAt(tokens, next)
  return (
    !spans.has(word) &&
    !notOfAge.has(word) &&
    !isCount(word) &&
    !hasRole(tokens, next, Role.thing) &&
    !isMeasure(tokens, next)
  )
}

/** Words that a number names or numbers: "16 bit", "4 panel comic". */
const numbered = normalisedWords(
  "bit bits k hd f iso cfg seed gauge carat karat color colour tone panel head shot frame angle point view grid part volume episode season chapter version"
)
const wordsInPhrase = 3

/** Whether one of the words of the phrase that starts here shows that a number counts it: "red roses", "people". */
const holdsCounted = (tokens: Tokens, next: number): boolean => {
  for (let at = next; at < next + wordsInPhrase && (at === next || follows(tokens, at, tightGaps)); at++) {
    if (isCount(wordAt(tokens, at)) || hasRole(tokens, at, Role.thing | Role.digits) || isMeasure(tokens, at))
      return true
  }
  return false
}

/**
 * Whether what follows a number after a comma is told of the person, without a comma of its own: "girl, 12 undressing",
 * "girl, 12 long blonde hair". In "girl, 12 red roses", the number counts.
 */
const isToldOfPerson = ({ tokens }: Reading, { first, last, lowest, roles }: Quantity): boolean => {
  const mayBeAge = (roles & Role.digits) !== 0 && lowest >= leastAgeBehindColon
  if (!mayBeAge || !hasRole(tokens, first - 1, Role.youngPerson) || !follows(tokens, first, Gap.comma))
    return false
  return !numbered.has(wordAt(tokens, last + 1)) && !holdsCounted(tokens, last + 1)
}

/** Smaller numbers directly after a noun count or number people: "girl 3 is blonde". */
const leastAgeBehindNoun = 6

/** Whether a small number directly follows its noun, with nothing in between to set it off. */
const isBareCount = (reading: Reading, { first, lowest }: Quantity, noun: number): boolean =>
  lowest < leastAgeBehindNoun &&
  (noun === first - 1 || isNaked(reading.tokens, first - 1)) &&
  isJoined(reading, first)

const mostFillers = 3

/** The word that a number belongs to: "girl" in "girl (12)", "girl of 12" and "girl, only about 12". */
const nounBefore = (tokens: Tokens, first: number): number => {
  let at = first - 1
  while (at > first - 1 - mostFillers && standsBetweenNoun(tokens, at)) at--
  return isLink(tokens, at, first) ? at - 1 : overNakedness(tokens, at)
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

/**
 * "fille nue, 14", "girl, nude, 15", "chica desnuda de unos 15": skips a word for nakedness between the person and the
 * age.
 */
const overNakedness = (tokens: Tokens, at: number): number =>
  isNaked(tokens, at) && follows(tokens, at, tightGaps | Gap.comma) ? at - 1 : at

const notBetween = Role.being | Role.person | Role.pronoun | Role.thing

/** "one" directly after a noun is no number, and "elf" is only in German: not in "model: elf". */
const isNumber = (reading: Reading, { first, lowest, roles }: Quantity, noun: number): boolean =>
  (roles & Role.digits) !== 0 ||
  ((roles & Role.englishNumber) !== 0 && lowest >= leastAgeBehindNoun) ||
  noun < first - 1 ||
  (!isJoined(reading, first) && wordAt(reading.tokens, noun) !== "model")

const leastAgeBehindColon = 8
const notNumbers = normalisedWords("elf once dez")

/** Whether a number is an age behind a name: "Kim: six" is a line of a talk, and "elf" a creature. */
const isPlainAge = (tokens: Tokens, { first, lowest, roles }: Quantity): boolean => {
  if ((roles & Role.digits) !== 0) return true
  const isLine = follows(tokens, first, Gap.colon) && lowest < leastAgeBehindColon
  return !isLine && !notNumbers.has(wordAt(tokens, first))
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

const qualifiers = normalisedWords("ish tops max")

/** The last token of a number with its unit, and with "ish" and the like: "girl, 12ish", "girl, 14 tops". */
const lastWithQualifier = (tokens: Tokens, number: Quantity): number => {
  const last = lastWithUnit(tokens, number)
  return qualifiers.has(wordAt(tokens, last + 1)) && follows(tokens, last + 1, tightGaps) ? last + 1 : last
}

/** Whether a number behind a noun is a count, part of a name, or a length of time. */
const isNoAge = (reading: Reading, noun: number, number: Quantity): boolean =>
  isBareCount(reading, number, noun) ||
  !isNumber(reading, number, noun) ||
  isCountOrName(reading, noun, number) ||
  isSpanOfAdult(reading.tokens, noun, number)

/** "girl (12)", "a boy, 9, on a beach", "girl, 15 yrs", "a boy of nine", "Emma, 14". */
export const readBesidePerson = (reading: Reading, number: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const noun = nounBefore(tokens, number.first)
  if (number.lowest < leastBareAge || isNoAge(reading, noun, number)) return undefined
  const quantity = { ...number, last: lastWithQualifier(tokens, number) }
  if (!isApposition(reading, quantity) && !isDescribed(reading, number, quantity.last)) return undefined
  const adult = isAdult(tokens, quantity)
  if (adult === undefined) return undefined
  const isPersons = adult ? hasRole(tokens, noun, Role.person) : isMinors(tokens, noun, quantity)
  return isPersons ? statedAge(reading, quantity, adult) : undefined
}
