import type { Span } from "../../normalisation/normalise.ts"
import { isAdultPerson } from "../adulthood.ts"
import type { StatedAge } from "../age/StatedAge.ts"
import { isOfAnother } from "../claims.ts"
import { isDivided } from "../dividers.ts"
import { isDoubted, isDoubtedAge } from "../doubt.ts"
import { lastOfPhrase, phrasesOf } from "../phrases.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, spanOf, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { characterNames } from "./characterNames.ts"
import { isNamedWithWork } from "./namedWithWork.ts"
import { findUnspacedNames, isGrownUnspaced } from "./unspacedNames.ts"

/** A minor character named in the text. `grown` is true if the text asks for an adult version. */
export interface NamedCharacter extends Match, Span {
  readonly grown: boolean
}

/** A name followed by one of these words is a work or a thing. */
const notThePerson = normalisedWords(
  "collar book books film films movie movies series novel novels world universe theme themed park studio merchandise poster logo"
)

const names = phrasesOf(Array.from(characterNames))

const lastOfName = (tokens: Tokens, first: number): number => {
  const last = lastOfPhrase(tokens, first, names, tightGaps | Gap.dot)
  const isThing =
    last !== -1 && follows(tokens, last + 1, tightGaps) && notThePerson.has(wordAt(tokens, last + 1))
  return isThing ? -1 : last
}

const lastOfCharacter = (tokens: Tokens, first: number): number => {
  const last = lastOfName(tokens, first)
  return last === -1 && isNamedWithWork(tokens, first) ? first : last
}

/** How many words from a name an adult version may be stated. */
const reach = 8

const isNear = (statement: Match, name: Match): boolean =>
  statement.last >= name.first - reach && statement.first <= name.last + reach

/** Whether a statement and a name belong to two people: "X and a 40 year old man". */
const isApart = (tokens: Tokens, statement: Match, name: Match): boolean =>
  statement.last < name.first
    ? isDivided(tokens, statement.last, name.first)
    : isDivided(tokens, name.last, statement.first)

/** Whether a noun after an age names somebody: "25 year old man". */
const namesAnother = (tokens: Tokens, { last }: StatedAge, name: Match): boolean =>
  hasRole(tokens, last + 1, Role.person) && follows(tokens, last + 1, tightGaps) && last + 1 !== name.first

/** Whether a person is named directly before an age: "woman aged 30", "a man, 40". */
const isBehindAnother = (tokens: Tokens, { first }: StatedAge): boolean =>
  hasRole(tokens, first - 1, Role.person) && follows(tokens, first, tightGaps | Gap.comma)

/**
 * Whether an adult age is that of the character: in "a 25 year old man with X" it is another person's, but not in "X,
 * 25 years old", "25 year old X" and "X as a 25 year old man".
 */
const isAgeOf = (tokens: Tokens, age: StatedAge, name: Match): boolean => {
  if (!age.adult || !isNear(age, name)) return false
  const before = age.last < name.first
  const joined = age.first - name.last <= 4
  if (isDoubtedAge(tokens, age) || isOfAnother(tokens, age) || isApart(tokens, age, name)) return false
  return before
    ? !namesAnother(tokens, age, name) && !isBehindAnother(tokens, age)
    : !namesAnother(tokens, age, name) || joined
}

const others = normalisedWords(
  "man men male males guy guys woman women female females people person couple lady ladies actor actress crowd"
)
const several = normalisedWords("adults grownups")
const links = normalisedWords("as cosplay cosplaying cosplayer dressed costume version playing")

const isBetween = (words: ReadonlySet<string>, tokens: Tokens, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (words.has(wordAt(tokens, at))) return true
  return false
}

/** Between a name and "an adult", these make the adult wear the character's looks. */
const costumes = normalisedWords("cosplay cosplaying cosplayer costume")
const articles = normalisedWords("an a another the some")
const becoming = normalisedWords("now becomes became become being")
const pretences = normalisedWords(
  "dressed dresses dressing disguised posing poses posed acting acts pretending looking looks"
)

