import { countTerms, mergeCounts } from "./lexicon.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import type { Model } from "./Model.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/** What digits stand for. A 1 may be either letter. */
const readings = ["oizeasgtbg", "olzeasgtbg"]

/** A run of letters and digits, each part of which is read once. */
const word = /[0-9a-z]+/g
const lengths = { shortest: 3, longest: 16 } as const

const tokens = makeTokens(64)

const isMixed = (written: string): boolean =>
  written.length >= lengths.shortest &&
  written.length <= lengths.longest &&
  /[0-9]/.test(written) &&
  /[a-z]/.test(written)

const spelledOut = (text: string, reading: string): string =>
  text.replaceAll(word, (written) =>
    isMixed(written) ? written.replaceAll(/[0-9]/g, (digit) => reading.charAt(Number(digit))) : written
  )

/** The counts of a text and of the text with every digit inside a word read as a letter, whichever is larger. */
export const withDigitTerms = (
  model: Pick<Model, "lexicon">,
  text: string,
  counts: LexiconCounts
): LexiconCounts => {
  if (!/[0-9]/.test(text)) return counts
  let most = counts
  let before = text
  for (const reading of readings) {
    const spelled = spelledOut(text, reading)
    if (spelled === before) break
    before = spelled
    readTokens(spelled, tokens)
    most = mergeCounts(most, countTerms(model, tokens))
  }
  return most
}
