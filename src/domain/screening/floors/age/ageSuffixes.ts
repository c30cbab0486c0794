import { normalise } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, tokenAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import * as dutch from "../words/dutch.ts"
import * as more from "../words/moreLanguages.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { germanAgeEndings } from "../words/numberWords.ts"
import * as polish from "../words/polish.ts"
import { Role } from "../words/Role.ts"
import * as russian from "../words/russian.ts"
import * as turkish from "../words/turkish.ts"
import { isSpanBefore } from "./careers.ts"
import { isNaked } from "./nakedness.ts"
import { isOfLanguage } from "./quantities.ts"
import type { Quantity } from "./quantities.ts"
import { isOfUnspacedThing, unitOfYears } from "./unspacedAges.ts"

/** The words after a number that make it an age. */
export interface Suffix {
  readonly last: number
  /** offset in the normalised text */
  readonly end: number
  /** false for months, weeks and days, which state a minor whatever the number */
  readonly isYears: boolean
  /** whether the age counts only beside a person, because the unit is used as often of things */
  readonly needsPerson: boolean
  /** true for words that mean either an age or a duration, as in Romance languages */
  readonly mayBeDuration: boolean
}

interface Pattern {
  /** the number words that it follows */
  readonly number: number
  readonly words: ReadonlyArray<ReadonlySet<string>>
  readonly isYears: boolean
  readonly needsPerson: boolean
  readonly mayBeDuration: boolean
}

/** Units shorter than a year; units that may mean a duration; units that do so more often than not. */
type Kind = "short" | "mayBeDuration" | "oftenDuration"

const pattern = (number: number, written: string, kind?: Kind): Pattern => ({
  number,
  words: written.split(" ").map((choice) => new Set(choice.split("|").map((word) => normalise(word).text))),
  isYears: kind !== "short",
  needsPerson: kind === "short" || kind === "oftenDuration",
  mayBeDuration: kind === "mayBeDuration" || kind === "oftenDuration"
})

/** With frequent misspellings. */
const englishYears = "year|years|yr|yrs|yers|yaers|yeras|yeares|yeard|yesr"
const shortTimes = "month|months|week|weeks|wk|wks|day|days|mo|mos"
const russianYears = russian.ageEndings.join("|")

/** A pattern comes before those that are its beginning. */
const patterns: ReadonlyArray<Pattern> = [
  pattern(Role.englishNumber, "yo|yos|yof|yom|yogirl|yoboy"),
  pattern(Role.englishNumber, "y o|os|old|olds"),
  pattern(Role.englishNumber, `${englishYears} old|olds|young|ol`),
  pattern(Role.englishNumber, `ish ${englishYears} old|olds`),
  pattern(Role.englishNumber, `or so ${englishYears} old|olds`),
  pattern(Role.englishNumber, "ish yo"),
  pattern(Role.englishNumber, "summers|winters|springs|autumns old|young"),
  pattern(Role.englishNumber, `and a half ${englishYears} old|olds|young`),
  pattern(Role.englishNumber, `and a half ${englishYears} of age`),
  pattern(Role.englishNumber, `${englishYears} of age`),
  pattern(Role.englishNumber, `${shortTimes} old|olds`, "short"),
  pattern(Role.englishNumber, `${shortTimes} of age`, "short"),
  pattern(Role.germanNumber, "jahre|jahr|jahren alt|alte|alter|altes|alten|jung|junge|junger|junges"),
  pattern(Role.germanNumber, germanAgeEndings.join("|")),
  pattern(Role.germanNumber, "geworden"),
  pattern(Role.germanNumber, "monate|wochen|tage alt|alte|alter|altes|alten", "short"),
  pattern(Role.germanNumber, "jaar oud|oude"),
  pattern(Role.germanNumber, dutch.ageEndings.join("|")),
  pattern(Role.digits, russianYears),
  pattern(Role.digits, `ти ${russianYears}`),
  // Only after digits: after a number word it may also be a plan or a school ("пятилетка").
  pattern(Role.digits, "летка|летки|летку|леткой"),
  pattern(Role.germanNumber, "лет|года", "oftenDuration"),
  pattern(Role.digits, polish.ageEndings.join("|")),
  pattern(Role.digits, "lat", "oftenDuration"),
  pattern(Role.digits, turkish.ageEndings.replaceAll(" ", "|")),
  pattern(Role.digits, "yaş", "oftenDuration"),
  pattern(Role.romanceNumber, "años|anni|año|anno de|di edad|idade|età"),
  pattern(Role.romanceNumber, "ans|años|anni|añitos|aninhos", "mayBeDuration"),
  pattern(Role.romanceNumber, "d années", "oftenDuration"),
  pattern(Role.romanceNumber, "printemps|primaveras|primavere", "oftenDuration"),
  pattern(Role.romanceNumber, "mois|meses|mesi", "short"),
  pattern(Role.digits, "enne|enni"),
  pattern(Role.digits, "år gammal|gamla|gammalt|gammel|gammelt|gamle"),
  pattern(Role.digits, more.ageEndings.replaceAll(" ", "|")),
  pattern(Role.digits, `år|${more.years.replaceAll(" ", "|")}`, "oftenDuration")
]

const byFirstWord = new Map<string, Array<Pattern>>()
for (const known of patterns) {
  for (const word of known.words[0] ?? []) byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), known])
}

const abbreviations = normalisedWords("y yr yrs")

