import { holdsAdultStatement, isOutsider } from "./adulthood.ts"
import type { StatedAge } from "./age/StatedAge.ts"
import { isDivider } from "./dividers.ts"
import { isDoubtedAge } from "./doubt.ts"
import type { Reading } from "./Reading.ts"
import { follows, Gap, hasRole, placeBefore, tightGaps, tokenAt, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"
import * as wordLists from "./words/wordLists.ts"

/** What a prompt claims about adulthood. */
export interface Claims {
  /** whether it states any adult age or adulthood */
  readonly any: boolean
  /**
   * whether such a claim may be about the person that a word for a child names; "a child and a 30 year old man" is
   * about two people
   */
  readonly standsFor: (child: ChildWord) => boolean
}

/** A word or an expression for a child: its first token, and its end in the text. */
interface ChildWord {
  readonly first: number
  readonly end: number
}

/** People who are not the child that is named beside them: their ages are their own. */
const elders = normalisedWords(
  "man men male males guy guys dude gentleman stranger father dad daddy stepfather stepdad uncle grandfather grandpa husband boyfriend " +
    "mother mom mum mommy stepmother stepmom aunt grandmother grandma wife parent parents teacher coach doctor boss priest photographer " +
    "mann männer vater onkel homme hommes père oncle hombre hombres padre tío homem homens pai tio uomo uomini zio мужчина отец дядя mężczyzna"
)

/** Things that have an age of their own. */
const works = normalisedWords(
  "photo photos photograph picture pictures image drawing painting video film movie mind soul"
)

/** Words before a noun for a child that make it another person than one who is named before: "a woman kisses a child". */
const determiners = normalisedWords("a an the her his their my your this that two three some another")

const wordsAhead = 3

const isPerson = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.person) || elders.has(wordAt(tokens, at))

/** The noun after an age that names whose it is: "man" in "30 year old man"; -1 if there is none. */
const personAfter = (tokens: Tokens, age: StatedAge): number => {
  for (let at = age.last + 1; at <= age.last + wordsAhead && follows(tokens, at, tightGaps); at++) {
    if (isPerson(tokens, at)) return at
    if (hasRole(tokens, at, Role.stop)) return -1
  }
  return -1
}

const wordsBack = 4
const obligations = normalisedWords("must should shall need has have to")

/**
 * The position of the word before an age that may name whose age it is: "man" in "a man aged 30", "father" in "her
 * father is 40".
 */
const subjectBefore = (tokens: Tokens, { first }: StatedAge): number => {
  let at = first - 1
  const isBetween = () =>
    obligations.has(wordAt(tokens, at)) ||
    (hasRole(tokens, at, Role.being | Role.filler) && !hasRole(tokens, at, Role.person))
  while (at > first - 1 - wordsBack && isBetween() && !follows(tokens, at + 1, Gap.stop | Gap.sentence)) at--
  return at
}

/** The noun before an age that names whose it is: "man" in "a man, 40"; -1 if there is none. */
const personBefore = (tokens: Tokens, age: StatedAge): number => {
  const at = subjectBefore(tokens, age)
  return isPerson(tokens, at) && !follows(tokens, at + 1, Gap.stop | Gap.sentence) ? at : -1
}

/** An adult age, and the noun that names whose it is. */
interface NamedAge {
  readonly age: StatedAge
  readonly person: number
}

const namedBy = (tokens: Tokens, age: StatedAge): NamedAge => {
  const after = personAfter(tokens, age)
  return { age, person: after === -1 ? personBefore(tokens, age) : after }
}

const roles = normalisedWords(
  "as playing plays acting cosplaying cosplay roleplaying roleplay dressed role costume als comme como"
)
const beings = normalisedWords("is was played portrayed actually really")

/** Whether a person and a child are two people: by what the person is called, or because the child is named anew behind. */
const isApart = (tokens: Tokens, person: number, { first }: ChildWord): boolean =>
  elders.has(wordAt(tokens, person)) || (person < first && determiners.has(wordAt(tokens, first - 1)))

