import { normalise } from "../../normalisation/normalise.ts"
import type { Span } from "../../normalisation/normalise.ts"

/**
 * A word of a script without spaces between words, and what must not follow it, because together they make another
 * word.
 */
export interface UnspacedWord {
  readonly word: string
  readonly notBefore: ReadonlyArray<string>
}

const spelled = (written: string): string => normalise(written).text

/** Reads a list of words. "ヌード!ル" is the word "ヌード" unless "ル" follows. A "_" stands for a space. */
export const unspacedWordsOf = (list: string): ReadonlyArray<UnspacedWord> =>
  list.split(" ").map((written) => {
    const [word = "", ...notBefore] = written.replaceAll("_", " ").split("!")
    return {
      word: spelled(word),
      notBefore: notBefore.map((next) => (next.startsWith(" ") ? " " : "") + spelled(next))
    }
  })

const isWord = (text: string, end: number, { notBefore }: UnspacedWord): boolean =>
  !notBefore.some((next) => text.startsWith(next, end))

/** Where these words are in a normalised text. */
export const findUnspaced = (text: string, words: ReadonlyArray<UnspacedWord>): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  for (const known of words) {
    const { length } = known.word
    for (let at = text.indexOf(known.word); at !== -1; at = text.indexOf(known.word, at + length)) {
      if (isWord(text, at + length, known)) found.push({ start: at, end: at + length })
    }
  }
  return found
}
