import { normalise } from "../../normalisation/normalise.ts"
import { characterNames } from "../canon/characterNames.ts"
import { worksOfFirstName } from "../canon/firstNames.ts"
import { childExpressions } from "../lexicon/childExpressions.ts"
import * as dutch from "./dutch.ts"
import * as more from "./moreLanguages.ts"
import {
  ageWords,
  englishNumbers,
  germanNumbers,
  gradeWords,
  ordinals,
  romanceNumbers
} from "./numberWords.ts"
import type { NumberWord } from "./numberWords.ts"
import * as polish from "./polish.ts"
import { Role } from "./Role.ts"
import * as russian from "./russian.ts"
import { continueHigh, continueLow, finishLower, highStart, lowStart } from "./termHash.ts"
import * as turkish from "./turkish.ts"
import * as lists from "./wordLists.ts"

/** The roles of a word, and the value of a number word; -1 for other words. */
export interface Word {
  readonly roles: number
  readonly value: number
}

export const noWord: Word = { roles: 0, value: -1 }

const words = new Map<string, Word>()

/** Adds a role. Several words of a list may be the same after normalisation, and a word may be in several lists. */
const add = (written: string, role: number, value = -1): void => {
  const word = normalise(written).text
  const known = words.get(word) ?? noWord
  words.set(word, { roles: known.roles | role, value: value === -1 ? known.value : value })
}

const addAll = (list: string, role: number): void => {
  for (const word of list.split(" ")) add(word, role)
}

const addNumbers = (numbers: ReadonlyArray<NumberWord>, role: number): void => {
  for (const [word, value] of numbers) add(word, role, value)
}

const addFirstWords = (expressions: ReadonlyArray<string>, role: number): void => {
  for (const expression of expressions) add(expression.split(" ")[0] ?? "", role)
}

add("#", Role.digits)
addNumbers(englishNumbers, Role.englishNumber)
addNumbers(germanNumbers, Role.germanNumber)
addNumbers(romanceNumbers, Role.romanceNumber)
addNumbers(ordinals, Role.ordinal)
addNumbers(ageWords, Role.ageWord)
addNumbers(gradeWords, Role.gradeWord)
for (const { ageWords, numbers } of [dutch, russian]) {
  addNumbers(numbers, Role.germanNumber)
  addNumbers(ageWords, Role.ageWord)
}
addNumbers(polish.ageWords, Role.ageWord)
addNumbers(more.ageWords, Role.ageWord)
for (const { gradeWords } of [polish, russian]) addNumbers(gradeWords, Role.gradeWord)
for (const { pronouns } of [dutch, polish, russian]) addAll(pronouns, Role.pronoun)
for (const { childWords, explicitWords, people, youngPeople } of [dutch, polish, russian, turkish]) {
  addAll(people, Role.person)
  addAll(youngPeople, Role.person | Role.youngPerson)
  addAll(childWords, Role.child)
  addAll(explicitWords, Role.explicit)
}
addAll(more.youngPeople, Role.person | Role.youngPerson)
addAll(more.childWords, Role.child)
addAll(more.explicitWords, Role.explicit)
addAll(more.ageCues, Role.ageCue)
for (const units of [more.years, more.ageEndings, turkish.ageEndings]) addAll(units, Role.year)
for (const { things } of [polish, russian, turkish]) addAll(things, Role.thing)
addAll(
  "year years yr yrs yers yaers yeras yeares yeard yesr jahr jahre jahren jaar лет года lat yaş",
  Role.year
)
addAll("month months week weeks wk wks day days monate monat wochen mois meses mesi", Role.shortTime)
addAll("hundred hundreds thousand million hundert tausend cent cien ciento cem cento mille mil", Role.large)
addAll("twenties thirties forties fifties sixties seventies eighties nineties", Role.calendar)
addAll("cm ce grade klasse grado year yr class terminale première seconde", Role.gradeStart)
addAll(lists.ageCues, Role.ageCue)
addAll(lists.fillers, Role.filler)
addAll(lists.beings, Role.being)
addAll(lists.pronouns, Role.pronoun)
addAll(lists.people, Role.person)
addAll(lists.youngPeople, Role.youngPerson)
addAll(lists.things, Role.thing)
addAll(lists.ageables, Role.thing | Role.ageable)
addAll(lists.stops, Role.stop)
addAll(lists.measures, Role.measure)
addAll(lists.connectors, Role.connector)
addAll(lists.negations, Role.negation)
addAll(lists.adultWords, Role.adult)
addAll(lists.childWords, Role.child)
addAll(lists.explicitWords, Role.explicit)
addFirstWords(childExpressions, Role.childPrefix)
addFirstWords([...lists.explicitExpressions, ...more.explicitExpressions], Role.explicitPrefix)
addFirstWords([...characterNames, ...worksOfFirstName.keys()], Role.character)

export const wordsWithRole = (role: number): ReadonlyArray<string> =>
  Array.from(words.keys()).filter((word) => (wordOf(word).roles & role) !== 0)

/** From this unit on, scripts have no spaces between words. The vocabulary contains none of their words. */
export const firstUnspaced = 0x0e00

/** The roles and value of a normalised word; `noWord` if it is not listed. */
export const wordOf = (word: string): Word =>
  word.charCodeAt(0) < firstUnspaced ? (words.get(word) ?? noWord) : noWord

interface HashedWord extends Word {
  readonly high: number
  readonly low: number
}

/** The words by their hashes, as an open-addressing table that is less than half full. */
const table: Array<HashedWord | undefined> = Array.from({ length: 1 << 15 }, () => undefined)

const slotOf = (lower: number): number => lower & (table.length - 1)

for (const word of words.keys()) {
  const high = continueHigh(highStart, word)
  const low = continueLow(lowStart, word)
  let slot = slotOf(finishLower(high, low))
  while (table[slot] !== undefined) slot = slotOf(slot + 1)
  table[slot] = { ...wordOf(word), high, low }
}

/**
 * The word with these two hash halves (termHash.ts). `lower` is the finished lower half, which settles most words
 * that are not listed.
 */
export const hashedWordOf = (high: number, low: number, lower: number): Word => {
  let slot = slotOf(lower)
  for (let known = table[slot]; known !== undefined; known = table[slot]) {
    if (known.high === high && known.low === low) return known
    slot = slotOf(slot + 1)
  }
  return noWord
}
