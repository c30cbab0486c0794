import { normalise } from "../../normalisation/normalise.ts"
import { minorCharacters } from "./minorCharacters.ts"
import type { MinorCharacter } from "./minorCharacters.ts"

/** The words of a name as the floors read them: "marinette dupain cheng". */
export const wordsOf = (name: string): ReadonlyArray<string> =>
  normalise(name)
    .text.split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== "")

/** Shorter names in one word are spelled like other words. */
const shortestGlued = 9

/** A name of several words written as one, as in a hashtag. */
const gluedOf = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const glued = words.join("")
  return words.length > 1 && glued.length >= shortestGlued ? [glued] : []
}

const spellingsOf = (character: MinorCharacter): ReadonlyArray<string> => {
  const words = wordsOf(character.name)
  const turned = character.eitherOrder && words.length === 2 ? [words.toReversed()] : []
  const orders = [words, ...turned]
  return [...orders.map((order) => order.join(" ")), ...orders.flatMap(gluedOf)]
}

/** All spellings of all names, with single spaces between the words. */
export const characterNames: ReadonlySet<string> = new Set(minorCharacters.flatMap(spellingsOf))
