import { isAlphanumeric, isDigit, isLetter } from "./codePoints.ts"
import { codeAt, copyUnit } from "./UnitBuffer.ts"
import type { UnitBuffer } from "./UnitBuffer.ts"

const codeOf = (character: string): number => character.charCodeAt(0)

/**
 * The letters that digits and signs stand for inside a word, 0 for other units. 1, ! and | stand for i, or for l
 * before a vowel.
 */
const substitutes = new Uint8Array(0x10000)
for (const pair of "0o 3e 4a 5s 7t 8b 9g 1i @a $s !i |i +t €e ¢c £l".split(" ")) {
  substitutes[codeOf(pair)] = pair.charCodeAt(1)
}

const vowels = new Set(Array.from("aeiouy", codeOf))
const oneCode = codeOf("1")
const exclamationCode = codeOf("!")
const barCode = codeOf("|")
const dollarCode = codeOf("$")
const atCode = codeOf("@")
const pluralCode = codeOf("s")
const thinLetterCode = codeOf("l")

export const isThinStroke = (code: number): boolean =>
  code === oneCode || code === exclamationCode || code === barCode

/** What may follow one leading digit without making it part of a disguised word: "7yo", "4k", "1girl", "3rd". */
const units = [
  "yo", "yr", "year", "jahr", "ans", "anos", "anni", "th", "st", "nd", "rd", "er", "eme", "girl", "boy", "women", "woman",
  "man", "men", "other", "mm", "cm", "km", "px", "ml", "kg", "mg", "hz", "ghz", "mhz", "mb", "gb", "tb", "am", "pm", "hr",
  "min", "sec", "ft", "in", "bit", "x", "up", "week", "month", "day", "people", "person", "dimension"
] // oxfmt-ignore

/** The units by their first letter. */
const unitsFrom = new Map<number, ReadonlyArray<string>>()
for (const unit of units) unitsFrom.set(codeOf(unit), [...(unitsFrom.get(codeOf(unit)) ?? []), unit])

/** The letter that a unit may stand for; for most units, the unit itself. */
export const letterOf = (code: number): number => {
  const letter = substitutes[code] ?? 0
  return letter === 0 ? code : letter
}

/** Whether a unit is a sign that may stand for a letter. */
export const isSign = (code: number): boolean => substitutes[code] !== 0 && !isDigit(code)

/**
 * Whether a sign counts as a letter: between letters, but $ and @ also before one, and $ also after one. Otherwise it
 * is punctuation.
 */
const actsAsLetter = (buffer: UnitBuffer, at: number): boolean => {
  const code = codeAt(buffer, at)
  const before = isAlphanumeric(codeAt(buffer, at - 1)) || isSign(codeAt(buffer, at - 1))
  const after = isAlphanumeric(codeAt(buffer, at + 1)) || isSign(codeAt(buffer, at + 1))
  if (code === dollarCode)
    return isLetter(codeAt(buffer, at + 1)) || (before && !isDigit(codeAt(buffer, at + 1)))
  if (code === atCode) return after
  return before && after
}

const belongsToWord = (buffer: UnitBuffer, at: number): boolean => {
  const code = codeAt(buffer, at)
  return isAlphanumeric(code) || (isSign(code) && actsAsLetter(buffer, at))
}

/** Where the word that begins at a unit ends, with the signs in it that may be letters; `from` if there is none. */
export const wordEnd = (buffer: UnitBuffer, from: number): number => {
  let at = from
  while (at < buffer.length && belongsToWord(buffer, at)) at++
  return at
}

const digitsFrom = (buffer: UnitBuffer, from: number, to: number): number => {
  let at = from
  while (at < to && isDigit(codeAt(buffer, at))) at++
  return at - from
}

const digitsUpTo = (buffer: UnitBuffer, from: number, to: number): number => {
  let at = to
  while (at > from && isDigit(codeAt(buffer, at - 1))) at--
  return to - at
}

const holdsLetter = (buffer: UnitBuffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (isLetter(codeAt(buffer, at))) return true
  return false
}

const startsWith = (buffer: UnitBuffer, from: number, unit: string): boolean => {
  for (let index = 0; index < unit.length; index++) {
    if (codeAt(buffer, from + index) !== unit.charCodeAt(index)) return false
  }
  return true
}

/** Units at least this long may have an ending ("years", "jahriges"). After shorter ones, only an "s" may follow. */
const longUnit = 4

