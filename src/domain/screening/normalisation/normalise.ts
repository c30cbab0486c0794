import {
  isAlphanumeric,
  isDigit,
  isLetter,
  isMark,
  isOtherNumber,
  spelledUnit,
  spellingOf
} from "./codePoints.ts"
import { blankDialect } from "./dialect.ts"
import { joinSpelledWords } from "./joining.ts"
import { convincingBit, lookAlike } from "./lookAlikes.ts"
import { isOrdinary } from "./ordinary.ts"
import { holdsSubstitutions, readSubstitutes, shortenRuns } from "./substitutions.ts"
import { borrowUnitBuffer, bufferOf, codeAt, compact, push, viewOf } from "./UnitBuffer.ts"
import type { NormalisedText, UnitBuffer } from "./UnitBuffer.ts"

export type { NormalisedText } from "./UnitBuffer.ts"

/** A stretch of a text; `end` is not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

const firstHangulSyllable = 0xac00
const finalCount = 28

/**
 * The Hangul syllable that a letter makes with what is before it, whatever invisible characters stood between them; 0
 * if they make none.
 */
const composeHangul = (before: number, code: number): number => {
  const lead = before - 0x1100
  const vowel = code - 0x1161
  if (lead >= 0 && lead < 19 && vowel >= 0 && vowel < 21) {
    return firstHangulSyllable + (lead * 21 + vowel) * finalCount
  }
  const open = before - firstHangulSyllable
  const final = code - 0x11a7
  const composes = open >= 0 && open < 11172 && open % finalCount === 0 && final > 0 && final < finalCount
  return composes ? before + final : 0
}

const pushSpelled = (buffer: UnitBuffer, code: number, start: number, end: number, look: number): void => {
  const composed = code < 0x1161 || code > 0x11c2 ? 0 : composeHangul(codeAt(buffer, buffer.length - 1), code)
  if (composed === 0) {
    push(buffer, code, start, end, look)
    return
  }
  buffer.codes[buffer.length - 1] = composed
  buffer.ends[buffer.length - 1] = end
}

/** Extends the span of the character before over an invisible mark that belongs to it. */
const coverMark = (buffer: UnitBuffer, codePoint: number, start: number, end: number): void => {
  const last = buffer.length - 1
  if (last >= 0 && buffer.ends[last] === start && isMark(codePoint)) buffer.ends[last] = end
}

/** Whether what was spelled last is a digit. Invisible characters after it are not spelled. */
const endsInDigit = (buffer: UnitBuffer): boolean => isDigit(codeAt(buffer, buffer.length - 1))

const oneCode = 0x31

/** Whether what was spelled last is a 1 that no digit stands before. */
const endsInOne = (buffer: UnitBuffer): boolean => {
  const last = buffer.length - 1
  return codeAt(buffer, last) === oneCode && !isDigit(codeAt(buffer, last - 1))
}

const fraction = /^(\d+)\/(\d+)$/

/**
 * How an "other number" is spelled behind a digit, which it does not continue: "9½" and "9²" are 9.5 and 9^2, neither
 * 91/2 nor 92. But "1⁵" may be a disguise of 15, as it is hardly an age of one year with a footnote.
 */
const behindDigit = (buffer: UnitBuffer, spelled: string): string => {
  const [, above, below] = fraction.exec(spelled) ?? []
  if (above !== undefined) return `.${Math.floor((10 * Number(above)) / Number(below))}`
  const digits = spelled.replaceAll(/\D/g, "")
  return endsInOne(buffer) ? digits : `^${digits}`
}

const spellBehindDigit = (buffer: UnitBuffer, codePoint: number, start: number, end: number): void => {
  for (const sign of behindDigit(buffer, spellingOf(codePoint))) {
    push(buffer, sign.charCodeAt(0), start, end, 0)
  }
}

/** Pictures of children, in the words that they stand for. Readers take them for words. */
const picturedChildren = new Map([
  [0x1f476, "baby"],
  [0x1f466, "little boy"],
  [0x1f467, "little girl"],
  [0x1f9d2, "child"]
])

const joiner = 0x200d