/** Whether a word for a child says what an elder plays or is: "man dressed as a child", "the schoolboy is a 30 year old man". */
const isRoleOf = (tokens: Tokens, person: number, { end, first }: ChildWord): boolean => {
  if (person < first) return roles.has(wordAt(tokens, first - 1)) || roles.has(wordAt(tokens, first - 2))
  let next = first
  while (next < tokens.length && tokenAt(tokens, next).end <= end) next++
  return beings.has(wordAt(tokens, next))
}

const owners = normalisedWords(wordLists.owners)
const authors = normalisedWords(wordLists.authors)

/** Words before an age that make it that of who looks, or of who made the work: "for ages 18+", "by a 30 year old". */
const ofAudience = normalisedWords("for rated by")
const betweenAudience = normalisedWords("a an ages age people adults aged those anyone")

/** "Played by a 25 year old" says how old the person shown is. */
const playing = normalisedWords("played portrayed")

const isOfAudience = (tokens: Tokens, age: StatedAge): boolean => {
  const at = placeBefore(tokens, age.first, betweenAudience)
  return (
    ofAudience.has(wordAt(tokens, at)) &&
    !playing.has(wordAt(tokens, at - 1)) &&
    personAfter(tokens, age) === -1
  )
}

const companions = normalisedWords("and with by")
const articles = normalisedWords("a an")
const singularYears = normalisedWords("year yr")

/** "A child and 25 year old", "with a 30 year old": the age is a second person, unlike in "blonde and 25 years old". */
const isCompanion = (tokens: Tokens, age: StatedAge): boolean => {
  const isNoun = wordAt(tokens, age.last) === "old" && singularYears.has(wordAt(tokens, age.last - 1))
  const at = articles.has(wordAt(tokens, age.first - 1)) ? age.first - 2 : age.first - 1
  const isPlayer = playing.has(wordAt(tokens, at - 1))
  return isNoun && companions.has(wordAt(tokens, at)) && !isPlayer && personAfter(tokens, age) === -1
}

/** Whether the age is that of somebody other than the person shown: "her father is 40", "I'm 30 years old". */
export const isOfAnother = (tokens: Tokens, age: StatedAge): boolean => {
  const at = subjectBefore(tokens, age)
  return (
    authors.has(wordAt(tokens, at)) ||
    isOfAudience(tokens, age) ||
    isCompanion(tokens, age) ||
    isOutsider(tokens, at) ||
    works.has(wordAt(tokens, at)) ||
    (isPerson(tokens, at) && owners.has(wordAt(tokens, at - 1)))
  )
}

/** For each token, how many dividers come before it: words, and the signs between it and the word before. */
const countDividers = (tokens: Tokens): Int32Array => {
  const counts = new Int32Array(tokens.length)
  let count = 0
  for (let at = 0; at < tokens.length; at++) {
    if (follows(tokens, at, Gap.ampersand | Gap.stop | Gap.sentence)) count++
    counts[at] = count
    if (isDivider(tokens, at)) count++
  }
  return counts
}

/**
 * Only the first ages that name a person are compared with a child's position: a text with more makes no plain claim.
 */
const mostCompared = 8

export const readClaims = (reading: Reading, ages: ReadonlyArray<StatedAge>): Claims => {
  const { tokens } = reading
  const claimed = ages.filter((age) => age.adult && !isDoubtedAge(tokens, age))
  const adults = claimed.filter((age) => !isOfAnother(tokens, age))
  const named = adults.map((age) => namedBy(tokens, age)).filter(({ person }) => person !== -1)
  const general = named.length < adults.length || holdsAdultStatement(reading)
  if (general || named.length === 0) {
    return { any: general || adults.length > 0, standsFor: () => general }
  }
  const counts = countDividers(tokens)
  return {
    any: true,
    standsFor: (child) =>
      named
        .slice(0, mostCompared)
        .some(
          ({ age, person }) =>
            counts[age.last] === counts[child.first] &&
            (!isApart(tokens, person, child) || isRoleOf(tokens, person, child))
        )
  }
}
