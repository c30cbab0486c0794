import { follows, Gap, hasRole, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { givenNames } from "../words/givenNames.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { peopleOfAnyAge } from "../words/wordLists.ts"
import { isUnspacedYoung } from "./unspacedAges.ts"

const names = normalisedWords(givenNames)

const isGivenName = (tokens: Tokens, at: number): boolean => names.has(wordAt(tokens, at))

/** A chapter is no family name: "John 3:16". */
const isFamilyName = (tokens: Tokens, at: number): boolean =>
  follows(tokens, at, Gap.space) && !hasRole(tokens, at, Role.digits)

/** Whether a given name ends at a token, perhaps with a family name: "Emma", "Emma Smith". */
export const isNamed = (tokens: Tokens, at: number): boolean =>
  isGivenName(tokens, at) || (isGivenName(tokens, at - 1) && isFamilyName(tokens, at))

const young = normalisedWords("girl girls boy boys teen teenage teens young younger little small underage")

/** Whether a person is called young by the word before: "young model", "girl nurse", "little Henry". */
export const isCalledYoung = (tokens: Tokens, at: number): boolean => young.has(wordAt(tokens, at - 1))

const anyAge = normalisedWords(peopleOfAnyAge)

/** Whether a word such as "woman" or "babe" is said of people of any age. */
export const isOfAnyAge = (tokens: Tokens, at: number): boolean => anyAge.has(wordAt(tokens, at))

/** Whether a token stands for somebody who may be a minor: "girl", "woman", "Emma". */
export const mayBeYoung = (tokens: Tokens, at: number): boolean =>
  isYoung(tokens, at) || isOfAnyAge(tokens, at) || isNamed(tokens, at)

/** Whether a token stands for a young person. */
export const isYoung = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.youngPerson) || isUnspacedYoung(tokens, at)
