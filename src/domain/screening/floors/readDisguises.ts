import { holdsNothingToFold } from "../normalisation/normalise.ts"
import type { NormalisedText } from "../normalisation/normalise.ts"
import { foldable, longRun, wordEnd } from "../normalisation/substitutions.ts"
import { bufferOf, codeAt, compact, viewOf } from "../normalisation/UnitBuffer.ts"
import type { UnitBuffer } from "../normalisation/UnitBuffer.ts"
import { mayHoldDisguisedDigits, readDisguisedDigits } from "./disguisedDigits.ts"
import { capitalI, isUnspaced, mayHoldUnseenDisguises, readDisguisedWord } from "./disguisedWords.ts"
import type { SpellingMemory } from "./disguisedWords.ts"

const firstLetter = 0x61
const lastLetter = 0x7a
const caseBit = 0x20

/** Whether a unit is a letter from a to z that was written as such, or as a capital other than I. */
const isPlainLetter = (code: number, written: number): boolean =>
  code >= firstLetter && code <= lastLetter && (written | caseBit) === code && written !== capitalI

/** Whether a word has only plain letters and no run of them, as nearly every word: a quick test. */
const isOrdinary = ({ codes, starts }: UnitBuffer, original: string, from: number, to: number): boolean => {
  let repeats = 0
  for (let at = from; at < to; at++) {
    const code = codes[at] ?? 0
    if (!isPlainLetter(code, original.charCodeAt(starts[at] ?? 0))) return false
    repeats = at > from && code === codes[at - 1] ? repeats + 1 : 0
    if (repeats === longRun - 1) return false
  }
  return true
}

/** Where a script without spaces between words begins or ends. */
const scriptEnd = (buffer: UnitBuffer, from: number, to: number): number => {
  const unspaced = isUnspaced(codeAt(buffer, from))
  let at = from + 1
  while (at < to && isUnspaced(codeAt(buffer, at)) === unspaced) at++
  return at
}

/**
 * The view of a text in which each disguised word is read as what the floors know of all that it may mean; the view
 * itself if nothing in it is disguised.
 */
export const readDisguises = (view: NormalisedText, original: string): NormalisedText => {
  const holdsDigits = mayHoldDisguisedDigits(original)
  if (!holdsDigits && !mayHoldUnseenDisguises(original) && holdsNothingToFold(view)) return view
  const buffer = bufferOf(view)
  if (holdsDigits) readDisguisedDigits(buffer, original)
  const memory: SpellingMemory = new Map()
  for (let start = 0, end = 0; start < buffer.length; start = Math.max(end, start + 1)) {
    end = wordEnd(buffer, start)
    if (isOrdinary(buffer, original, start, end)) continue
    const letters = foldable(buffer, start, end)
    for (let from = start, to = start; from < end; from = to) {
      to = scriptEnd(buffer, from, end)
      readDisguisedWord({ buffer, original, letters, from, to }, memory)
    }
  }
  compact(buffer)
  const read = viewOf(buffer)
  return read.text === view.text ? view : read
}
