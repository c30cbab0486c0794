import { follows, Gap, hasRole, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { owners } from "../words/wordLists.ts"
import { isNaked } from "./nakedness.ts"
import type { Quantity } from "./quantities.ts"
import { isCalledYoung } from "./youngPeople.ts"

const jobs = normalisedWords("nurse actress model models dancer singer waitress")
/** Not "model of 15 years", which as often says how old somebody is. */
const professions = normalisedWords("nurse waitress")
const ties = normalisedWords("girlfriend boyfriend gf bf friend")
const adults = normalisedWords("woman man lady guy")
const owning = normalisedWords(owners)

const works = new Set(
  ["business", "industry", "trade", "profession"].map((work) => `in the ${work}`).concat("on the job")
)

/** "Nurse of 10 years", "my girlfriend of 5 years": how long somebody is that. A "woman of 15 years" is 15 years old. */
const isHeldFor = (tokens: Tokens, noun: number, { first, last }: Quantity): boolean => {
  if (noun !== first - 2 || wordAt(tokens, first - 1) !== "of" || wordAt(tokens, last + 1) !== "years")
    return false
  const ends = !follows(tokens, last + 2, tightGaps) || isNaked(tokens, last + 2)
  const isTie = ties.has(wordAt(tokens, noun)) && owning.has(wordAt(tokens, noun - 1))
  return ends && (isTie || professions.has(wordAt(tokens, noun)))
}

/** The three words after a token, if nothing is between them. */
const wordsAfter = (tokens: Tokens, last: number): string => {
  const places = [last + 1, last + 2, last + 3]
  return places.every((at) => follows(tokens, at, Gap.space))
    ? places.map((at) => wordAt(tokens, at)).join(" ")
    : ""
}

/** "Nurse, 8 years on the job", "woman, 12 year transformation", "woman 10 years younger than me": no age of these. */
const isSpanAhead = (tokens: Tokens, noun: number, years: number): boolean => {
  const next = years + 1
  const word = wordAt(tokens, next)
  if (!follows(tokens, next, Gap.space)) return false
  if (jobs.has(wordAt(tokens, noun))) return works.has(wordsAfter(tokens, years))
  if (!adults.has(wordAt(tokens, noun))) return false
  return (
    word === "transformation" ||
    ((word === "younger" || word === "older") && wordAt(tokens, next + 1) === "than")
  )
}

/** Whether years beside a grown person measure a job, a relationship or a difference. Beside a girl they are her age. */
export const isSpanOfAdult = (tokens: Tokens, noun: number, number: Quantity): boolean => {
  const years = number.last + 1
  if (!hasRole(tokens, years, Role.year) || !follows(tokens, years, tightGaps)) return false
  if (isCalledYoung(tokens, noun)) return false
  if (isHeldFor(tokens, noun, number)) return true
  return noun === number.first - 1 && isSpanAhead(tokens, noun, years)
}

/** The number of years after which people show a picture of before again: "10 year challenge". */
const challengeYears = 10

/** "10-year-veteran nude model", "10 year challenge girl". In "10 year veteran girl" and "12 year challenge girl" the years are her age. */
export const isSpanBefore = (tokens: Tokens, year: number, person: number): boolean => {
  const word = wordAt(tokens, year + 1)
  if (word === "veteran") return jobs.has(wordAt(tokens, person)) && !isCalledYoung(tokens, person)
  return (
    word === "challenge" &&
    valueAt(tokens, year - 1) === challengeYears &&
    wordAt(tokens, year) === "year" &&
    follows(tokens, year, tightGaps)
  )
}
