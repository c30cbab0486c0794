import { normalise } from "../../normalisation/normalise.ts"
import { minorCharacters } from "./minorCharacters.ts"
import type { MinorCharacter } from "./minorCharacters.ts"

/** The words of a name as the floors read them: "marinette dupain cheng". */
export const wordsOf = (name: string): ReadonlyArray<string> =>
  normalise(name)
    .text.split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== "")

const spellingsOf = (character: MinorCharacter): ReadonlyArray<string> => {
  const words = wordsOf(character.name)
  const turned = character.eitherOrder && words.length === 2 ? [words.toReversed()] : []
  return [words, ...turned].map((order) => order.join(" "))
}

/** All spellings of all names, with single spaces between the words. */
export const characterNames: ReadonlySet<string> = new Set(minorCharacters.flatMap(spellingsOf))