/** Whether a token continues a suffix: "year-old", "y/o", "y.o.", "yr. old". */
const continues = (tokens: Tokens, at: number): boolean =>
  follows(tokens, at, tightGaps | Gap.slash | Gap.dot | Gap.ampersand) ||
  (follows(tokens, at, Gap.stop) && abbreviations.has(wordAt(tokens, at - 1)))

const matchesFrom = (tokens: Tokens, at: number, { words }: Pattern): boolean =>
  words.every((choice, index) => choice.has(wordAt(tokens, at + index)) && continues(tokens, at + index))

/** "12 yo-yos": the toy, and no age. */
const isToy = (tokens: Tokens, at: number): boolean => {
  if (wordAt(tokens, at) !== "yo") return false
  const next = wordAt(tokens, at + 1)
  return (
    (next === "yos" && follows(tokens, at + 1, tightGaps)) ||
    (next === "yo" && follows(tokens, at + 1, Gap.hyphen))
  )
}

/** The end of a suffix, including the last full stop of "y.o.". */
const abbreviationEnd = (text: string, tokens: Tokens, last: number): number => {
  const { end } = tokenAt(tokens, last)
  return follows(tokens, last, Gap.dot | Gap.stop) && text.charAt(end) === "." ? end + 1 : end
}

const singular = normalisedWords("month week day wk mo")

/** Whether the age is used as a noun for a person: "an 18 month old". */
const isNoun = (tokens: Tokens, at: number, last: number): boolean =>
  singular.has(wordAt(tokens, at)) &&
  (!follows(tokens, last + 1, tightGaps) || hasRole(tokens, last + 1, Role.stop))

const readPattern = ({ text, tokens }: Reading, at: number, quantity: Quantity): Suffix | undefined => {
  const found = byFirstWord
    .get(wordAt(tokens, at))
    ?.find((known) => isOfLanguage(quantity, known.number) && matchesFrom(tokens, at, known))
  if (found === undefined || isToy(tokens, at)) return undefined
  const last = at + found.words.length - 1
  return {
    last,
    end: abbreviationEnd(text, tokens, last),
    isYears: found.isYears,
    needsPerson: found.needsPerson && !isNoun(tokens, at, last),
    mayBeDuration: found.mayBeDuration
  }
}

/** "year old" written as one word. More may follow in the same word. */
const runTogether = ["yearsold", "yearold", "yrsold", "yrold"]

/** The length of the unit of age at the start of a word; 0 if there is none. */
const unitLength = (word: string): number => {
  // In Chinese, Japanese and Korean the unit has no space on either side.
  if (word.charAt(0) !== "y") return unitOfYears(word)
  return runTogether.find((known) => word.startsWith(known))?.length ?? 0
}

const readStartOfWord = (tokens: Tokens, at: number): Suffix | undefined => {
  const length = unitLength(wordAt(tokens, at))
  if (length === 0 || isOfUnspacedThing(wordAt(tokens, at), length)) return undefined
  const end = tokenAt(tokens, at).start + length
  return { last: at, end, isYears: true, needsPerson: false, mayBeDuration: false }
}

const years = normalisedWords("year years yr yrs y ish age aged")
const timeWords = normalisedWords("for in over after last past within during")

const mostAdjectives = 2

/** The next noun, past one or two words that may describe it. */
const nounAfter = (tokens: Tokens, at: number): number => {
  let noun = at + 1
  const isAdjective = () =>
    follows(tokens, noun + 1, tightGaps) &&
    (isNaked(tokens, noun) || !hasRole(tokens, noun, Role.youngPerson | noAdjective))
  while (noun <= at + mostAdjectives && isAdjective()) noun++
  return noun
}

const noAdjective = Role.stop | Role.thing | Role.being | Role.measure

/** "12 year girl", "12y blonde boy": a noun instead of "old". */
const isUnitBeforePerson = (tokens: Tokens, at: number, first: number): boolean => {
  if (!years.has(wordAt(tokens, at)) || !follows(tokens, at + 1, tightGaps)) return false
  const person = nounAfter(tokens, at)
  return (
    hasRole(tokens, person, Role.youngPerson) &&
    !timeWords.has(wordAt(tokens, first - 1)) &&
    !isSpanBefore(tokens, at, person)
  )
}

/** "mit 12 Jahren" */
const isGermanAge = (tokens: Tokens, at: number, first: number): boolean =>
  wordAt(tokens, at) === "jahren" && wordAt(tokens, first - 1) === "mit"

const readBareUnit = (tokens: Tokens, at: number, first: number): Suffix | undefined => {
  if (!isUnitBeforePerson(tokens, at, first) && !isGermanAge(tokens, at, first)) return undefined
  return { last: at, end: tokenAt(tokens, at).end, isYears: true, needsPerson: false, mayBeDuration: false }
}

export const readAgeSuffix = (reading: Reading, quantity: Quantity): Suffix | undefined => {
  const { tokens } = reading
  const at = quantity.last + 1
  // "12+ years old"
  const { end } = tokenAt(tokens, quantity.last)
  const isPlus = follows(tokens, at, Gap.ampersand) && reading.text.charAt(end) === "+"
  if (!(isPlus || follows(tokens, at, tightGaps | Gap.dot)) || hasRole(tokens, at, Role.digits))
    return undefined
  return (
    readPattern(reading, at, quantity) ??
    readStartOfWord(tokens, at) ??
    readBareUnit(tokens, at, quantity.first)
  )
}
