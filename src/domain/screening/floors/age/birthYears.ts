import { isDigit } from "../../normalisation/codePoints.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tokenAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isAboutPerson } from "./aboutPerson.ts"
import { statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

/**
 * Whoever was born in one of these years is a minor until 2027 at least. A rule that read the clock would answer
 * differently to the same prompt, so the years are fixed, and move with the releases. Later years are science fiction.
 */
const firstYear = 2009
const lastYear = 2029

/** Words after which a year is that of a birth: "born in 2013", "geboren 2013". */
const born = normalisedWords(
  "born birthdate birthyear dob yob geboren geborene jahrgang geburtsjahr geburtsdatum geboortejaar geboortedatum née né nées nés nacida nacido " +
    "nacidas nacidos nació nascida nascido nascidas nascidos nasceu född født syntynyt urodzona urodzony narozená narozen született născută " +
    "născut родилась родился рождённая рождения народилася doğum lahir مواليد"
)

/** Words that do so only after one of these words: "date of birth", not "she gave birth". */
const bornAfter = normalisedWords("of de di data")
const birth = normalisedWords("birth naissance nacimiento nascimento nascita")

/** Words that do so only before one of these words: "nata nel 2013", "birth year 2013". */
const bornBefore = normalisedWords("year date nel il")
const birthOrNata = normalisedWords("birth nata nato nate nati")

/** Words that do so only if no other word comes between: "b. 2013", "birthday: 05/03/2013". */
const shortForBorn = normalisedWords("b geb ur birthday geburtstag")

/** Words that do so directly after the year: "2013 doğumlu", "2013年生まれ", "2013년생". */
const afterYear = normalisedWords("doğumlu doğdu geboren geborene geborenes geborener born")
const afterYearUnspaced = ["年生まれ", "年に生まれ", "年出生", "年生", "년생", "년 출생", "년에 태어난"]

/** More than "born on the 3rd of May in the year 2013" has between the word and the year. */
const wordsBetween = 10

/** What may be between the word and the year: a date in any notation. */
const dateGaps = Gap.space | Gap.hyphen | Gap.glued | Gap.colon | Gap.slash | Gap.dot | Gap.comma | Gap.other

/** Words that give the year to something else: "born in Paris, a film from 2013". */
const ofOther = normalisedWords(
  "from made painted shot taken filmed since a an film photo painting de du von"
)

const isNumber = (word: string): boolean => isDigit(word.charCodeAt(0))

const isBorn = (tokens: Tokens, at: number, year: number, isDate: boolean): boolean => {
  const word = wordAt(tokens, at)
  if (born.has(word)) return true
  if (birth.has(word) && bornAfter.has(wordAt(tokens, at - 1))) return true
  if (birthOrNata.has(word) && at + 1 < year && bornBefore.has(wordAt(tokens, at + 1))) return true
  return isDate && shortForBorn.has(word)
}

/** Whether a token may belong to the date that the token before it began: "b. 2013", "3. Mai", but no new sentence. */
const continuesDate = (tokens: Tokens, at: number): boolean => {
  if (follows(tokens, at, dateGaps)) return true
  const before = wordAt(tokens, at - 1)
  return follows(tokens, at, Gap.stop) && (isNumber(before) || shortForBorn.has(before))
}

/** The word before a year that makes it one of a birth; -1 if there is none. */
const wordOfBirth = (tokens: Tokens, year: number): number => {
  let isDate = true
  for (let at = year - 1; at >= 0 && at >= year - wordsBetween; at--) {
    if (!continuesDate(tokens, at + 1)) return -1
    if (isBorn(tokens, at, year, isDate)) return at
    if (ofOther.has(wordAt(tokens, at))) return -1
    isDate &&= isNumber(wordAt(tokens, at))
  }
  return -1
}

const isBornAfter = (tokens: Tokens, year: number): boolean => {
  const { end, text } = tokenAt(tokens, year)
  const isNext = follows(tokens, year + 1, Gap.space) && afterYear.has(wordAt(tokens, year + 1))
  return isNext || afterYearUnspaced.some((word) => text.startsWith(word, end))
}

/** "born in 2013", "DOB: 03/04/2013", "née en 2013", "2013 doğumlu": a minor. */
export const readBirthYear = (reading: Reading, at: number): StatedAge | undefined => {
  const { tokens } = reading
  if (!hasRole(tokens, at, Role.calendar)) return undefined
  const year = Number(wordAt(tokens, at))
  if (!(year >= firstYear && year <= lastYear)) return undefined
  const word = wordOfBirth(tokens, at)
  if (word === -1 && !isBornAfter(tokens, at)) return undefined
  const match = { first: word === -1 ? at : word, last: at }
  return isAboutPerson(tokens, match, { adult: false }) ? statedAge(reading, match, false) : undefined
}
