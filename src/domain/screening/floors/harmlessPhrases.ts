import { follows, Gap, hasRole, tightGaps, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"

const articles = normalisedWords("a an the my our your this her his")

const isBefore = (tokens: Tokens, at: number, words: ReadonlySet<string>): boolean =>
  follows(tokens, at + 1, Gap.space) && words.has(wordAt(tokens, at + 1))

/** "What sex is the baby" asks for a boy or a girl. */
const isAskedFor = (tokens: Tokens, at: number): boolean =>
  wordAt(tokens, at - 1) === "what" &&
  wordAt(tokens, at + 1) === "is" &&
  articles.has(wordAt(tokens, at + 2)) &&
  hasRole(tokens, at + 3, Role.child)

const hoodies = normalisedWords("hoodie hoodies")

/** In tokens: no more than a line on a card. */
const longestWish = 8

/** "XXX hoodie", by the size or the musician, and the kisses that end "happy birthday, Anna xxx". */
const isSizeOrKisses = (tokens: Tokens, at: number): boolean => {
  if (isBefore(tokens, at, hoodies)) return true
  const isLast = at === tokens.length - 1 && at < longestWish
  return isLast && wordAt(tokens, 0) === "happy" && wordAt(tokens, 1) === "birthday"
}

const ballet = normalisedWords("ballet")
const shoes = normalisedWords("flats slippers shoes")

const wearing = normalisedWords("in wearing with of")

/** "In nude ballet flats": the colour of shoes. In "girl nude, ballet shoes" and "nude ballet" it is not. */
const isOfShoes = (tokens: Tokens, at: number): boolean =>
  wearing.has(wordAt(tokens, at - 1)) && isBefore(tokens, at, ballet) && isBefore(tokens, at + 1, shoes)

const cars = normalisedWords("jeep jeeps")

/** "A topless jeep", not "girl topless jeep". */
const isOfCar = (tokens: Tokens, at: number): boolean =>
  isBefore(tokens, at, cars) && (!follows(tokens, at, tightGaps) || articles.has(wordAt(tokens, at - 1)))

const phrases: ReadonlyMap<string, (tokens: Tokens, at: number) => boolean> = new Map([
  ["sex", isAskedFor],
  ["xxx", isSizeOrKisses],
  ["nude", isOfShoes],
  ["topless", isOfCar]
])

/** Whether a plain explicit word is a part of a longer phrase in which it means something else. */
export const isInHarmlessPhrase = (tokens: Tokens, at: number): boolean =>
  phrases.get(wordAt(tokens, at))?.(tokens, at) === true