/**
 * Whether "an adult" behind a name is somebody else: in "X kisses an adult", but not in "X is an adult", "X as an adult"
 * and "X, an adult". "X dressed as an adult" says that X is none.
 */
const isSomebodyElse = (tokens: Tokens, at: number, name: Match): boolean => {
  if (at <= name.last || !articles.has(wordAt(tokens, at - 1))) return false
  const lead = at - 2
  if (wordAt(tokens, lead) === "as") return pretences.has(wordAt(tokens, lead - 1))
  const isHer = lead === name.last || follows(tokens, at - 1, Gap.comma) || hasRole(tokens, lead, Role.being)
  return !isHer && !becoming.has(wordAt(tokens, lead)) && !isBetween(costumes, tokens, name.last, at)
}

const isAdultWordOf = (tokens: Tokens, at: number, name: Match): boolean => {
  const statement = { first: at, last: at }
  if (!isAdultPerson(tokens, at) || !isNear(statement, name) || isDoubted(tokens, at)) return false
  if (isSomebodyElse(tokens, at, name)) return false
  const ofAnother =
    several.has(wordAt(tokens, at)) ||
    (others.has(wordAt(tokens, at + 1)) && follows(tokens, at + 1, tightGaps)) ||
    isApart(tokens, statement, name)
  return (
    !ofAnother ||
    (at < name.first ? isBetween(links, tokens, at, name.first) : isBetween(links, tokens, name.last, at))
  )
}

/** Whether an expression for an adult version starts here: "aged up", "grown up", "older version", "all grown up". */
const isGrownExpression = (tokens: Tokens, at: number): boolean => {
  const word = wordAt(tokens, at)
  const next = wordAt(tokens, at + 1)
  return ((word === "aged" || word === "grown") && next === "up") || (word === "older" && next === "version")
}

/** Stated ages by their first token. */
type AgesByToken = ReadonlyMap<number, StatedAge>

/** In words. */
const longestAge = 6

const isGrown = (tokens: Tokens, ages: AgesByToken, name: Match): boolean => {
  for (let at = name.first - reach - longestAge; at <= name.last + reach; at++) {
    const age = ages.get(at)
    if (age !== undefined && isAgeOf(tokens, age, name)) return true
    if (isAdultWordOf(tokens, at, name)) return true
    if (at >= name.first - reach && isGrownExpression(tokens, at) && !isDoubted(tokens, at)) return true
  }
  return false
}

const findSpaced = ({ roles, tokens }: Reading, ages: AgesByToken): ReadonlyArray<NamedCharacter> => {
  const found: Array<NamedCharacter> = []
  if ((roles & Role.character) === 0) return found
  for (let first = 0; first < tokens.length; first++) {
    const last = hasRole(tokens, first, Role.character) ? lastOfCharacter(tokens, first) : -1
    if (last === -1) continue
    const name = { first, last }
    found.push({ ...name, ...spanOf(tokens, name), grown: isGrown(tokens, ages, name) })
    first = last
  }
  return found
}

const findUnspaced = (reading: Reading, ages: AgesByToken): ReadonlyArray<NamedCharacter> =>
  findUnspacedNames(reading).map((name) => {
    const { end, first, last, start } = name
    const grown = isGrown(reading.tokens, ages, name) || isGrownUnspaced(reading.text, name)
    return { first, last, start, end, grown }
  })

const characterRoles = Role.character | Role.unspaced

/** All minor characters that the text names, by their name or by their first name beside the work. */
export const findCharacters = (
  reading: Reading,
  ages: ReadonlyArray<StatedAge>
): ReadonlyArray<NamedCharacter> => {
  if ((reading.roles & characterRoles) === 0) return []
  const byToken = new Map(ages.map((age) => [age.first, age]))
  return [...findSpaced(reading, byToken), ...findUnspaced(reading, byToken)]
}
