import { normalise } from "../../normalisation/normalise.ts"
import { minorCharacters } from "./minorCharacters.ts"
import type { MinorCharacter } from "./minorCharacters.ts"

/** The words of a name as the floors see them: "marinette dupain cheng". */
export const wordsOf = (name: string): ReadonlyArray<string> =>
  normalise(name)
    .text.split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== "")

const spellingsOf = (character: MinorCharacter): ReadonlyArray<string> => {
  const words = wordsOf(character.name)
  const turned = character.eitherOrder && words.length === 2 ? [words.toReversed()] : []
  return [words, ...turned].map((order) => order.join(" "))
}

/** Every way to write a name, its words divided by one space. */
export const characterNames: ReadonlySet<string> = new Set(minorCharacters.flatMap(spellingsOf))
