import { isAlphanumeric, isDigit, isSpellable } from "./codePoints.ts"
import { codeAt, droppedCode, spaceCode } from "./UnitBuffer.ts"
import type { UnitBuffer } from "./UnitBuffer.ts"

/** The longest separator, in units, between letters that are written apart. A run of spaces counts as one unit. */
const longestSeparator = 3

interface Gap {
  /**
   * the separator packed into a number, with each run of spaces as one; -1 if it is too long or no letter or digit
   * follows
   */
  readonly separator: number
  /** length of the separator as written, in units */
  readonly width: number
  /** position of the next letter or digit */
  readonly next: number
}

/**
 * Whether a letter or digit stands alone, with no letter or digit beside it. Digits count, because they can replace
 * letters.
 */
const isSingle = (buffer: UnitBuffer, at: number): boolean => {
  const code = codeAt(buffer, at)
  if (!isSpellable(code) && !isDigit(code)) return false
  return !isAlphanumeric(codeAt(buffer, at - 1)) && !isAlphanumeric(codeAt(buffer, at + 1))
}

const shortestWord = 3
const fewestLetters = 2

/** Whether the units of a run are numerous enough for a word, with enough letters among them. "5 x 7" is no word. */
const isWord = (buffer: UnitBuffer, run: ReadonlyArray<number>): boolean =>
  run.length >= shortestWord && run.filter((at) => !isDigit(codeAt(buffer, at))).length >= fewestLetters

const gapAfter = (buffer: UnitBuffer, letter: number): Gap => {
  let separator = 0
  let units = 0
  let at = letter + 1
  while (at < buffer.length && !isAlphanumeric(codeAt(buffer, at)) && units <= longestSeparator) {
    const code = codeAt(buffer, at)
    if (code !== spaceCode || codeAt(buffer, at - 1) !== spaceCode) {
      separator = separator * 0x10000 + code
      units++
    }
    at++
  }
  const leadsOn = units <= longestSeparator && at < buffer.length
  return { separator: leadsOn ? separator : -1, width: at - letter - 1, next: at }
}

/** The positions of the single letters that follow each other from `first` on, always with the same separator. */
const spelledRun = (buffer: UnitBuffer, first: number): ReadonlyArray<number> => {
  const run = [first]
  let gap = gapAfter(buffer, first)
  const separator = gap.separator
  while (gap.separator === separator && gap.separator !== -1 && isSingle(buffer, gap.next)) {
    run.push(gap.next)
    gap = gapAfter(buffer, gap.next)
  }
  return run
}

const drop = (buffer: UnitBuffer, from: number, to: number): void => {
  buffer.codes.fill(droppedCode, from, to)
}

/**
 * If the spaces between letters differ in width, the wider ones separate words: "o n e  t w o". Returns the narrowest
 * width, which is the one inside words.
 */
const widthInsideWords = (run: ReadonlyArray<number>): number => {
  let narrowest = Number.MAX_SAFE_INTEGER
  for (let index = 1; index < run.length; index++) {
    const gap = (run[index] ?? 0) - (run[index - 1] ?? 0) - 1
    if (gap < narrowest) narrowest = gap
  }
  return narrowest
}

const splitIntoWords = (
  buffer: UnitBuffer,
  run: ReadonlyArray<number>
): ReadonlyArray<ReadonlyArray<number>> => {
  const inside = widthInsideWords(run)
  const onlySpaces =
    codeAt(buffer, (run[0] ?? 0) + 1) === spaceCode && codeAt(buffer, (run[1] ?? 0) - 1) === spaceCode
  const words: Array<Array<number>> = []
  for (const [index, at] of run.entries()) {
    const gap = at - (run[index - 1] ?? at) - 1
    const last = words.at(-1)
    if (last === undefined || (onlySpaces && gap > inside)) words.push([at])
    else last.push(at)
  }
  return words
}

const joinWord = (buffer: UnitBuffer, word: ReadonlyArray<number>): void => {
  for (let index = 1; index < word.length; index++) {
    drop(buffer, (word[index - 1] ?? 0) + 1, word[index] ?? 0)
  }
}

const isNumber = (buffer: UnitBuffer, word: ReadonlyArray<number>): boolean =>
  word.every((at) => isDigit(codeAt(buffer, at)))

/**
 * Words of one letter, and digits, that remain side by side would be joined when the result is normalised again. So
 * they are merged now if they make a word.
 */
const mergeSingles = (
  buffer: UnitBuffer,
  words: ReadonlyArray<ReadonlyArray<number>>
): ReadonlyArray<ReadonlyArray<number>> => {
  const merged: Array<ReadonlyArray<number>> = []
  let singles: Array<number> = []
  const settle = () => {
    if (isWord(buffer, singles)) merged.push(singles)
    else merged.push(...singles.map((at) => [at]))
    singles = []
  }
  for (const word of words) {
    if (word.length === 1 || isNumber(buffer, word)) singles.push(...word)
    else {
      settle()
      merged.push(word)
    }
  }
  settle()
  return merged
}

/**
 * Returns the length of the last word. If it is one letter, that letter may begin another run with another separator.
 */
const joinRun = (buffer: UnitBuffer, run: ReadonlyArray<number>): number => {
  const words = mergeSingles(buffer, splitIntoWords(buffer, run))
  for (const word of words) joinWord(buffer, word)
  return words.at(-1)?.length ?? 1
}

/**
 * Joins three or more single letters that are written apart with one constant separator:
 * "w o r d", "w.o.r.d", "w 0 r d".
 */
export const joinSpelledWords = (buffer: UnitBuffer): void => {
  let at = 0
  while (at < buffer.length) {
    if (!isSingle(buffer, at)) {
      at++
      continue
    }
    const run = spelledRun(buffer, at)
    const joined = isWord(buffer, run) ? joinRun(buffer, run) : 1
    const last = run.at(-1) ?? at
    at = joined === 1 && last > at ? last : last + 1
  }
}
