import type { Reading } from "../Reading.ts"
import { follows, hasRole, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import type { Quantity } from "./quantities.ts"

const amounts = normalisedWords("more less fewer")

/** Whether a small word after a number makes it a count: "12 of them", "3 out of 5", "12 or more people". */
const isOfCount = (tokens: Tokens, at: number, word: string): boolean => {
  const next = wordAt(tokens, at + 1)
  if (word === "of") return next !== "course"
  if (word === "out") return next === "of" && valueAt(tokens, at + 2) >= 0
  if (word === "or") return amounts.has(next) && follows(tokens, at + 2, tightGaps)
  return next !== "or"
}

const smallWords = normalisedWords("of out or more less")

/**
 * Whether a word measures or counts with the number before it: "12 cm", "12 people". In "12 or so", "12, of course",
 * "12 more or less" and "12 out in the garden" it does not.
 */
export const isMeasure = (tokens: Tokens, at: number): boolean => {
  if (!hasRole(tokens, at, Role.measure)) return false
  const word = wordAt(tokens, at)
  return !smallWords.has(word) || isOfCount(tokens, at, word)
}

/** Measures that a number may have even behind a word such as "aged": of a film, and of what ripens. */
const lengths = normalisedWords("mm hour hours hr hrs minute minutes stunden minuten uur")
const resolutions = new Set([2, 4, 8, 16])

/**
 * Whether a number below 18 behind a word such as "aged" is no age: "cheese aged 12 months", "aged 16mm film", "aged 8k".
 * Any other word after it says something else: "a girl aged 12 steps out", "aged 12 x".
 */
export const isMeasuredBehindCue = ({ tokens }: Reading, { last, lowest }: Quantity): boolean => {
  const next = last + 1
  if (!follows(tokens, next, tightGaps)) return false
  const word = wordAt(tokens, next)
  if (word === "k") return resolutions.has(lowest)
  return lengths.has(word) || hasRole(tokens, next, Role.shortTime)
}
