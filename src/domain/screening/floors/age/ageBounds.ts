import { isAlphanumeric, isDigit } from "../../normalisation/codePoints.ts"
import { isOfWork } from "../adulthood.ts"
import { isReachedLater } from "../doubt.ts"
import { isNegated } from "../negation.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, placeBefore, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import * as wordLists from "../words/wordLists.ts"
import { isNearPerson } from "./aboutPerson.ts"
import {
  isAboveWord,
  isBelowWord,
  isOpenDownwards,
  isOpenUpwards,
  exceeds,
  limitingWord,
  limitOfSign,
  limitOn
} from "./limits.ts"
import type { Limit } from "./limits.ts"
import { isMeasure } from "./measures.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

/** Nobody is older. A higher age says nothing about how a person looks and is not believed. */
const oldestAge = 120

/** "Over 17" states an adult. */
const isOverSeventeen = (tokens: Tokens, { first, highest, last, lowest }: Quantity): boolean =>
  lowest === adultAge - 1 && highest === lowest && exceeds(tokens, first, last)

const notReached: ReadonlySet<Limit> = new Set(["below", "before", "nearly"])

/** Whether the numbers state adults (true), minors (false), or nothing that is believed (undefined). */
export const isAdult = (tokens: Tokens, quantity: Quantity): boolean | undefined => {
  const { first, highest, last, lowest } = quantity
  if (lowest < adultAge) return isOverSeventeen(tokens, quantity)
  const limit = limitOn(tokens, first, last)
  if (lowest === adultAge && (notReached.has(limit) || isReachedLater(tokens, last))) return false
  const isUnlimited = limit === "none" || limit === "atLeast" || limit === "nearly"
  return isUnlimited && highest <= oldestAge ? true : undefined
}

const unitSigns = new Set(Array.from("%°$€£+", (sign) => sign.charCodeAt(0)))
/** "15 %", "15 °C" */
const spacedUnitSigns = new Set(Array.from("%°", (sign) => sign.charCodeAt(0)))
const spaceCode = 0x20
const quoteCode = 0x22
const footMarkCode = 0x27
const colonCode = 0x3a
const plusCode = 0x2b

/** The UTF-16 unit directly after a token; NaN at the end of the text. */
const signAfter = ({ text, tokens }: Reading, last: number): number =>
  text.charCodeAt(tokenAt(tokens, last).end)

/**
 * Whether a quote after a number closes a quotation. Otherwise it is the sign for inches. An opening quote has a word
 * directly after it.
 */
const closesQuotation = (text: string, end: number): boolean => {
  const opening = text.lastIndexOf('"', end - 1)
  return (
    opening !== -1 &&
    isAlphanumeric(text.charCodeAt(opening + 1)) &&
    !isAlphanumeric(text.charCodeAt(opening - 1))
  )
}

/** Whether a sign after a number makes it something other than an age: "14%", "5'4", "12:30", "15$". */
export const isFollowedBySign = (reading: Reading, last: number): boolean => {
  const { text, tokens } = reading
  const sign = signAfter(reading, last)
  if (sign === quoteCode) return !closesQuotation(text, tokenAt(tokens, last).end)
  if (sign === footMarkCode || sign === colonCode) return hasRole(tokens, last + 1, Role.digits)
  const after = tokenAt(tokens, last).end + 1
  return unitSigns.has(sign) || (sign === spaceCode && spacedUnitSigns.has(text.charCodeAt(after)))
}

/** Whether a unit after a number makes it something other than an age: "14%", "3rd". */
export const isFollowedByUnit = (reading: Reading, last: number): boolean => {
  const { tokens } = reading
  if (isFollowedBySign(reading, last)) return true
  if (!follows(tokens, last + 1, tightGaps) || wordAt(tokens, last + 1) === "ish") return false
  return follows(tokens, last + 1, Gap.glued) || isMeasure(tokens, last + 1)
}

const ofAge = normalisedWords("younger jünger")

/** Smaller numbers are as often about something else. */
const leastOfAge = 13

/** Whether a phrase ends after a token. */
export const endsPhrase = (tokens: Tokens, last: number): boolean =>
  !follows(tokens, last + 1, tightGaps) || hasRole(tokens, last + 1, Role.stop | Role.connector)

/** "Under 18" and "younger than 9" are about people even if nobody is named, unless a noun follows. */
const speaksOfAge = ({ tokens }: Reading, { first, last, lowest }: Quantity): boolean =>
  (lowest >= leastOfAge || ofAge.has(limitingWord(tokens, first))) && endsPhrase(tokens, last)

/** "Under 18 years", in any of the languages, is only said of minors. */
export const isUnderAge = (tokens: Tokens, { first, last, lowest }: Quantity): boolean =>
  lowest >= leastOfAge && lowest <= adultAge && limitOn(tokens, first, last) === "below"

/** "girls under 18" states minors; "no one under 18" states adults. */
const readUnder = (reading: Reading, quantity: Quantity, match: Match): StatedAge | undefined => {
  const { tokens } = reading
  const limit = limitOn(tokens, quantity.first, quantity.last)
  if (limit === "barred") return undefined
  if (limit === "atLeast") {
    return quantity.lowest === adultAge ? statedAge(reading, match, true) : undefined
  }
  const isMinor =
    quantity.lowest <= adultAge && (isNearPerson(tokens, match) || speaksOfAge(reading, quantity))
  return isMinor ? statedAge(reading, match, false) : undefined
}

/** "everyone is over 18", "all 18+". */
const readOver = (reading: Reading, quantity: Quantity, match: Match): StatedAge | undefined =>
  isAdult(reading.tokens, quantity) === true && isNearPerson(reading.tokens, match)
    ? statedAge(reading, match, true)
    : undefined

