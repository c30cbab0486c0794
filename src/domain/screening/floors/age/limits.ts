import { isNegation } from "../negation.ts"
import { isRestricted } from "../restrictions.ts"
import { follows, Gap, hasRole, placeBefore, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { adultAge } from "./StatedAge.ts"
import { limitOfUnspaced } from "./unspacedAges.ts"

/**
 * How the words and signs around a number limit it: "under 18", "at most 18", "at least 18", "almost 18", "before
 * 18". The last limits an age only if something else shows that it is one. "Barred" says who may not see something, and
 * nothing of who is shown.
 */
export type Limit = "below" | "atMost" | "atLeast" | "nearly" | "before" | "barred" | "none"

const belowWords = normalisedWords(
  "under below younger less unter weniger jünger menor menores menos sotto meno minore abaixo sub moins onder jonger младше моложе до poniżej تحت دون أقل dưới"
)
const aboveWords = normalisedWords("over above older über")
const leasts = normalisedWords("least mindestens minimum")
const approximations = normalisedWords(
  "yet almost nearly approaching soon fast bald beinahe knapp presque bientôt casi quase quasi prawie почти bijna avrà tendrá terá"
)
/** Words that deny an age or come before it. The "t" is the end of "isn't". */
const denialsAndMoments = normalisedWords(
  "not prima never even nicht keine pas encore isnt arent wasnt werent before until till til avant antes vor bis hasta t нет"
)
const mosts = normalisedWords("most maximum max maximal maximale höchstens massimo maximo")

const limits: ReadonlyMap<string, Limit> = new Map(
  (
    [
      [belowWords, "below"],
      [aboveWords, "atLeast"],
      [leasts, "atLeast"],
      [approximations, "nearly"],
      [denialsAndMoments, "before"],
      [mosts, "atMost"]
    ] as const
  ).flatMap(([words, limit]) => Array.from(words, (word) => [word, limit] as const))
)

/** Words that may come between the limit and the number. */
const between = normalisedWords(
  "the age of than ages als que di de los i os dos dei ses ihrem ihren cumplir fazer completar compiere dan من"
)
const lessThan = normalisedWords("less than")

/**
 * "No one under", "not over", "isn't older than". In "no bra, girl under", the negation belongs to something else.
 */
const isNegatedLimit = (tokens: Tokens, at: number): boolean =>
  isNegation(tokens, at - 1) ||
  (isNegation(tokens, at - 2) && (hasRole(tokens, at - 1, Role.person) || wordAt(tokens, at - 1) === "one"))

const yearsBarred = normalisedWords("ans años anos anni jahre jahren years")

/**
 * Whether a notice names the number: "interdit aux moins de 18 ans". Only 18, because a lower number is also the age
 * of somebody.
 */
const isBarred = (tokens: Tokens, first: number, last: number): boolean => {
  const at = placeBefore(tokens, first, between)
  if (!belowWords.has(wordAt(tokens, at)) || valueAt(tokens, first) !== adultAge) return false
  const end = yearsBarred.has(wordAt(tokens, last + 1)) ? last + 1 : last
  return isRestricted(tokens, { first: at, last: end })
}

const becoming = normalisedWords("be turn become")
const ahead = normalisedWords("will to ll soon")

/** Words between a denial and a number: "hasn't turned 18", "no tiene 18 años", "non ancora 18 anni". */
const havings = normalisedWords(
  "turned reached even quite tiene cumple cumplió tem ha ancora ainda completou ma исполнилось достигла достиг достигшая достигшей"
)
const denials = normalisedWords("not t no não non nie не")

const turning = normalisedWords("turning turned turns")
const earlier = normalisedWords("before until till from")

const mostOfTwo: ReadonlyMap<string, string> = new Map([
  ["to", "up"],
  ["more", "no"]
])

/** "Elle aura 18 ans". "Aura" is also an English word. */
const subjectsOfAura = normalisedWords("elle il qui")

/** The limit that two words make: "up to 18", "no more than 18", "she will be 18", "before turning 18", "hasn't turned 18". */
const limitOfTwo = (before: string, word: string): Limit | undefined => {
  if (mostOfTwo.get(word) === before) return "atMost"
  if (word === "aura" && subjectsOfAura.has(before)) return "nearly"
  if (earlier.has(before) && turning.has(word)) return "before"
  if (havings.has(word) && denials.has(before)) return "before"
  return ahead.has(before) && becoming.has(word) ? "nearly" : undefined
}

/** "non ha ancora 18": several such words behind a denial. */
const isDeniedHaving = (tokens: Tokens, last: number): boolean =>
  havings.has(wordAt(tokens, last)) && denials.has(wordAt(tokens, placeBefore(tokens, last, havings)))

const limitOfWord = (tokens: Tokens, first: number): Limit => {
  const at = placeBefore(tokens, first, between)
  const word = wordAt(tokens, at)
  // "Before she turned 18"
  const before = hasRole(tokens, at - 1, Role.pronoun) ? at - 2 : at - 1
  const ofTwo = limitOfTwo(wordAt(tokens, at - 1), word) ?? limitOfTwo(wordAt(tokens, before), word)
  return ofTwo ?? (isDeniedHaving(tokens, at) ? "before" : limitOfOne(tokens, first, at))
}

/** The limit that one word makes: "under 18"; denied, it limits from the other side. */
const limitOfOne = (tokens: Tokens, first: number, at: number): Limit => {
  const word = wordAt(tokens, at)
  const start = word === "less" ? placeBefore(tokens, first, lessThan) + 1 : at
  if (belowWords.has(word) && isNegatedLimit(tokens, start)) return "atLeast"
  if (aboveWords.has(word) && isNegatedLimit(tokens, at)) return "atMost"
  return limits.get(word) ?? "none"
}

const spaceCode = 0x20
const equalsCode = 0x3d
const lessThanCode = 0x3c
const atMostSigns = new Set([0x2264, 0x2266, 0x2a7d])

/** "U18" means under 18. */
const isUnderSign = (tokens: Tokens, first: number): boolean =>
  wordAt(tokens, first - 1) === "u" && follows(tokens, first, Gap.glued | Gap.hyphen)

const minusCode = 0x2d

/** "-18 ans" means under 18, as signs in French say it. */
const isMinusSign = (tokens: Tokens, first: number): boolean => {
  const { start, text } = tokenAt(tokens, first)
  const isMinus =
    text.charCodeAt(start - 1) === minusCode && (start === 1 || text.charCodeAt(start - 2) === spaceCode)
  return isMinus && hasRole(tokens, first, Role.digits) && wordAt(tokens, first + 1) === "ans"
}

/** The limit that a sign before a number makes: "< 18", "<= 18", "≤18", "U18", "-18 ans". */
export const limitOfSign = (tokens: Tokens, first: number): Limit => {
  if (isUnderSign(tokens, first)) return "below"
  if (isMinusSign(tokens, first)) return "below"
  const { start, text } = tokenAt(tokens, first)
  let at = start - 1
  while (text.charCodeAt(at) === spaceCode) at--
  const isEqual = text.charCodeAt(at) === equalsCode
  const sign = text.charCodeAt(isEqual ? at - 1 : at)
  if (atMostSigns.has(sign)) return "atMost"
  if (sign !== lessThanCode) return "none"
  return isEqual ? "atMost" : "below"
}

/** Words that limit a number from one side when they follow "or" or "and". */
const belowAfterOr = normalisedWords("under below younger")
const aboveAfterOr = normalisedWords("up older over above plus upwards")
const ending = normalisedWords("old of age")
const mostEnding = 4

/** "18 or younger", "18 years and under". */
export const isOpenDownwards = (tokens: Tokens, last: number): boolean => {
  const isEnding = (at: number) =>
    follows(tokens, at, tightGaps) && (hasRole(tokens, at, Role.year) || ending.has(wordAt(tokens, at)))
  let at = last + 1
  while (at <= last + mostEnding && isEnding(at)) at++
  return hasRole(tokens, at, Role.connector) && belowAfterOr.has(wordAt(tokens, at + 1))
}

/** "8 and up", "18 or older". */
export const isOpenUpwards = (tokens: Tokens, last: number): boolean =>
  hasRole(tokens, last + 1, Role.connector) && aboveAfterOr.has(wordAt(tokens, last + 2))

/** The limit of the number at these tokens. */
export const limitOn = (tokens: Tokens, first: number, last: number): Limit => {
  const ofSign = limitOfSign(tokens, first)
  if (ofSign !== "none") return ofSign
  const unspaced = limitOfUnspaced(tokens, first, last)
  if (unspaced !== "none") return unspaced
  if (isBarred(tokens, first, last)) return "barred"
  return isOpenDownwards(tokens, last) ? "atMost" : limitOfWord(tokens, first)
}

/** The word before a number that may limit it, past "the age of" and the like. */
export const limitingWord = (tokens: Tokens, first: number): string =>
  wordAt(tokens, placeBefore(tokens, first, between))

/** Whether a number is exceeded, as in "over 17" and "older than 17", but not in "at least 17" and "not over 17". */
export const exceeds = (tokens: Tokens, first: number, last: number): boolean =>
  aboveWords.has(limitingWord(tokens, first)) && limitOn(tokens, first, last) === "atLeast"

export const isBelowWord = (word: string): boolean => belowWords.has(word) || approximations.has(word)
export const isAboveWord = (word: string): boolean => aboveWords.has(word) || leasts.has(word)
