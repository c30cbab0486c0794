import { countTerms, mergeCounts } from "./lexicon.ts"
import type { TermTries } from "./lexicon.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"
import { makeTokens, readTokens } from "./tokens.ts"

/** What digits stand for. A 1 may be either letter. */
const readings = ["oizeasgtbg", "olzeasgtbg"]

/** A run of letters and digits, each part of which is read once. */
const word = /[0-9a-z]+/g
const lengths = { shortest: 3, longest: 16 } as const

const digit = /[0-9]/
const letter = /[a-z]/
const tokens = makeTokens(64)

const isMixed = (written: string): boolean =>
  written.length >= lengths.shortest &&
  written.length <= lengths.longest &&
  digit.test(written) &&
  letter.test(written)

/** Words of letters and digits beyond these say nothing more, and bound the work on a text made of them. */
const mostWords = 64

/** The text up to the last word that is read, with the digits inside of words as letters. */
const spelledOut = (text: string, reading: string): string => {
  let spelled = ""
  let from = 0
  let words = 0
  word.lastIndex = 0
  for (let found = word.exec(text); found !== null && words < mostWords; found = word.exec(text)) {
    const [written] = found
    if (!isMixed(written)) continue
    words++
    spelled += text.slice(from, found.index)
    for (const unit of written) spelled += digit.test(unit) ? reading.charAt(Number(unit)) : unit
    from = word.lastIndex
  }
  return words < mostWords ? spelled + text.slice(from) : spelled
}

/** The counts of a text and of the text with every digit inside a word read as a letter, whichever is larger. */
export const withDigitTerms = (model: TermTries, text: string, counts: LexiconCounts): LexiconCounts => {
  if (!digit.test(text)) return counts
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
