import { normalise } from "../../normalisation/normalise.ts"
import { listWord } from "./listedWords.ts"

/** The words of a list that is separated by spaces, spelled as in the text that the floors read. */
export const normalisedWords = (words: string): ReadonlySet<string> => {
  const normalised = new Set(words === "" ? [] : words.split(" ").map((word) => normalise(word).text))
  for (const word of normalised) listWord(word)
  return normalised
}
