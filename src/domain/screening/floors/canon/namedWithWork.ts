import { lastOfPhrase, phrasesOf, writtenOf } from "../phrases.ts"
import { follows, Gap, tightGaps, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { worksOfFirstName } from "./firstNames.ts"

const titles = Array.from(
  new Set(Array.from(worksOfFirstName.values()).flatMap((works) => Array.from(works)))
)
const works = phrasesOf(titles)
const firstWords = new Set(titles.map((title) => title.split(" ")[0] ?? ""))

const titleGaps = tightGaps | Gap.dot | Gap.colon | Gap.ampersand | Gap.slash | Gap.other

/** The gaps in expressions such as "Lisa from the anime …", "… 's Lisa" and "… character Lisa". */
const linkGaps = titleGaps | Gap.comma
const links = normalisedWords(
  "from of in the s a by anime manga series show cartoon game movie film tv universe character heroine protagonist girl boy trainer student"
)
const mostLinks = 4

/** Words after which a word is a name. */
const roles = normalisedWords("character heroine protagonist girl boy trainer student")

/**
 * First names that are also words. They count as names if the title follows directly, as in tags ("misty (pokemon)"),
 * or after "from". After a title they count only with a role before them ("character May").
 */
const words = normalisedWords(
  "will star dash violet summer may dawn iris misty mallow penny rue sunny max ray reg boo shampoo silica powder priestess eleven ed san bloom flora musa clover hook blossom bubbles buttercup hope pan"
)

/**
 * Those of them that a title may directly follow in a sentence: "will Stranger Things go on?" Before a title they
 * need "from".
 */
const verbs = normalisedWords("will may star eleven hope hook")

const isWorkOf = (tokens: Tokens, name: string, first: number, last: number): boolean =>
  last !== -1 && worksOfFirstName.get(name)?.has(writtenOf(tokens, first, last)) === true

const lastOfTitle = (tokens: Tokens, first: number): number =>
  firstWords.has(wordAt(tokens, first)) ? lastOfPhrase(tokens, first, works, titleGaps) : -1

const isBefore = (tokens: Tokens, at: number, name: string): boolean => {
  let next = at + 1
  let isName = !verbs.has(name)
  let isSaid = !words.has(name)
  for (let link = 0; link <= mostLinks && follows(tokens, next, linkGaps); link++) {
    if (isName && isWorkOf(tokens, name, next, lastOfTitle(tokens, next))) return true
    const word = wordAt(tokens, next)
    if (!links.has(word)) return false
    isSaid ||= word === "from"
    isName = isSaid
    next++
  }
  return false
}

/** The token before the links that come before a token; if there are none, the token before it. */
const beforeLinks = (tokens: Tokens, at: number): number => {
  let last = at - 1
  for (let link = 0; link < mostLinks; link++) {
    if (!links.has(wordAt(tokens, last)) || !follows(tokens, last, linkGaps)) break
    last--
  }
  return last
}

const isBehind = (tokens: Tokens, at: number, name: string): boolean => {
  if (!follows(tokens, at, linkGaps) || (words.has(name) && !roles.has(wordAt(tokens, at - 1)))) return false
  const last = beforeLinks(tokens, at)
  for (let first = last; first > last - works.longest; first--) {
    if (lastOfTitle(tokens, first) === last && isWorkOf(tokens, name, first, last)) return true
    if (!follows(tokens, first, titleGaps)) return false
  }
  return false
}

/** Whether a word is the first name of a minor character whose work is named beside it: "Lisa from The Simpsons". */
export const isNamedWithWork = (tokens: Tokens, at: number): boolean => {
  const name = wordAt(tokens, at)
  return worksOfFirstName.has(name) && (isBefore(tokens, at, name) || isBehind(tokens, at, name))
}
