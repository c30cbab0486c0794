import { holdsAdultStatement } from "./adulthood.ts"
import { Role } from "./Role.ts"
import type { Reading, StatedAge } from "./StatedAge.ts"
import { follows, Gap, hasRole, TIGHT, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** What a prompt claims about adulthood. */
export interface Claims {
  /** whether any adult age or statement stands in it */
  readonly any: boolean
  /** whether one of them can be meant of the person named at a token: "a child and a 30 year old man" is two people */
  readonly standsFor: (token: number) => boolean
}

const dividers = new Set([
  "and",
  "with",
  "beside",
  "by",
  "near",
  "next",
  "plus",
  "und",
  "mit",
  "et",
  "avec",
  "y",
  "con",
  "e",
  "com"
])

const WORDS_AHEAD = 3

/** "30 year old man": whether the phrase of an age names who is of that age. */
const namesPerson = (tokens: Tokens, age: StatedAge): boolean => {
  for (let at = age.last + 1; at <= age.last + WORDS_AHEAD && follows(tokens, at, TIGHT); at++) {
    if (hasRole(tokens, at, Role.person)) return true
    if (hasRole(tokens, at, Role.stop)) return false
  }
  return false
}

/** How many dividers stand before each token. */
const countDividers = (tokens: Tokens): Int32Array => {
  const counts = new Int32Array(tokens.length + 1)
  for (let at = 0; at < tokens.length; at++) {
    const divides = dividers.has(wordAt(tokens, at)) || follows(tokens, at, Gap.ampersand)
    counts[at + 1] = (counts[at] ?? 0) + (divides ? 1 : 0)
  }
  return counts
}

/** Ages with a noun of their own that are compared with a child's place; more of them are no plain claim. */
const MOST_COMPARED = 8

export const readClaims = (reading: Reading, ages: ReadonlyArray<StatedAge>): Claims => {
  const { tokens } = reading
  const adults = ages.filter(({ adult }) => adult)
  const named = adults.filter((age) => namesPerson(tokens, age))
  const general = named.length < adults.length || holdsAdultStatement(reading)
  if (general || named.length === 0) return { any: general, standsFor: () => general }
  const counts = countDividers(tokens)
  return {
    any: true,
    standsFor: (token) => named.slice(0, MOST_COMPARED).some(({ first }) => counts[first] === counts[token])
  }
}