/** Whether a sign is joined to another, as in the picture of a family. */
const isJoined = (original: string, start: number, end: number): boolean =>
  original.charCodeAt(start - 1) === joiner || original.charCodeAt(end) === joiner

/** The words for the picture of a child that stands alone; undefined for anything else. */
const wordsOf = (original: string, codePoint: number, start: number, end: number): string | undefined => {
  if (codePoint <= 0xffff || isJoined(original, start, end)) return undefined
  return picturedChildren.get(codePoint)
}

const spellOut = (buffer: UnitBuffer, codePoint: number, start: number, end: number): void => {
  const spelled = spellingOf(codePoint)
  if (spelled === "") coverMark(buffer, codePoint, start, end)
  if (spelled.length > longestPlain) pushLong(buffer, spelled, start, end)
  else pushAll(buffer, spelled, start, end)
}

/** Ligatures of two letters are ordinary writing. */
const longestPlain = 2

/** How many units longer than the original a text may become by such signs. */
const mostAdded = 1_024

/**
 * Signs that stand for several letters (a fraction, a square word, an Arabic phrase in one sign) are spelled until the
 * text has grown by so much, and are spaces from then on: otherwise it could become eighteen times as long.
 */
const pushLong = (buffer: UnitBuffer, spelled: string, start: number, end: number): void => {
  pushAll(buffer, buffer.length - start < mostAdded ? spelled : " ", start, end)
}

const pushAll = (buffer: UnitBuffer, spelled: string, start: number, end: number): void => {
  for (let index = 0; index < spelled.length; index++) {
    const code = spelled.charCodeAt(index)
    pushSpelled(buffer, code, start, end, lookAlike(code))
  }
}

/**
 * The code point of a surrogate pair, or the first unit if the two are no pair. `codePointAt` is not used, because V8
 * 14.6 reads past the end of a string that is a slice of another one.
 */
const joinSurrogates = (code: number, next: number): number =>
  (code & 0xfc00) === 0xd800 && (next & 0xfc00) === 0xdc00 ? (code - 0xd7c0) * 0x400 + (next & 0x3ff) : code

const spellOne = (buffer: UnitBuffer, codePoint: number, start: number, end: number): void => {
  const unit = spelledUnit(codePoint)
  if (unit <= 0) {
    spellOut(buffer, codePoint, start, end)
    return
  }
  const own = lookAlike(codePoint)
  const look = lookAlike(unit)
  pushSpelled(buffer, unit, start, end, own === 0 ? look : own | (look & convincingBit))
}

/** Pictures past so many say nothing more, and each takes several times its own length. */
const mostPictures = 32

const spell = (original: string): UnitBuffer => {
  const buffer = borrowUnitBuffer(original.length)
  let pictures = 0
  let end = 0
  let followsOther = false
  for (let at = 0; at < original.length; at = end) {
    const codePoint = joinSurrogates(original.charCodeAt(at), original.charCodeAt(at + 1))
    end = codePoint > 0xffff ? at + 2 : at + 1
    const isOther = isOtherNumber(codePoint)
    const words = pictures < mostPictures ? wordsOf(original, codePoint, at, end) : undefined
    if (words !== undefined) pictures++
    if (words !== undefined) pushAll(buffer, ` ${words} `, at, end)
    else if (isOther && !followsOther && endsInDigit(buffer)) spellBehindDigit(buffer, codePoint, at, end)
    else spellOne(buffer, codePoint, at, end)
    if (spelledUnit(codePoint) !== 0) followsOther = isOther
  }
  return buffer
}

const isLatin = (code: number): boolean => code < 0x80 && isLetter(code)

/**
 * Whether a word is read as Latin: if it has Latin letters and look-alikes of them, or only convincing look-alikes.
 */
const isDisguised = (buffer: UnitBuffer, from: number, to: number): boolean => {
  let latin = false
  let disguised = false
  let foreign = false
  for (let at = from; at < to; at++) {
    const look = buffer.looks[at] ?? 0
    const code = codeAt(buffer, at)
    if (look !== 0) disguised = true
    if (isLatin(code)) latin = true
    else if (!isDigit(code) && (look & convincingBit) === 0) foreign = true
  }
  return disguised && (latin || !foreign)
}

