import type { CorpusText } from "./corpus.ts"
import { makeRandom } from "./plainMath.ts"

/** The word with a slip (a typing error): a letter left out, doubled, or swapped with the next one. */
export const withSlip = (word: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2))
  const kind = random()
  if (kind < 0.35) return word.slice(0, at) + word.slice(at + 1)
  if (kind < 0.5) return word.slice(0, at) + word.charAt(at) + word.slice(at)
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

const shortestForSlip = 5

/** Puts a phrase between two words of a text. */
const inserted = (text: string, phrase: string, random: () => number): string => {
  const words = text.split(" ")
  const at = Math.floor(random() * (words.length + 1))
  return [...words.slice(0, at), phrase, ...words.slice(at)].join(" ")
}

export interface Ingredients {
  /** terms that make any text sexual */
  readonly terms: ReadonlyArray<string>
  /** words that do not */
  readonly words: ReadonlyArray<string>
  /** harmless texts to put the terms in */
  readonly carriers: ReadonlyArray<string>
}

/**
 * Texts made for the first stage: every term alone, in a harmless text, and with a slip in it; every ordinary word
 * alone. The carriers are also in the corpus as they are, so that only the term makes the difference.
 */
export const makeTexts = ({ carriers, terms, words }: Ingredients): ReadonlyArray<CorpusText> => {
  const random = makeRandom(11)
  const carrier = () => carriers[Math.floor(random() * carriers.length)] ?? ""
  const sexual = terms.flatMap((term) => [
    term,
    inserted(carrier(), term, random),
    ...(term.length < shortestForSlip
      ? []
      : [inserted(carrier(), withSlip(term, random), random), withSlip(term, random)])
  ])
  return [
    ...sexual.map((text) => ({ source: "made", text, label: "sexual" as const })),
    ...words.map((text) => ({ source: "made", text, label: "harmless" as const })),
    ...words
      .filter((word) => word.length >= shortestForSlip)
      .map((word) => ({ source: "made", text: withSlip(word, random), label: "harmless" as const }))
  ]
}
