import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isOfThing } from "./belongings.ts"
import { isMatured } from "./maturing.ts"
import { isNaked } from "./nakedness.ts"
import { isNamed } from "./youngPeople.ts"

/** How many words are searched ahead, for the noun of the phrase, and back: more than real phrases have. */
const wordsAhead = 6
const wordsBack = 8

type Subject = "person" | "thing" | "unknown"

/**
 * Words that start another noun phrase or say what people do: "a 14 year old took the book", "a girl aged 11 walks
 * home".
 */
const goesOn = normalisedWords(
  "a an the her his their my your our its this that these those some another " +
    "walks walked goes went comes came runs ran sits sat stands stood lies lay looks looked takes took gets got gives gave wants " +
    "wanted loves loved likes liked does did says said asks asked plays played makes made sees saw lives lived opens opened " +
    "enters entered leaves left finds found shows showed removes removed poses posed sleeps slept who whose " +
    "rides drinks eats hugs pets feeds holds hugging petting feeding holding riding drinking eating kisses kissing washes washing carries"
)

/** People who are called after what they have or use. */
const agents = normalisedWords(
  "player rider owner lover driver herder keeper seller breeder trainer passenger star prodigy fan beauty walker groomer"
)

/** What the noun phrase after an age is about: "oak tree" in "8 year old oak tree with a girl". */
const subjectAhead = (tokens: Tokens, last: number): Subject => {
  let found: Subject = "unknown"
  for (let at = last + 1; at <= last + wordsAhead && follows(tokens, at, tightGaps); at++) {
    if (hasRole(tokens, at, Role.person) || agents.has(wordAt(tokens, at))) return "person"
    if (hasRole(tokens, at, Role.stop) || goesOn.has(wordAt(tokens, at))) return found
    if (hasRole(tokens, at, Role.thing)) found = "thing"
  }
  return found
}

/** The noun directly before an age: "tree" in "the oak tree is", "whisky" in "whisky aged". */
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
const anyArticles = normalisedWords("a an the some any")
const pictures = normalisedWords(
  "photo photos photograph photographs picture pictures painting paintings drawing drawings portrait portraits film films movie " +
    "movies video videos"
)

/** Whether a word leads from one noun to another, like "of", or "about a" where it does not mean "roughly". */
const leadsToAnother = (tokens: Tokens, at: number): boolean =>
  genitives.has(wordAt(tokens, at)) ||
  (wordAt(tokens, at) === "about" && anyArticles.has(wordAt(tokens, at + 1)))

/**
 * Whether the noun is only what shows a person: "a photo of a 14 year old", "portrait aged 14", "nude study, age 14".
 * "A bottle of 12 year old" contains a thing.
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

const articles = normalisedWords("a an the some any my your his her their our this")

/** Whether a noun opens its clause, perhaps after an article: "wine" in "the wine, aged 12", not in "drinking wine". */
const opensClause = (tokens: Tokens, noun: number): boolean => {
  const first = articles.has(wordAt(tokens, noun - 1)) ? noun - 1 : noun
  return !follows(tokens, first, tightGaps | Gap.colon)
}

/** Whether a noun is part of the statement of an age after it: "whisky aged", "the wine, aged". */
const isJoined = (tokens: Tokens, noun: number, first: number, adult: boolean): boolean => {
  if (follows(tokens, noun + 1, tightGaps)) return true
  const isCue = hasRole(tokens, first, Role.ageCue)
  return isCue && follows(tokens, noun + 1, Gap.comma) && (adult || opensClause(tokens, noun))
}

const subjectBefore = (tokens: Tokens, first: number, adult: boolean): Subject => {
  const at = nounBefore(tokens, first)
  const joined = isJoined(tokens, at, first, adult)
  if (joined && hasRole(tokens, at, Role.ageable)) return "thing"
  if (personBefore(tokens, first)) return "person"
  return joined && hasRole(tokens, at, Role.thing) && !showsAnother(tokens, at, first) ? "thing" : "unknown"
}

/** What is known of a stated age or grade. */
interface Statement {
  readonly adult: boolean
  /** It is in words that are used as often of things, so that a person has to be named. False unless given. */
  readonly needsPerson?: boolean
}

/** Whether a young person is directly before an age: "girl, 15 years old". */
const isBehindYoung = (tokens: Tokens, first: number): boolean =>
  hasRole(tokens, first - 1, Role.youngPerson) &&
  !hasRole(tokens, first - 1, Role.thing) &&
  follows(tokens, first, tightGaps | Gap.comma | Gap.colon | Gap.other)

/** Whether a minor's age between a word for nakedness and one for a picture is of who is shown: "nude 15 year old photo". */
const isOfPicture = (tokens: Tokens, { first, last }: Match): boolean =>
  isNaked(tokens, first - 1) && follows(tokens, first, tightGaps) && pictures.has(wordAt(tokens, last + 1))

/** Whether a given name is directly before an age, and nothing behind it: "Маша, 15 лет", not "Маша, 15 лет в браке". */
const isBehindName = (tokens: Tokens, { first, last }: Match): boolean =>
  isNamed(tokens, first - 1) &&
  follows(tokens, first, Gap.space | Gap.comma | Gap.colon) &&
  !follows(tokens, last + 1, tightGaps)

/** Whether a minor's age is a person's by the words directly beside it, whatever is named after them. */
const isPlainlyOfPerson = (tokens: Tokens, match: Match): boolean =>
  isBehindYoung(tokens, match.first) || isBehindName(tokens, match) || isOfPicture(tokens, match)

/** Whether a stated age or grade is a person's. Without any sign it counts as a person's. */
export const isAboutPerson = (
  tokens: Tokens,
  match: Match,
  { adult, needsPerson = false }: Statement
): boolean => {
  if (!adult && isPlainlyOfPerson(tokens, match)) return true
  const ahead = subjectAhead(tokens, match.last)
  if (ahead !== "unknown") return ahead === "person"
  if (isOfThing(tokens, match, needsPerson) || isMatured(tokens, match)) return false
  const before = subjectBefore(tokens, match.first, adult)
  return before === "person" || (before === "unknown" && !needsPerson)
}

/** Whether a person is mentioned within a few words. */
export const isNearPerson = (tokens: Tokens, match: Match): boolean => {
  if (personBefore(tokens, match.first)) return true
  for (let at = match.last + 1; at <= match.last + wordsAhead; at++) {
    if (follows(tokens, at, Gap.stop | Gap.sentence)) return false
    if (hasRole(tokens, at, Role.person)) return true
  }
  return false
}
