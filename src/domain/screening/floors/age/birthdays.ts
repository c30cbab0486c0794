import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { adultAge, statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

const owners = normalisedWords(
  "her his their my ihr ihre ihrem ihren sein seinem seinen mein meinem meinen son mon ton haar zijn mijn suo mio tuo seu meu"
)
const birthdays = normalisedWords("birthday bday geburtstag anniversaire verjaardag compleanno aniversário")
const daysBefore = normalisedWords("before until till vor bis avant voor prima antes")

/** "14e anniversaire de mariage": French and Portuguese have one word for both. */
const partOf = normalisedWords("de d du do da")

/** "the girl's" */
const isGenitiveOfPerson = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "s" && follows(tokens, at, Gap.apostrophe) && hasRole(tokens, at - 1, Role.person)

/** The last token of "15th", "14.", "14e" and "fifteenth" before a birthday, -1 when none follows. */
const lastOfOrdinal = (tokens: Tokens, at: number): number => {
  if (!hasRole(tokens, at, Role.digits)) return birthdays.has(wordAt(tokens, at + 1)) ? at : -1
  const isBare = follows(tokens, at + 1, Gap.stop | Gap.dot | Gap.other)
  if (isBare && birthdays.has(wordAt(tokens, at + 1))) return at
  return follows(tokens, at + 1, Gap.glued) && birthdays.has(wordAt(tokens, at + 2)) ? at + 1 : -1
}

const isOfSomebody = (tokens: Tokens, first: number, last: number): boolean => {
  const next = last + 2
  if (follows(tokens, next, tightGaps) && partOf.has(wordAt(tokens, next))) return false
  return owners.has(wordAt(tokens, first - 1)) || isGenitiveOfPerson(tokens, first - 1)
}

/** "her 15th birthday", "ihr 14. Geburtstag", "son 14e anniversaire": the number and its ending state the age. */
export const readBirthday = (reading: Reading, at: number): StatedAge | undefined => {
  const { tokens } = reading
  const last = lastOfOrdinal(tokens, at)
  if (last === -1 || !isOfSomebody(tokens, at, last)) return undefined
  const isAdult = valueAt(tokens, at) >= adultAge
  // "The day before her 18th birthday"
  if (isAdult && daysBefore.has(wordAt(tokens, at - 2))) return undefined
  return statedAge(reading, { first: at, last }, isAdult)
}
