import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, placeBefore, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isAboutPerson } from "./aboutPerson.ts"
import { endsPhrase, isAdult, isFollowedByUnit, lastWithYears } from "./ageBounds.ts"
import { lastWithUnit } from "./ageEnds.ts"
import { isNaked } from "./nakedness.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

/** "15 going on 16", "14 going on 30". */
export const readGoingOn = (reading: Reading, { first, last, lowest }: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  if (wordAt(tokens, last + 1) !== "going" || wordAt(tokens, last + 2) !== "on") return undefined
  const next = last + 3
  const isRising = follows(tokens, next, tightGaps) && valueAt(tokens, next) > lowest
  if (lowest >= adultAge || !isRising || isFollowedByUnit(reading, next)) return undefined
  const match = { first, last: next }
  return isAboutPerson(tokens, match, { adult: false }) ? statedAge(reading, match, false) : undefined
}

/** "nude, 15 yrs", "nude 15y": no person is named, but the word before the age is one that describes people. */
export const readBesideNakedness = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, lowest } = quantity
  const last = lastWithUnit(tokens, quantity)
  if (last === quantity.last || lowest >= adultAge || follows(tokens, last + 1, tightGaps)) return undefined
  // In Dutch, "nu" means "now".
  const isBeside =
    isNaked(tokens, first - 1) &&
    wordAt(tokens, first - 1) !== "nu" &&
    follows(tokens, first, tightGaps | Gap.comma)
  return isBeside ? statedAge(reading, { first, last }, false) : undefined
}

const wordsOfBirth = normalisedWords("born birth")

/** "born 14 years ago" */
export const readSinceBirth = (
  reading: Reading,
  { first, last, lowest }: Quantity
): StatedAge | undefined => {
  const { tokens } = reading
  const ago = last + 2
  const isSince = hasRole(tokens, last + 1, Role.year) && wordAt(tokens, ago) === "ago"
  if (!isSince || !wordsOfBirth.has(wordAt(tokens, first - 1)) || lowest >= adultAge) return undefined
  return statedAge(reading, { first: first - 1, last: ago }, false)
}

const corrections = normalisedWords("but sondern mais sino ma maar")
const denials = normalisedWords("not t nicht pas no non niet")

const truths = normalisedWords("actually really truly secretly")

const isDenied = (tokens: Tokens, first: number): boolean =>
  corrections.has(wordAt(tokens, first - 1)) && denials.has(wordAt(tokens, first - 3))

/** "not 18 but 15", "18 (actually 15)" */
export const readSetRight = (reading: Reading, { first, last, lowest }: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  if (lowest >= adultAge || valueAt(tokens, first - 2) <= lowest || isFollowedByUnit(reading, last))
    return undefined
  const isTrue = truths.has(wordAt(tokens, first - 1)) && valueAt(tokens, first - 2) >= adultAge
  return isTrue || isDenied(tokens, first) ? statedAge(reading, { first, last }, false) : undefined
}

const shown = normalisedWords("me her him myself herself himself us them")
const leastShownAge = 8

/** "nude me at 15", "a photo of her at 12": somebody is shown at that age. "Meet me at 9" is a time. */
export const readShownAt = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, last, lowest, roles } = quantity
  const who = first - 2
  const isShown = isNaked(tokens, who - 1) || wordAt(tokens, who - 1) === "of"
  if (wordAt(tokens, first - 1) !== "at" || !shown.has(wordAt(tokens, who)) || !isShown) return undefined
  // "At once" is no Spanish eleven.
  const isNumber = (roles & (Role.digits | Role.englishNumber)) !== 0
  const isAge = isNumber && lowest >= leastShownAge && lowest < adultAge
  return isAge && endsPhrase(tokens, last) && !follows(tokens, last + 1, Gap.colon)
    ? statedAge(reading, { first: first - 1, last }, false)
    : undefined
}

const having = normalisedWords("tiene tem ma")
const datives = normalisedWords("ей ему мне")
const afterDative = normalisedWords("всего только уже скоро исполнилось исполняется почти")
const beforeReaching = normalisedWords("acabou antes")
const reaching = normalisedWords("cumplir cumplió cumplido compiere")

/** Whether "ella tiene", "ela tem", "acaba de cumplir", "acabou de fazer" or "ей" leads up to a number. */
const followsHaving = (tokens: Tokens, first: number): boolean => {
  const verb = first - 1
  const word = wordAt(tokens, verb)
  if (reaching.has(word)) return true
  if (datives.has(wordAt(tokens, placeBefore(tokens, first, afterDative)))) return true
  if (word === "fazer")
    return wordAt(tokens, verb - 1) === "de" && beforeReaching.has(wordAt(tokens, verb - 2))
  return (
    having.has(word) &&
    (!follows(tokens, verb, tightGaps) || hasRole(tokens, verb - 1, Role.pronoun | Role.youngPerson))
  )
}

/** "ella tiene 14", "ela tem 14", "acaba de cumplir 15", "ей 14 лет": only at the end of a phrase. */
export const readHaving = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, lowest, roles } = quantity
  if ((roles & hadRoles) === 0 || lowest < leastHadAge || isAdult(tokens, quantity) !== false)
    return undefined
  const last = lastWithYears(tokens, quantity)
  if (follows(tokens, last + 1, tightGaps) || isFollowedByUnit(reading, last)) return undefined
  const isSaid = followsHaving(tokens, first) && follows(tokens, first, Gap.space)
  return isSaid ? statedAge(reading, { first, last }, false) : undefined
}

const hadRoles = Role.digits | Role.romanceNumber | Role.germanNumber

/** Smaller numbers are as often about other things that somebody has. */
const leastHadAge = 6
