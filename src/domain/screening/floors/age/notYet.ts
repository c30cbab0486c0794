import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, placeBefore, tightGaps, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isNearPerson } from "./aboutPerson.ts"
import { endsPhrase, isFollowedByUnit, lastWithYears } from "./ageBounds.ts"
import type { Quantity } from "./quantities.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

/** The "t" is the end of "isn't". */
const denials = normalisedWords("not t nicht keine geen pas нет не")
/** These deny only before one of the words below: "no 18" alone is a number of something. */
const shortDenials = normalisedWords("no não non")
const reaching = normalisedWords(
  "turned reached tiene cumple cumplió cumplido tem ha even quite yet encore ancora ainda noch nog ещё"
)
const yet = normalisedWords("yet noch nog")
/** Words that correct an age: "not 17 but 25". */
const corrections = normalisedWords("but sondern mais sino ma maar")

/** Denied numbers below this are as often about something else. */
const leastAge = 13

/** "4 years shy of 18", "a month short of 18" */
const isShortOf = (tokens: Tokens, first: number): boolean => {
  if (wordAt(tokens, first - 1) !== "of") return false
  const word = wordAt(tokens, first - 2)
  return word === "shy" || (word === "short" && hasRole(tokens, first - 3, Role.year | Role.shortTime))
}

type Denial = "none" | "bare" | "ofAge"

/**
 * Whether a denial such as "isn't" leads up to a number, and whether it is one that only ages have: "not yet",
 * "hasn't turned", "no tiene".
 */
const denialBefore = (tokens: Tokens, first: number): Denial => {
  if (isShortOf(tokens, first)) return "ofAge"
  const at = placeBefore(tokens, first, reaching)
  const word = wordAt(tokens, at)
  const isOfAge = at < first - 1
  if (!denials.has(word) && !(isOfAge && shortDenials.has(word))) return "none"
  const isFirm = isOfAge || word === "нет" || yet.has(wordAt(tokens, at - 1))
  return isFirm ? "ofAge" : "bare"
}

const isYetAt = (tokens: Tokens, at: number): boolean =>
  yet.has(wordAt(tokens, at)) && follows(tokens, at, tightGaps)

const ends = (reading: Reading, last: number): boolean =>
  endsPhrase(reading.tokens, last) &&
  !corrections.has(wordAt(reading.tokens, last + 1)) &&
  !isFollowedByUnit(reading, last)

/** "a girl who isn't 18", "not 18 yet", "noch nicht 18", "aún no tiene 18": a minor who has not reached that age. */
export const readNotYet = (reading: Reading, quantity: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  const { first, lowest } = quantity
  if (lowest < leastAge || lowest > adultAge || !follows(tokens, first, Gap.space)) return undefined
  const denial = denialBefore(tokens, first)
  if (denial === "none") return undefined
  const last = lastWithYears(tokens, quantity)
  const isYet = isYetAt(tokens, last + 1)
  if (!isYet && !ends(reading, last)) return undefined
  const isOfPerson = denial === "ofAge" || isYet || isNearPerson(tokens, quantity)
  return isOfPerson ? statedAge(reading, { first, last }, false) : undefined
}
