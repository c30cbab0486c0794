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

/** "her 15th birthday", "ihr 14. Geburtstag", "son 14e anniversaire", "before her 18th birthday": the ordinal states the age. */
export const readBirthday = (reading: Reading, at: number): StatedAge | undefined => {
  const { tokens } = reading
  const last = lastOfOrdinal(tokens, at)
  if (last === -1 || !isOfSomebody(tokens, at, last)) return undefined
  const age = valueAt(tokens, at)
  const isBefore = age >= adultAge && daysBefore.has(wordAt(tokens, at - 2))
  if (isBefore && age > adultAge) return undefined
  return statedAge(reading, { first: at, last }, age >= adultAge && !isBefore)
}
