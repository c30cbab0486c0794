import { isInYears, isLater } from "../doubt.ts"
import { isNegation } from "../negation.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import * as wordLists from "../words/wordLists.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

const owners = normalisedWords(`${wordLists.owners} ${wordLists.otherOwners}`)
const birthdays = normalisedWords("birthday bday geburtstag anniversaire verjaardag compleanno aniversário")
const daysBefore = normalisedWords("before until till vor bis avant voor prima antes")

/**
 * Words for "of", as in "14e anniversaire de mariage": in French and Portuguese, a birthday and an anniversary are
 * the same word.
 */
const partOf = normalisedWords("de d du do da")

/** Whether a genitive of a person ends here: "the girl's". */
const isGenitiveOfPerson = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "s" && follows(tokens, at, Gap.apostrophe) && hasRole(tokens, at - 1, Role.person)

/** The last token of an ordinal before a birthday: "15th", "14.", "14e", "fifteenth". -1 if no birthday follows. */
const lastOfOrdinal = (tokens: Tokens, at: number): number => {
  if (!hasRole(tokens, at, Role.digits)) return birthdays.has(wordAt(tokens, at + 1)) ? at : -1
  const isBare = follows(tokens, at + 1, Gap.stop | Gap.dot | Gap.other)
  if (isBare && birthdays.has(wordAt(tokens, at + 1))) return at
  return follows(tokens, at + 1, Gap.glued) && birthdays.has(wordAt(tokens, at + 2)) ? at + 1 : -1
}

const isOfSomebody = (tokens: Tokens, first: number, last: number): boolean => {
  const next = last + 2
  if (follows(tokens, next, tightGaps) && partOf.has(wordAt(tokens, next))) return false
  if (hasRole(tokens, first - 1, Role.youngPerson)) return follows(tokens, first, tightGaps | Gap.comma)
  return owners.has(wordAt(tokens, first - 1)) || isGenitiveOfPerson(tokens, first - 1)
}

const approaching = normalisedWords("approaching approaches coming nears")

/** "her 18th birthday is tomorrow", "her 18th birthday in two weeks"; not "her 18th birthday in Paris". */
const isComing = (tokens: Tokens, next: number): boolean => {
  if (!follows(tokens, next, Gap.space)) return false
  const at = hasRole(tokens, next, Role.being) ? next + 1 : next
  return isLater(tokens, at) || isInYears(tokens, at) || approaching.has(wordAt(tokens, at))
}

const nearing = normalisedWords("approaching nearing awaiting almost nearly")
const having = normalisedWords("had celebrated reached")

/** Two words before "her 18th birthday" that it is still to come after: "eve of", "waiting for". */
const leads = new Set(
  "eve of,shy of,short of,waiting for,waits for,wait for,down to,forward to,away from,counting until".split(
    ","
  )
)
const upTo = normalisedWords("from to until before")

/** "on the eve of her 18th birthday", "weeks from her 18th birthday", "she hasn't had her 18th birthday" */
const isAwaited = (tokens: Tokens, first: number): boolean => {
  const last = first - 2
  const word = wordAt(tokens, last)
  if (nearing.has(word) || leads.has(`${wordAt(tokens, last - 1)} ${word}`)) return true
  if (having.has(word)) return isNegation(tokens, last - 1)
  return upTo.has(word) && hasRole(tokens, last - 1, Role.shortTime)
}

const isAhead = (tokens: Tokens, first: number, birthday: number): boolean =>
  daysBefore.has(wordAt(tokens, first - 2)) || isAwaited(tokens, first) || isComing(tokens, birthday + 1)

/** "her 15th birthday", "ihr 14. Geburtstag", "son 14e anniversaire", "before her 18th birthday": the ordinal states the age. */
export const readBirthday = (reading: Reading, at: number): StatedAge | undefined => {
  const { tokens } = reading
  const last = lastOfOrdinal(tokens, at)
  if (last === -1 || !isOfSomebody(tokens, at, last)) return undefined
  const age = valueAt(tokens, at)
  const isBefore = age >= adultAge && isAhead(tokens, at, last + 1)
  if (isBefore && age > adultAge) return undefined
  return statedAge(reading, { first: at, last }, age >= adultAge && !isBefore)
}

/** In lower years, somebody may be at a university. */
const firstYearOfLife = 8

/** "in her 12th year": the year of life before the birthday of that number, if nothing more is said of the year. */
export const readYearOfLife = (reading: Reading, at: number): StatedAge | undefined => {
  const { tokens } = reading
  const isWritten = hasRole(tokens, at, Role.digits) && follows(tokens, at + 1, Gap.glued)
  const year = isWritten ? at + 2 : at + 1
  if (wordAt(tokens, year) !== "year" || follows(tokens, year + 1, tightGaps)) return undefined
  const value = valueAt(tokens, at)
  const isOfSomebody = owners.has(wordAt(tokens, at - 1)) && wordAt(tokens, at - 2) === "in"
  return isOfSomebody && value >= firstYearOfLife && value <= adultAge
    ? statedAge(reading, { first: at, last: year }, false)
    : undefined
}