/** The "years" after a number if there is one, otherwise the number's last token. */
export const lastWithYears = (tokens: Tokens, { last }: Quantity): number =>
  hasRole(tokens, last + 1, Role.year) && follows(tokens, last + 1, tightGaps) ? last + 1 : last

/** "everyone is 18 or older", "women of 21 years and up". */
const readUpwards = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const years = lastWithYears(tokens, quantity)
  return isOpenUpwards(tokens, years) && !isNegated(tokens, quantity.first)
    ? readOver(reading, quantity, { first: quantity.first, last: years + 2 })
    : undefined
}

/** Words that make "18+" a rating: "rated 18+". */
const ratings = normalisedWords("rated rating pegi fsk")

/** Excludes the "<3" of a heart, and ages too low for such an expression. */
const leastAgeBesideSign = 4

/** Whether a number counts or measures what follows it. "<18 girl" does not. */
const isCounted = (reading: Reading, last: number): boolean => {
  const { tokens } = reading
  if (hasRole(tokens, last + 1, Role.youngPerson) && follows(tokens, last + 1, Gap.space)) return false
  return isFollowedByUnit(reading, last) || !endsPhrase(tokens, last)
}

/** "girl < 18", "U18 girl", "girls, 17 or younger". */
const readBeside = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, last, lowest } = quantity
  const isSign = limitOfSign(tokens, first) !== "none" && !isCounted(reading, last)
  if ((!isSign && !isOpenDownwards(tokens, last)) || lowest < leastAgeBesideSign) return undefined
  const isPerson = isNearPerson(tokens, quantity) || speaksOfAge(reading, quantity)
  return isPerson && isAdult(tokens, quantity) === false ? statedAge(reading, quantity, false) : undefined
}

/** "18+", "girls, 15+" */
const readPlus = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, last, lowest } = quantity
  if (isOfWork(tokens, last + 1) || ratings.has(wordAt(tokens, first - 1))) return undefined
  const isBehindYoung = hasRole(tokens, first - 1, Role.youngPerson) && follows(tokens, first, Gap.comma)
  return lowest >= leastOfAge && lowest < adultAge && isBehindYoung
    ? statedAge(reading, quantity, false)
    : readOver(reading, quantity, quantity)
}

/** "no older than 14", "no more than 14"; but "no more than 15 candles" counts candles. */
const isNotOlder = (tokens: Tokens, { first, last, lowest }: Quantity): boolean => {
  const word = limitingWord(tokens, first)
  const mayBeAge = isAboveWord(word) || (word === "more" && endsPhrase(tokens, last))
  return mayBeAge && lowest < adultAge && limitOn(tokens, first, last) === "atMost"
}

/** "under 18", "under 16 years", "no older than 14", "over 18". */
const readLimited = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, last } = quantity
  const word = limitingWord(tokens, first)
  const years = lastWithYears(tokens, quantity)
  if (years > last && isBelowWord(word) && !follows(tokens, years + 1, tightGaps)) {
    return readUnder(reading, { ...quantity, last: years }, { first: first - 1, last: years })
  }
  if (isFollowedByUnit(reading, last)) return undefined
  if (isBelowWord(word) || isNotOlder(tokens, quantity))
    return readUnder(reading, quantity, { first: first - 1, last })
  return isAboveWord(word) ? readOver(reading, quantity, { first: first - 1, last }) : undefined
}

/** Sports that children play in teams by age. */
const sports = normalisedWords(
  "football soccer rugby hockey basketball volleyball handball gymnastics swimming tennis athletics team squad league player players swimmer swimmers"
)

/** "U14 football player", "under-14 team", "the under 12s" */
const readAgeGroup = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, lowest } = quantity
  if (lowest > adultAge || lowest < leastAgeBesideSign) return undefined
  const plural = quantity.last + 1
  const isPlural = wordAt(tokens, plural) === "s" && follows(tokens, plural, Gap.glued | Gap.apostrophe)
  const last = isPlural ? plural : quantity.last
  const isTeam = sports.has(wordAt(tokens, last + 1)) && follows(tokens, last + 1, tightGaps)
  const isGroup = (isPlural || isTeam) && limitOn(tokens, first, quantity.last) === "below"
  return isGroup ? statedAge(reading, { first: first - 1, last }, false) : undefined
}

/** Reads a bound that replaces an age: "under 18", "over 18", "18+", "18 or older", "< 18". */
export const readBound = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const open =
    readUpwards(reading, quantity) ?? readAgeGroup(reading, quantity) ?? readBeside(reading, quantity)
  if (open !== undefined) return open
  return signAfter(reading, quantity.last) === plusCode
    ? readPlus(reading, quantity)
    : readLimited(reading, quantity)
}

const owners = normalisedWords(wordLists.owners)
const decadeParts = normalisedWords("early mid late")

const isDecadeWord = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.calendar) && !isDigit(wordAt(tokens, at).charCodeAt(0))

/** "in her late 20s", "in his thirties". */
export const readDecade = (reading: Reading, at: number): StatedAge | undefined => {
  const { tokens } = reading
  const asDigits =
    hasRole(tokens, at, Role.digits) && wordAt(tokens, at + 1) === "s" && valueAt(tokens, at) >= 20
  if (!asDigits && !isDecadeWord(tokens, at)) return undefined
  if (!owners.has(wordAt(tokens, placeBefore(tokens, at, decadeParts)))) return undefined
  return statedAge(reading, { first: at, last: asDigits ? at + 1 : at }, true)
}
