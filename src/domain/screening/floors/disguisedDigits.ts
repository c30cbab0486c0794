import { isAlphanumeric, isDigit } from "../normalisation/codePoints.ts"
import { isSign } from "../normalisation/substitutions.ts"
import { codeAt } from "../normalisation/UnitBuffer.ts"
import type { UnitBuffer } from "../normalisation/UnitBuffer.ts"
import { normalisedWords } from "./words/normalisedWords.ts"

const letterO = 0x6f
const zero = 0x30
const one = 0x31

const isOutsideWord = (buffer: UnitBuffer, at: number): boolean => !isAlphanumeric(codeAt(buffer, at))

/** What may be written behind a number without a space. A longer word with a digit in it is spelled in disguise: "l0li". */
const units = normalisedWords("y yo yr yrs year years th f m")
const longestUnit = 5

/** Whether a word ends at a unit, or after what may be written behind a number. */
const endsNumber = (buffer: UnitBuffer, from: number): boolean => {
  let unit = ""
  for (let at = from; !isOutsideWord(buffer, at); at++) {
    if (at - from === longestUnit) return false
    unit += String.fromCharCode(codeAt(buffer, at))
  }
  return (unit === "" || units.has(unit)) && !isSign(codeAt(buffer, from + unit.length))
}

const strokes = new Set(["l", "I", "|"])

/** Whether an l, I or | begins a number in place of a 1: "aged l2". */
const isOne = (buffer: UnitBuffer, at: number, original: string): boolean =>
  isDigit(codeAt(buffer, at + 1)) &&
  isOutsideWord(buffer, at - 1) &&
  strokes.has(original.charAt(buffer.starts[at] ?? 0)) &&
  endsNumber(buffer, at + 2)

/** Whether an O is the zero of a ten: "1O years old", "1Oyo". */
const isZero = (buffer: UnitBuffer, at: number): boolean =>
  codeAt(buffer, at) === letterO &&
  codeAt(buffer, at - 1) === one &&
  isOutsideWord(buffer, at - 2) &&
  at + 1 < buffer.length &&
  endsNumber(buffer, at + 1)

/** Whether a text may have a letter in place of a digit: a quick test. */
export const mayHoldDisguisedDigits = (original: string): boolean => /[lI|]\d|\d[oO]/.test(original)

/** Reads letters as the digits that they look like, where they begin or end a number of two. */
export const readDisguisedDigits = (buffer: UnitBuffer, original: string): void => {
  for (let at = 0; at < buffer.length; at++) {
    if (isOne(buffer, at, original)) buffer.codes[at] = one
    else if (isZero(buffer, at)) buffer.codes[at] = zero
  }
}
