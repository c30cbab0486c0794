import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { kindOfWord } from "../words/hashedLists.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isNaked } from "./nakedness.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"
import { isOfAnyAge } from "./youngPeople.ts"

/** An age and the letter of a sex, written together: "15f", "15/f", "f15". */
interface Tag extends Match {
  readonly letter: string
  readonly slash: boolean
  /** whether the letter comes first, as in an aperture */
  readonly letterFirst: boolean
}

const letters = normalisedWords("f m")
const female = normalisedWords("f female")

/** Smaller numbers are as often about something else. */
const leastAge = 8
const leastAgeBehindLetter = 10

/** Apertures of real lenses: "f/16" is one, "f/15" is not. */
const apertures = new Set([10, 11, 13, 14, 16])

/** Beside one of these words, the letter is part of a unit, a model or a lens. */
const otherwise = normalisedWords(
  "jet jets fighter fighters plane aircraft eagle tomcat falcon ford truck pickup lens lenses aperture iso mm bokeh camera stop key bra cup size catheter gauge french temperature weather degrees outside snow snowy cold freezing winter frost ice pool wide tall long high deep"
)

const letterBehind = (tokens: Tokens, at: number): Tag | undefined => {
  const word = wordAt(tokens, at + 1)
  const letter = female.has(word) ? "f" : word
  if (!letters.has(letter)) return undefined
  // "nude 15 f", "nude 15 female": only directly after such a word
  const isSpaced =
    follows(tokens, at + 1, Gap.space | Gap.hyphen) && letter === "f" && isNaked(tokens, at - 1)
  if (!isSpaced && !follows(tokens, at + 1, Gap.glued | Gap.slash)) return undefined
  return { first: at, last: at + 1, letter, slash: follows(tokens, at + 1, Gap.slash), letterFirst: false }
}

const letterAhead = (tokens: Tokens, at: number): Tag | undefined => {
  const letter = wordAt(tokens, at - 1)
  if (!letters.has(letter) || !follows(tokens, at, Gap.glued | Gap.slash)) return undefined
  if (follows(tokens, at - 1, Gap.glued | Gap.slash | Gap.apostrophe)) return undefined
  return { first: at - 1, last: at, letter, slash: follows(tokens, at, Gap.slash), letterFirst: true }
}

const isExplicit = (tokens: Tokens, at: number): boolean => {
  if (hasRole(tokens, at, Role.explicit)) return true
  return hasRole(tokens, at, Role.term) && kindOfWord(wordAt(tokens, at)) === "explicit"
}

/** Whether a place follows: "15/f/ca". */
const isTriple = (tokens: Tokens, { last, letterFirst, slash }: Tag): boolean =>
  slash && !letterFirst && follows(tokens, last + 1, Gap.slash) && !hasRole(tokens, last + 1, Role.digits)

const wordsAhead = 5

/** "15F selling nudes", "[15F] chat, nude": a tag that opens what somebody says, with an explicit word soon after it. */
const isIntroduction = (tokens: Tokens, { first, last, letter, letterFirst, slash }: Tag): boolean => {
  if (letterFirst || slash || letter !== "f" || follows(tokens, first, tightGaps)) return false
  for (let at = last + 1; at <= last + wordsAhead; at++) {
    if (follows(tokens, at, Gap.stop)) return false
    if (isExplicit(tokens, at)) return true
  }
  return false
}

/**
 * Whether a tag may end here: before a sign or a sexual word and, after an F, also before a person or the rest of a
 * sentence.
 */
const ends = (tokens: Tokens, { last, letter, slash }: Tag): boolean => {
  const next = last + 1
  if (!follows(tokens, next, tightGaps | Gap.slash)) return true
  if (isExplicit(tokens, next)) return letter === "f" || slash
  return letter === "f" && hasRole(tokens, next, Role.stop | Role.youngPerson)
}

const besideGaps = tightGaps | Gap.comma

const isBesideExplicit = (tokens: Tokens, { first, last }: Match, gaps: number): boolean =>
  (isExplicit(tokens, first - 1) && follows(tokens, first, gaps)) ||
  (isExplicit(tokens, last + 1) && follows(tokens, last + 1, gaps))

/** "girl 15f", "me (15f)", "15f girl". */
const isBesidePerson = (tokens: Tokens, { first, last }: Match): boolean => {
  const isPerson =
    hasRole(tokens, first - 1, Role.youngPerson | Role.pronoun) || isOfAnyAge(tokens, first - 1)
  const isAhead = hasRole(tokens, last + 1, Role.youngPerson) && follows(tokens, last + 1, tightGaps)
  return isAhead || (isPerson && follows(tokens, first, besideGaps))
}

const isOfLens = (tag: Tag, value: number): boolean => tag.letterFirst && apertures.has(value)

/** Whether the tag states a person's age: "15m" is as often a distance, and "m14" a rifle. */
const isOfPerson = (tokens: Tokens, tag: Tag, value: number): boolean => {
  if (isTriple(tokens, tag) || isIntroduction(tokens, tag)) return true
  if (isOfLens(tag, value)) return isBesideExplicit(tokens, tag, tightGaps)
  if (isBesidePerson(tokens, tag)) return true
  return (tag.letter === "f" || tag.slash) && isBesideExplicit(tokens, tag, besideGaps)
}

const isOtherwise = (tokens: Tokens, { first, last }: Match): boolean =>
  otherwise.has(wordAt(tokens, first - 1)) || otherwise.has(wordAt(tokens, last + 1))

const isWhole = (tokens: Tokens, tag: Tag): boolean =>
  ends(tokens, tag) || isTriple(tokens, tag) || isIntroduction(tokens, tag)

/** The number with its letter; undefined if the number is not the age of a minor, or if the tag does not end here. */
const readTag = (tokens: Tokens, { first, last, lowest }: Quantity): Tag | undefined => {
  if (first !== last || lowest < leastAge || lowest >= adultAge) return undefined
  const tag = letterBehind(tokens, first) ?? letterAhead(tokens, first)
  if (tag === undefined || (tag.letterFirst && lowest < leastAgeBehindLetter)) return undefined
  return isWhole(tokens, tag) ? tag : undefined
}

/**
 * Reads "15f", "15/f", "f15" or "15/f/ca" beside a sexual word or a person. An adult's age in this form is ignored.
 */
export const readChatAge = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const tag = hasRole(tokens, quantity.first, Role.digits) ? readTag(tokens, quantity) : undefined
  if (tag === undefined || isOtherwise(tokens, tag)) return undefined
  return isOfPerson(tokens, tag, quantity.lowest) ? statedAge(reading, tag, false) : undefined
}
