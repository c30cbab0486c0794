import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { wordOf } from "../words/vocabulary.ts"

const possessives = normalisedWords(
  "my your her his their our its mein meine dein deine sein seine ihr ihre unser unsere mi tu su nuestro nuestra mon ma ton ta son " +
    "sa notre votre leur mio mia tuo tua suo sua nostro nostra meu minha teu seu nosso nossa"
)
const articles = normalisedWords(
  "a an the this that these those both der die das ein eine el la los las un una le les l une il lo gli i o os as"
)
const adjectives = normalisedWords(
  "old new own first little big small black white red blue vintage classic favorite"
)

/** Things whose age is stated with a verb, in addition to those of the vocabulary. */
const belongings = normalisedWords(
  "tattoo piercing implant scar wig lingerie bra panties corset heel stocking bikini pool business account onlyfans blog channel " +
    "friendship mug story joke meme club studio jeans garden mattress"
)

/** Words that are also used of people, or of pictures that show people. They never make an age a thing's. */
const standIns = normalisedWords(
  "kitten puppy bunny chick lamb fox toy teddy teacher professor photo photograph picture painting drawing portrait film movie " +
    "video statue sculpture record tape"
)

/** Things whose age may follow a comma. Nobody is in or on them, as people are in houses and on beds. */
const possessions = normalisedWords(
  "dog cat horse mare stallion pony cow goat sheep parrot turtle tortoise rabbit hamster retriever labrador poodle dachshund " +
    "shepherd terrier bulldog husky chihuahua corgi collie spaniel beagle car truck van bike bicycle motorcycle scooter tractor " +
    "honda toyota ford bmw chevrolet camera phone iphone smartphone laptop guitar piano watch whisky whiskey wine hund katze " +
    "pferd auto chat chien cheval voiture gato perro caballo coche cachorro cavalo carro cane gatto cavallo macchina"
)

/** Whether a word, or its singular, is known. */
const isOneOf = (word: string, isKnown: (word: string) => boolean): boolean =>
  isKnown(word) || (word.endsWith("s") && isKnown(word.slice(0, -1)))

const isStandIn = (word: string): boolean => standIns.has(word)
const isPossession = (word: string): boolean => possessions.has(word)
const isListedThing = (word: string): boolean =>
  (wordOf(word).roles & Role.thing) !== 0 || belongings.has(word)

/**
 * Whether a token is a thing and not a person. With months and weeks (`ofYoung`), words like "kitten" mean animals.
 */
const isThing = (tokens: Tokens, at: number, ofYoung: boolean): boolean => {
  if (hasRole(tokens, at, Role.person | Role.child)) return false
  const word = wordAt(tokens, at)
  return isOneOf(word, isListedThing) && (ofYoung || !isOneOf(word, isStandIn))
}

const isGenitive = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at) === "s" && follows(tokens, at, Gap.apostrophe)

const clauseWords = normalisedWords("but while because although though where when since")
const clauseGaps = Gap.comma | Gap.stop | Gap.sentence | Gap.colon | Gap.other

const beginsClause = (tokens: Tokens, at: number): boolean =>
  follows(tokens, at, clauseGaps) ||
  (follows(tokens, at, Gap.space) && clauseWords.has(wordAt(tokens, at - 1)))

const longestOwner = 4
const notOfNameRoles = Role.stop | Role.being | Role.digits

/**
 * Where the owner before a genitive starts: "the tall girl" in "the tall girl's". -1 if it does not start a clause.
 */
const firstOfOwner = (tokens: Tokens, genitive: number): number => {
  for (let at = genitive - 1; at >= genitive - longestOwner && at >= 0; at--) {
    if (hasRole(tokens, at, notOfNameRoles)) return -1
    if (beginsClause(tokens, at)) return at
    if (!follows(tokens, at, tightGaps)) return -1
  }
  return -1
}

/** What a noun phrase at the start of a clause starts with. */
type Opening = "owner" | "article" | "noun" | "none"

const openingAt = (tokens: Tokens, at: number): Opening | undefined => {
  if (isGenitive(tokens, at)) return firstOfOwner(tokens, at) === -1 ? "none" : "owner"
  const word = wordAt(tokens, at)
  const isOwner = possessives.has(word)
  if (!isOwner && !articles.has(word)) return undefined
  // "il mio cane"
  const first =
    isOwner && articles.has(wordAt(tokens, at - 1)) && follows(tokens, at, Gap.space) ? at - 1 : at
  if (!beginsClause(tokens, first)) return "none"
  return isOwner ? "owner" : "article"
}

const longestPhrase = 5
const noAdjectiveRoles = Role.person | Role.pronoun | Role.child | Role.stop | Role.being

/**
 * How the noun phrase of a thing starts: "her old car", "the girl's dog". It is "none" if something comes before it
 * ("on her bed"), because then the sentence is not about the thing. At most one unknown word may be inside.
 */
