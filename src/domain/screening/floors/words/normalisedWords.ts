import { normalise } from "../../normalisation/normalise.ts"

/** The words of a text with blanks between, spelled as they are in the text that a floor reads. */
export const normalisedWords = (words: string): ReadonlySet<string> =>
  new Set(words === "" ? [] : words.split(" ").map((word) => normalise(word).text))
