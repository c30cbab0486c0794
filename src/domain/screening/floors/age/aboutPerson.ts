import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isOfThing } from "./belongings.ts"
import { isNaked } from "./nakedness.ts"

/** Words of a noun phrase, and words that are looked back over: more than real phrases have. */
const wordsAhead = 6
const wordsBack = 8

type Subject = "person" | "thing" | "unknown"

/** Words that begin another noun phrase, and what people do: "a 14 year old took the book", "a girl aged 11 walks home". */
const goesOn = normalisedWords(
  "a an the her his their my your our its this that these those some another " +
    "walks walked goes went comes came runs ran sits sat stands stood lies lay looks looked takes took gets got gives gave wants " +
    "wanted loves loved likes liked does did says said asks asked plays played makes made sees saw lives lived opens opened " +
    "enters entered leaves left finds found shows showed removes removed poses posed sleeps slept who whose"
)

/** What the noun phrase after a statement is about: "oak tree" in "8 year old oak tree with a girl". */
const subjectAhead = (tokens: Tokens, last: number): Subject => {
  let found: Subject = "unknown"
  for (let at = last + 1; at <= last + wordsAhead && follows(tokens, at, tightGaps); at++) {
    if (hasRole(tokens, at, Role.person)) return "person"
    if (hasRole(tokens, at, Role.stop) || goesOn.has(wordAt(tokens, at))) return found
    if (hasRole(tokens, at, Role.thing)) found = "thing"
  }
  return found
}

/** The noun that a statement follows at once: "the oak tree is", "whisky aged". */
const nounBefore = (tokens: Tokens, first: number): number => {
  let at = first - 1
  while (
    at > first - wordsBack &&
    hasRole(tokens, at, Role.being | Role.filler) &&
    follows(tokens, at + 1, tightGaps) &&
    !hasRole(tokens, at, Role.thing)
  ) {
    at--
  }
  return at
}

const genitives = normalisedWords("of de di da von del")
const vessels = normalisedWords("bottle cask barrel jar")
const articles = normalisedWords("a an the some any")
const pictures = normalisedWords(
  "photo photos photograph photographs picture pictures painting paintings drawing drawings portrait portraits film films movie " +
    "movies video videos"
)

/** "of a", and "about a" where it does not mean "roughly". */
const leadsToAnother = (tokens: Tokens, at: number): boolean =>
  genitives.has(wordAt(tokens, at)) ||
  (wordAt(tokens, at) === "about" && articles.has(wordAt(tokens, at + 1)))

/**
 * "A photo of a 14 year old", "portrait aged 14" and "nude study, age 14" show a person. "A bottle of 12 year old" holds
 * a thing.
 */
const showsAnother = (tokens: Tokens, noun: number, first: number): boolean => {
  const word = wordAt(tokens, noun)
  if (vessels.has(word)) return false
  if (isNaked(tokens, noun - 1) && follows(tokens, noun, tightGaps) && noun === first - 1) return true
  const isStatement = follows(tokens, noun + 1, Gap.comma) || hasRole(tokens, first, Role.ageCue)
  if (pictures.has(word) && isStatement) return true
  for (let at = noun + 1; at < first; at++) if (leadsToAnother(tokens, at)) return true
  return false
}

const personBefore = (tokens: Tokens, first: number): boolean => {
  for (let at = first - 1; at >= 0 && at >= first - wordsBack; at--) {
    if (follows(tokens, at + 1, Gap.stop | Gap.sentence)) return false
    if (hasRole(tokens, at, Role.person | Role.pronoun) && !hasRole(tokens, at, Role.thing)) return true
  }
  return false
}

const subjectBefore = (tokens: Tokens, first: number, isCue: boolean): Subject => {
  const at = nounBefore(tokens, first)
  const joined = follows(tokens, at + 1, isCue ? tightGaps | Gap.comma : tightGaps)
  if (joined && hasRole(tokens, at, Role.ageable)) return "thing"
  if (personBefore(tokens, first)) return "person"
  return joined && hasRole(tokens, at, Role.thing) && !showsAnother(tokens, at, first) ? "thing" : "unknown"
}

/**
 * Whether a stated age or grade is a person's. Without a sign of either it counts as a person's, except where the words
 * themselves are as often used of things (`needsPerson`).
 */
export const isAboutPerson = (tokens: Tokens, match: Match, needsPerson: boolean): boolean => {
  const ahead = subjectAhead(tokens, match.last)
  if (ahead !== "unknown") return ahead === "person"
  if (isOfThing(tokens, match, needsPerson)) return false
  const before = subjectBefore(tokens, match.first, hasRole(tokens, match.first, Role.ageCue))
  return before === "person" || (before === "unknown" && !needsPerson)
}

/** Whether a person is spoken of within a few words. */
export const isNearPerson = (tokens: Tokens, match: Match): boolean => {
  if (personBefore(tokens, match.first)) return true
  for (let at = match.last + 1; at <= match.last + wordsAhead; at++) {
    if (follows(tokens, at, Gap.stop | Gap.sentence)) return false
    if (hasRole(tokens, at, Role.person)) return true
  }
  return false
}