const openingOf = (tokens: Tokens, noun: number): Opening => {
  if (beginsClause(tokens, noun)) return "noun"
  let unknown = 0
  for (let at = noun - 1; at >= noun - longestPhrase && at >= 0 && follows(tokens, at + 1, tightGaps); at--) {
    const opening = openingAt(tokens, at)
    if (opening !== undefined) return opening
    if (hasRole(tokens, at, noAdjectiveRoles)) return "none"
    if (!adjectives.has(wordAt(tokens, at)) && !hasRole(tokens, at, Role.thing)) unknown++
    if (unknown > 1) return "none"
  }
  return "none"
}

const verbs = normalisedWords(
  "is are was were turned turns looks seems has ist sind war wird wurde tiene tienen tem têm ha hanno est es é"
)
const adverbs = normalisedWords(
  "just only about around almost nearly approximately roughly exactly now still already maybe probably currently over under " +
    "at least to be gerade fast schon circa erst"
)

const mostBefore = 4

/** The token before the verb and adverbs that lead up to an age; -1 if no verb does. */
const lastOfSubject = (tokens: Tokens, { first, last }: Match): number => {
  let seen = false
  let at = first - 1
  for (; at >= first - mostBefore && follows(tokens, at + 1, Gap.space); at--) {
    const word = wordAt(tokens, at)
    const isVerb = verbs.has(word) || (word === "a" && wordAt(tokens, last) === "ans")
    if (!isVerb && !adverbs.has(word)) break
    seen ||= isVerb
  }
  return seen && follows(tokens, at + 1, Gap.space) ? at : -1
}

/** "her car is 12 years old", "her cat, which is 12 years old". */
const isToldOfThing = (tokens: Tokens, match: Match, ofYoung: boolean): boolean => {
  const last = lastOfSubject(tokens, match)
  if (last === -1) return false
  const relative = wordAt(tokens, last)
  if (relative === "which") {
    return follows(tokens, last, Gap.space | Gap.comma) && isThing(tokens, last - 1, ofYoung)
  }
  const noun = relative === "that" && follows(tokens, last, Gap.space) ? last - 1 : last
  return isThing(tokens, noun, ofYoung) && openingOf(tokens, noun) !== "none"
}

/** Nouns for adults. If only these come before it, "my cat, 12 years old" states the cat's age. */
const adults = normalisedWords(
  "woman women man men lady ladies mother father mom dad wife husband guy guys dude frau frauen mann männer femme homme mujer " +
    "hombre mulher homem donna uomo"
)

const lookedBack = 24
const anybodyRoles = Role.person | Role.pronoun | Role.child

/** Whether the age may be that of a person mentioned before. */
const mayBeOfSomebody = (tokens: Tokens, before: number): boolean => {
  for (let at = before - 1; at >= 0 && at >= before - lookedBack; at--) {
    if (follows(tokens, at + 1, Gap.stop | Gap.sentence)) return false
    const word = wordAt(tokens, at)
    const isOwner = possessives.has(word) && follows(tokens, at + 1, tightGaps)
    if (hasRole(tokens, at, anybodyRoles) && !adults.has(word) && !isOwner) return true
  }
  return false
}

const companions = normalisedWords("with and")

/** Whether an adult is with a thing or an animal of their own: "a woman with her cat". */
const isWithAdult = (tokens: Tokens, noun: number): boolean =>
  possessives.has(wordAt(tokens, noun - 1)) &&
  companions.has(wordAt(tokens, noun - 2)) &&
  adults.has(wordAt(tokens, noun - 3))

/** "my cat, 12 years old", "her dog, aged 12", "a woman with her cat aged 12". */
const isBesidePossession = (tokens: Tokens, { first }: Match, ofYoung: boolean): boolean => {
  const noun = first - 1
  if (!follows(tokens, first, tightGaps | Gap.comma)) return false
  const word = wordAt(tokens, noun)
  const isKnown = isOneOf(word, isPossession) || (ofYoung && isThing(tokens, noun, true))
  const isOwned = openingOf(tokens, noun) === "owner" || isWithAdult(tokens, noun)
  return isKnown && isOwned && !mayBeOfSomebody(tokens, noun)
}

const genitives = normalisedWords("de di")

/** "un chien de 8 ans", "un perro de 8 años": the age directly follows an animal or a car. */
const isGenitiveOfPossession = (tokens: Tokens, { first }: Match): boolean =>
  genitives.has(wordAt(tokens, first - 1)) &&
  follows(tokens, first, Gap.space) &&
  isOneOf(wordAt(tokens, first - 2), isPossession)

/** "her car's age is 12" */
const isAgeOfThing = (tokens: Tokens, { first }: Match): boolean =>
  hasRole(tokens, first, Role.ageCue) && isGenitive(tokens, first - 1) && isThing(tokens, first - 2, false)

/**
 * Whether an age is that of a thing or an animal, whoever is mentioned beside it. `ofYoung` is true for ages in
 * months and weeks.
 */
export const isOfThing = (tokens: Tokens, match: Match, ofYoung: boolean): boolean =>
  isToldOfThing(tokens, match, ofYoung) ||
  isBesidePossession(tokens, match, ofYoung) ||
  isGenitiveOfPossession(tokens, match) ||
  isAgeOfThing(tokens, match)
