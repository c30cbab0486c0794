import { normalise } from "../../normalisation/normalise.ts"
import type { Span } from "../../normalisation/normalise.ts"
import { isAct } from "../acts.ts"
import { isMinorityDenied } from "../adulthood.ts"
import { isNaked } from "../age/nakedness.ts"
import { isNegated } from "../negation.ts"
import { lastOfPhrase, phrasesOf } from "../phrases.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, spanOf, spellingOf, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { collisionOf } from "./childCollisions.ts"
import { childExpressions } from "./childExpressions.ts"
import { isEverydayWord } from "./everydayWords.ts"
import { isCostume, isFilm } from "./filmsAndCostumes.ts"
import { findChildWords } from "./unspacedWords.ts"
import { isExcluded, isUnwanted } from "./unwanted.ts"
import { isVocative } from "./vocatives.ts"

/** A word or expression for a child, and its first token. */
export interface ChildWord extends Span {
  readonly first: number
}

const expressions = phrasesOf(childExpressions.map((written) => normalise(written).text))

const isCollision = (tokens: Tokens, match: Match): boolean => {
  const { first, last } = match
  if (isVocative(tokens, first) || isFilm(tokens, first) || isCostume(tokens, match)) return true
  const collision = collisionOf(wordAt(tokens, first))
  if (collision === undefined) return false
  const owner = wordAt(tokens, first - 1) === "s" ? first - 2 : first - 1
  const before = follows(tokens, first, tightGaps) && collision.before.has(wordAt(tokens, owner))
  const owned = wordAt(tokens, last + 1) === "s" ? last + 2 : last + 1
  return before || (follows(tokens, owned, tightGaps) && collision.after.has(wordAt(tokens, owned)))
}

const beforePerson = normalisedWords(
  "a an the this that some any underage female male nude naked topless sexy explicit of with"
)
const music = normalisedWords(
  "in key symphony sonata concerto chord chords scale scales song piece play plays played playing guitar piano etude prelude"
)

/** Whether the "a" before "minor" is the note: "in A minor", "the key of A minor"; not "a photo of a minor". */
const isNote = (tokens: Tokens, article: number): boolean => {
  const before = wordAt(tokens, article - 1) === "of" ? article - 2 : article - 1
  return wordAt(tokens, article) === "a" && music.has(wordAt(tokens, before))
}

/** Words that are adjectives more often: "a minor detail", "a juvenile eagle". */
const nounsAndAdjectives = normalisedWords("minor juvenile")

/**
 * Whether such a word is a person: after an article and at the end of a phrase or before what people do, unless the
 * article is the note A of "A minor".
 */
const isMinorPerson = (tokens: Tokens, at: number): boolean => {
  const next = at + 1
  const ends =
    !follows(tokens, next, tightGaps) ||
    hasRole(tokens, next, Role.stop | Role.being | Role.connector | Role.pronoun) ||
    isNaked(tokens, next) ||
    isAct(tokens, next)
  if (!ends) return false
  // At the start of a clause it needs no article: "minor, nude".
  if (!follows(tokens, at, tightGaps)) return true
  return beforePerson.has(wordAt(tokens, at - 1)) && !isNote(tokens, at - 1)
}

const germanArticles = normalisedWords(
  "ein eines einem das des dem kein kleines nacktes nackte junges mein dein sein ihr unser jedes dieses vom beim zum een het naakt naakte bloot blote klein nackt"
)
const spanishArticles = normalisedWords("una la las unas un el los unos pequena pequenas pequeno pequenos")

/**
 * Words for a child in one language that are names or other words in others, with the articles that show the
 * language.
 */
const needsArticle = new Map<string, ReadonlySet<string>>([
  ["kind", germanArticles],
  ["nina", spanishArticles],
  ["nino", spanishArticles],
  ["nena", spanishArticles],
  ["bebes", spanishArticles],
  // In Italian "you say", and in Albanian "day"
  ["dite", normalisedWords("to nahé malé mladé moje tvoje jeho její toto každé")]
])

