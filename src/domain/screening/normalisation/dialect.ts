import { isAlphanumeric, isDigit } from "./codePoints.ts"
import { blank, codeAt, spaceCode } from "./UnitBuffer.ts"
import type { UnitBuffer } from "./UnitBuffer.ts"

const colonCode = 0x3a
const dotCode = 0x2e
const minusCode = 0x2d
const lessThanCode = 0x3c
const equalsCode = 0x3d

const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(0x10000)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

const closings = tableOf(")]}>")

/** Brackets, escapes and the underscores of tags: they separate words and have no other meaning. */
const markup = tableOf("([{<)]}>\\_")

/** The first characters of all commands. */
const commands = tableOf(":<)]}>sb")

const isClosing = (code: number): boolean => closings[code] === 1

const matches = (buffer: UnitBuffer, at: number, word: string): boolean => {
  for (let index = 0; index < word.length; index++) {
    if (codeAt(buffer, at + index) !== word.charCodeAt(index)) return false
  }
  return true
}

/** A weight has only a few digits; a longer number is something else. */
const longestNumber = 12

/** The end of the number that begins here ("1", "1.25", ".5"); `from` if there is none. */
const numberEnd = (buffer: UnitBuffer, from: number): number => {
  let at = from
  while (at - from < longestNumber && (isDigit(codeAt(buffer, at)) || codeAt(buffer, at) === dotCode)) at++
  return at > from && isDigit(codeAt(buffer, at - 1)) ? at : from
}

const hasDot = (buffer: UnitBuffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (codeAt(buffer, at) === dotCode) return true
  return false
}

/** "(age:9)" states an age: a weight is a decimal fraction or a single digit below 3. */
const isWeight = (buffer: UnitBuffer, from: number, to: number): boolean =>
  hasDot(buffer, from, to) || (to - from === 1 && codeAt(buffer, from) < 0x33)

/** The position after an optional space, which only a single colon allows, and an optional minus sign. */
const weightStart = (buffer: UnitBuffer, after: number): number => {
  const from =
    codeAt(buffer, after) === spaceCode && codeAt(buffer, after - 2) !== colonCode ? after + 1 : after
  return codeAt(buffer, from) === minusCode ? from + 1 : from
}

/** Whether a weight may end here: "1.3)" ends one, and so does "2" after two colons, but "1.3rd" does not. */
const endsWeight = (buffer: UnitBuffer, to: number, doubled: boolean): boolean => {
  if (isAlphanumeric(codeAt(buffer, to))) return false
  return doubled || isClosing(codeAt(buffer, codeAt(buffer, to) === spaceCode ? to + 1 : to))
}

/** Blanks a weight, as in `:1.3)` and `::2`, and returns where it ended. */
const blankWeight = (buffer: UnitBuffer, colon: number): number => {
  const doubled = codeAt(buffer, colon + 1) === colonCode
  const from = weightStart(buffer, colon + (doubled ? 2 : 1))
  const to = numberEnd(buffer, from)
  if (to === from || !endsWeight(buffer, to, doubled) || !isWeight(buffer, from, to)) return colon + 1
  blank(buffer, colon, to)
  return to
}

const networks = ["lora:", "lyco:", "locon:", "hypernet:", "embedding:", "ti:"]

/**
 * Blanks `<lora:name:0.8>` up to the name, which may be what the prompt asks for. The weight and the bracket are
 * blanked later.
 */
const blankNetwork = (buffer: UnitBuffer, bracket: number): number => {
  const network = networks.find((word) => matches(buffer, bracket + 1, word))
  if (network === undefined) return bracket + 1
  const end = bracket + 1 + network.length
  blank(buffer, bracket, end)
  return end
}

/** Whether a `<` compares, as in "<18", "<= 18" and "< eighteen", and is no bracket. */
const compares = (buffer: UnitBuffer, bracket: number): boolean => {
  let at = bracket + 1
  if (codeAt(buffer, at) === equalsCode) at++
  while (codeAt(buffer, at) === spaceCode) at++
  const next = codeAt(buffer, at)
  return isDigit(next) || (at > bracket + 1 && isAlphanumeric(next))
}

/** Blanks the bracket and weight of `(word)0.8`, another way to write a weight. */
const blankClosing = (buffer: UnitBuffer, bracket: number): number => {
  const to = numberEnd(buffer, bracket + 1)
  const end = hasDot(buffer, bracket + 1, to) && !isAlphanumeric(codeAt(buffer, to)) ? to : bracket + 1
  blank(buffer, bracket, end)
  return end
}

/** Blanks quality tags such as `score_9` and `score_8_up`. */
const blankScoreTag = (buffer: UnitBuffer, at: number): number => {
  if (!matches(buffer, at, "score_") || isAlphanumeric(codeAt(buffer, at - 1))) return at + 1
  let end = at + 6
  while (end < at + 9 && isDigit(codeAt(buffer, end))) end++
  if (end === at + 6) return at + 1
  if (matches(buffer, end, "_up")) end += 3
  if (isAlphanumeric(codeAt(buffer, end))) return at + 1
  blank(buffer, at, end)
  return end
}

/** Blanks `BREAK`, which starts a new chunk. It must be in capitals, because "break" is a word. */
const blankBreak = (buffer: UnitBuffer, at: number, original: string): number => {
  const start = buffer.starts[at] ?? 0
  if (!matches(buffer, at, "break") || !original.startsWith("BREAK", start)) return at + 1
  if (isAlphanumeric(codeAt(buffer, at - 1)) || isAlphanumeric(codeAt(buffer, at + 5))) return at + 1
  blank(buffer, at, at + 5)
  return at + 5
}

const step = (buffer: UnitBuffer, at: number, original: string): number => {
  switch (codeAt(buffer, at)) {
    case colonCode:
      return blankWeight(buffer, at)
    case lessThanCode:
      return blankNetwork(buffer, at)
    case 0x73:
      return blankScoreTag(buffer, at)
    case 0x62:
      return blankBreak(buffer, at, original)
    default:
      return blankClosing(buffer, at)
  }
}

/**
 * Blanks what image generators read as commands: weights, brackets, networks, score tags and chunk breaks. Blanked
 * units become spaces, so that the words around them never run together ("(8:1.2) year").
 */
export const blankDialect = (buffer: UnitBuffer, original: string): void => {
  let at = 0
  while (at < buffer.length) at = commands[buffer.codes[at] ?? 0] === 1 ? step(buffer, at, original) : at + 1
  for (let index = 0; index < buffer.length; index++) {
    const code = buffer.codes[index] ?? 0
    if (markup[code] !== 1 || (code === lessThanCode && compares(buffer, index))) continue
    buffer.codes[index] = spaceCode
  }
}
