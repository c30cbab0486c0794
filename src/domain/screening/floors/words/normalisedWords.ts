import { normalise } from "../../normalisation/normalise.ts"

/** The words of a list that is separated by spaces, spelled as in the text that the floors read. */
export const normalisedWords = (words: string): ReadonlySet<string> =>
  new Set(words === "" ? [] : words.split(" ").map((word) => normalise(word).text))