/** Words that show the language as well, when they follow such a word. */
const foreignNakedness = normalisedWords("desnuda desnudo desnudas desnudos nackt naakt bloot nahé nahá nahý")

/** Whether a word has a mark that it has only in the language in which it means a child: "niña", "dítě". */
const hasOwnMark = (original: string): boolean => /[ñí]/i.test(original.normalize("NFC"))

const isForeignWord = ({ tokens }: Reading, at: number, original: string): boolean => {
  const articles = needsArticle.get(wordAt(tokens, at))
  if (articles === undefined || hasOwnMark(original) || articles.has(wordAt(tokens, at - 1))) return true
  return follows(tokens, at + 1, Gap.space | Gap.comma) && foreignNakedness.has(wordAt(tokens, at + 1))
}

const isChildWord = (reading: Reading, at: number, originalOf: (span: Span) => string): boolean => {
  const token = reading.tokens[at]
  if (token === undefined || (token.roles & Role.child) === 0) return false
  if (nounsAndAdjectives.has(spellingOf(token))) return isMinorPerson(reading.tokens, at)
  const original = originalOf(token)
  return isForeignWord(reading, at, original) && !isEverydayWord(original)
}

const findUnspaced = ({ roles, text, tokens }: Reading): ReadonlyArray<ChildWord> => {
  if ((roles & Role.unspaced) === 0) return []
  const first = tokens.findIndex((token) => (token.roles & Role.unspaced) !== 0)
  return [...koreanChildren(tokens), ...findChildWords(text).map(({ end, start }) => ({ first, start, end }))]
}

/** Whole words only, because they are also part of many other words: idols, phones, ice. */
const korean = normalisedWords("아이 아이들 아이의 아이들의")

const koreanChildren = (tokens: Tokens): ReadonlyArray<ChildWord> =>
  tokens.flatMap((token, first) =>
    (token.roles & Role.unspaced) !== 0 && korean.has(spellingOf(token))
      ? [{ first, start: token.start, end: token.end }]
      : []
  )

const lastOfChild = (reading: Reading, at: number, originalOf: (span: Span) => string): number => {
  const { tokens } = reading
  const last = hasRole(tokens, at, Role.childPrefix) ? lastOfPhrase(tokens, at, expressions, tightGaps) : -1
  if (last !== -1) return last
  return isChildWord(reading, at, originalOf) ? at : -1
}

const startRoles = Role.child | Role.childPrefix | Role.unspaced

/** Words for a child or a minor's stage of life, where they mean one. "No children" asks for none. */
export const findChildren = (
  reading: Reading,
  originalOf: (span: Span) => string
): ReadonlyArray<ChildWord> => {
  const { roles, tokens } = reading
  const found: Array<ChildWord> = []
  if ((roles & startRoles) === 0) return found
  for (let at = 0; at < tokens.length; at++) {
    const last = lastOfChild(reading, at, originalOf)
    if (last === -1) continue
    const match = { first: at, last }
    if (isSomebody(tokens, match)) found.push({ first: at, ...spanOf(tokens, match) })
    at = last
  }
  return [...found, ...findUnspaced(reading)]
}

/** "no children", "ohne Kinder", "pas de mineurs" */
const isDirectlyNegated = (tokens: Tokens, first: number): boolean => {
  if (!follows(tokens, first, Gap.space)) return false
  const isPartitive = wordAt(tokens, first - 1) === "de" && wordAt(tokens, first - 2) === "pas"
  return isPartitive || (hasRole(tokens, first - 1, Role.negation) && isNegated(tokens, first))
}

const isSomebody = (tokens: Tokens, match: Match): boolean =>
  !isCollision(tokens, match) &&
  !isDirectlyNegated(tokens, match.first) &&
  !isMinorityDenied(tokens, match.last) &&
  !isUnwanted(tokens, match) &&
  !isExcluded(tokens, match)