/** The shortest word of another script that may be glued to a Latin one. */
const shortestForeign = 3

/** Whether a stretch without Latin letters is a word of its own script, as it has a letter that looks like no Latin one. */
const isForeignWord = (buffer: UnitBuffer, from: number, to: number): boolean => {
  if (to - from < shortestForeign) return false
  for (let at = from; at < to; at++) {
    if (buffer.looks[at] === 0 && !isDigit(codeAt(buffer, at))) return true
  }
  return false
}

const foldWord = (buffer: UnitBuffer, from: number, to: number): void => {
  let at = from
  while (at < to) {
    const start = at
    while (at < to && !isLatin(codeAt(buffer, at))) at++
    if (!isForeignWord(buffer, start, at)) {
      for (let index = start; index < at; index++) {
        const look = (buffer.looks[index] ?? 0) & ~convincingBit
        if (look !== 0) buffer.codes[index] = look
      }
    }
    while (at < to && isLatin(codeAt(buffer, at))) at++
  }
}

const foldLookAlikes = (buffer: UnitBuffer): void => {
  let at = 0
  while (at < buffer.length) {
    const from = at
    while (at < buffer.length && isAlphanumeric(codeAt(buffer, at))) at++
    if (isDisguised(buffer, from, at)) foldWord(buffer, from, at)
    if (at === from) at++
  }
}

/** The longest text whose views share the offsets below. */
const longestShared = 16_384

/** Every offset of a text, for views whose units are where the original's are. */
const offsets = Int32Array.from({ length: longestShared + 1 }, (_, offset) => offset)
const offsetsAfter = offsets.subarray(1)

/** The view of an ordinary text, as most prompts are: all that normalisation would change is its capitals. */
const ordinaryView = (original: string): NormalisedText => ({
  text: original.toLowerCase(),
  starts: offsets,
  ends: offsetsAfter
})

const firstViewOf = (original: string): NormalisedText => {
  if (original.length <= longestShared && isOrdinary(original)) return ordinaryView(original)
  const buffer = spell(original)
  blankDialect(buffer, original)
  joinSpelledWords(buffer)
  compact(buffer)
  if (buffer.disguised) foldLookAlikes(buffer)
  return viewOf(buffer)
}

/**
 * The last text, kept because the engine and the floors read the same prompt one after the other. Views are never
 * changed.
 */
const last = { original: "", view: firstViewOf(""), holdsNothingToFold: false }

/**
 * The first view of a text: in compatibility form and lower case, without marks and invisible characters, look-alikes
 * as Latin letters, words spelled letter by letter joined, the commands of image generators blanked, single spaces.
 * Normalising a view's text again changes nothing. It never fails, whatever the text contains, and takes time
 * proportional to the length.
 */
export const normalise = (original: string): NormalisedText => {
  if (original === last.original) return last.view
  last.view = firstViewOf(original)
  last.original = original
  last.holdsNothingToFold = false
  return last.view
}

/** Whether a quick test shows that a view has nothing in it that `foldSubstitutions` would read as a letter. */
export const holdsNothingToFold = (view: NormalisedText): boolean => {
  if (view !== last.view) return !holdsSubstitutions(view.text)
  last.holdsNothingToFold ||= !holdsSubstitutions(view.text)
  return last.holdsNothingToFold
}

/**
 * The second view of a text: digits and signs inside words read as letters (but not in what looks like a number, an
 * age, a size or a date), and runs of three or more equal letters shortened to `keptRepeats` ("booook"). Masks such
 * as `f***` stay. Returns the same view if there is nothing to fold.
 */
export const foldSubstitutions = (view: NormalisedText, keptRepeats: 1 | 2 = 1): NormalisedText => {
  if (holdsNothingToFold(view)) return view
  const buffer = bufferOf(view)
  readSubstitutes(buffer)
  shortenRuns(buffer, keptRepeats)
  return viewOf(buffer)
}

/** The span of the original text that `start` to `end` of a view's text stands for. */
export const originalSpan = (view: NormalisedText, start: number, end: number): Span => {
  const from = view.starts[start] ?? 0
  return { start: from, end: end > start ? (view.ends[end - 1] ?? from) : from }
}
