import { holdsAdultStatement } from "./adulthood.ts"
import type { StatedAge } from "./age/StatedAge.ts"
import { isDivider } from "./dividers.ts"
import { isDoubtedAge } from "./doubt.ts"
import type { Reading } from "./Reading.ts"
import { follows, Gap, hasRole, tightGaps, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"

/** What a prompt claims about adulthood. */
export interface Claims {
  /** whether it states any adult age or adulthood */
  readonly any: boolean
  /**
   * whether such a claim may be about the person named at a token; "a child and a 30 year old man" is about two
   * people
   */
  readonly standsFor: (token: number) => boolean
}

const wordsAhead = 3

/** Whether a noun after the age names whose age it is: "30 year old man". */
const namesPerson = (tokens: Tokens, age: StatedAge): boolean => {
  for (let at = age.last + 1; at <= age.last + wordsAhead && follows(tokens, at, tightGaps); at++) {
    if (hasRole(tokens, at, Role.person)) return true
    if (hasRole(tokens, at, Role.stop)) return false
  }
  return false
}

const wordsBack = 4

/**
 * The position of the word before an age that may name whose age it is: "man" in "a man aged 30", "father" in "her
 * father is 40".
 */
const subjectBefore = (tokens: Tokens, { first }: StatedAge): number => {
  let at = first - 1
  const isBetween = () => hasRole(tokens, at, Role.being | Role.filler) && !hasRole(tokens, at, Role.person)
  while (at > first - 1 - wordsBack && isBetween() && !follows(tokens, at + 1, Gap.stop | Gap.sentence)) at--
  return at
}

const isNamedBefore = (tokens: Tokens, age: StatedAge): boolean => {
  const at = subjectBefore(tokens, age)
  return hasRole(tokens, at, Role.person) && !follows(tokens, at + 1, Gap.stop | Gap.sentence)
}

const owners = normalisedWords("her his their my your")
const authors = normalisedWords("i im we you youre")

/** Whether the age is that of somebody other than the person shown: "her father is 40", "I'm 30 years old". */
export const isOfAnother = (tokens: Tokens, age: StatedAge): boolean => {
  const at = subjectBefore(tokens, age)
  return (
    authors.has(wordAt(tokens, at)) ||
    (hasRole(tokens, at, Role.person) && owners.has(wordAt(tokens, at - 1)))
  )
}

/** For each token, how many dividers come before it: words, and the signs between it and the word before. */
const countDividers = (tokens: Tokens): Int32Array => {
  const counts = new Int32Array(tokens.length)
  let count = 0
  for (let at = 0; at < tokens.length; at++) {
    if (follows(tokens, at, Gap.ampersand | Gap.stop | Gap.sentence)) count++
    counts[at] = count
    if (isDivider(tokens, at)) count++
  }
  return counts
}

/**
 * Only the first ages that name a person are compared with a child's position: a text with more makes no plain claim.
 */
const mostCompared = 8

export const readClaims = (reading: Reading, ages: ReadonlyArray<StatedAge>): Claims => {
  const { tokens } = reading
  const claimed = ages.filter((age) => age.adult && !isDoubtedAge(tokens, age))
  const adults = claimed.filter((age) => !isOfAnother(tokens, age))
  const named = adults.filter((age) => namesPerson(tokens, age) || isNamedBefore(tokens, age))
  const general = named.length < adults.length || holdsAdultStatement(reading)
  if (general || named.length === 0) {
    return { any: general || claimed.length > 0, standsFor: () => general }
  }
  const counts = countDividers(tokens)
  return {
    any: true,
    standsFor: (token) => named.slice(0, mostCompared).some(({ first }) => counts[first] === counts[token])
  }
}