const isUnit = (buffer: UnitBuffer, from: number, to: number): boolean => {
  const known = unitsFrom.get(codeAt(buffer, from))
  if (known === undefined) return false
  return known.some((unit) => {
    if (!startsWith(buffer, from, unit)) return false
    const rest = to - from - unit.length
    return unit.length >= longUnit || rest === 0 || (rest === 1 && codeAt(buffer, to - 1) === pluralCode)
  })
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

const shortestWord = 3

/** The part of a word in which digits may be read as letters; empty for numbers, ages, sizes and dates. */
export const foldable = (buffer: UnitBuffer, from: number, to: number): Stretch => {
  const nothing = { from: to, to }
  const leading = digitsFrom(buffer, from, to)
  if (leading > 1 || to - from < shortestWord) return nothing
  if (leading === 1 && isUnit(buffer, from + 1, to)) return nothing
  if (!holdsLetter(buffer, from, to)) return nothing
  const trailing = digitsUpTo(buffer, from, to)
  return { from, to: trailing > 1 ? to - trailing : to }
}

/** Whether a thin stroke (1, ! or |) is more likely an l than an i: before a vowel. */
export const isLikelyL = (buffer: UnitBuffer, at: number): boolean => {
  const next = codeAt(buffer, at + 1)
  return vowels.has(letterOf(next)) && !isThinStroke(next)
}

const letterFor = (buffer: UnitBuffer, at: number): number => {
  const code = codeAt(buffer, at)
  return isThinStroke(code) && isLikelyL(buffer, at) ? thinLetterCode : letterOf(code)
}

/** Reads digits and signs inside words as the letters that they replace. No unit moves. */
export const readSubstitutes = (buffer: UnitBuffer): void => {
  for (let from = 0, end = 0; from < buffer.length; from = Math.max(end, from + 1)) {
    end = wordEnd(buffer, from)
    const stretch = foldable(buffer, from, end)
    for (let at = stretch.from; at < stretch.to; at++) buffer.codes[at] = letterFor(buffer, at)
  }
}

/** No word is spelled with a run of this many equal letters. */
export const longRun = 3

const otherKind = 0
const wordKind = 1
const numberKind = 2
const signKind = 3

/** The kinds of units that `holdsSubstitutions` tells apart. Everything outside ASCII may be a letter. */
const kinds = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  if (isDigit(code)) return numberKind
  if (isSign(code)) return signKind
  return code >= 0x80 || (code >= 0x61 && code <= 0x7a) ? wordKind : otherKind
})

const kindAt = (text: string, at: number): number =>
  at < text.length ? (kinds[text.charCodeAt(at)] ?? otherKind) : otherKind

/**
 * Whether a digit or sign may stand for a letter: if it is beside one, but not as the end of a number ("35m", "8k").
 */
const mayBeLetter = (text: string, at: number, kind: number, before: number): boolean => {
  const after = kindAt(text, at + 1)
  if (kind === signKind) return before !== otherKind || after !== otherKind
  return (
    before === wordKind || (before === otherKind && after === wordKind && kindAt(text, at + 2) !== otherKind)
  )
}

/**
 * Whether there may be something to fold: a quick test that settles most prompts. It may be true although nothing
 * changes.
 */
export const holdsSubstitutions = (text: string): boolean => {
  let before = otherKind
  let codeBefore = -1
  let repeats = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kinds[code] ?? otherKind
    repeats = code === codeBefore ? repeats + 1 : 0
    if (
      kind === wordKind ? repeats === longRun - 1 : kind !== otherKind && mayBeLetter(text, at, kind, before)
    )
      return true
    before = kind
    codeBefore = code
  }
  return false
}

/** Shortens runs of three or more equal letters to `kept` of them. The span of the last one kept covers the rest. */
export const shortenRuns = (buffer: UnitBuffer, kept: 1 | 2): void => {
  let written = 0
  let at = 0
  while (at < buffer.length) {
    let end = at + 1
    while (end < buffer.length && codeAt(buffer, end) === codeAt(buffer, at)) end++
    const long = end - at >= longRun && isLetter(codeAt(buffer, at))
    const count = long ? kept : end - at
    if (written !== at)
      for (let index = 0; index < count; index++) copyUnit(buffer, at + index, written + index)
    written += count
    if (long) buffer.ends[written - 1] = buffer.ends[end - 1] ?? 0
    at = end
  }
  buffer.length = written
}
