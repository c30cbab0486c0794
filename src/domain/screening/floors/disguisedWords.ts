import { isLetter } from "../normalisation/codePoints.ts"
import { isSign, isThinStroke, letterFor, letterOf, longRun } from "../normalisation/substitutions.ts"
import type { Stretch, ThinStrokes } from "../normalisation/substitutions.ts"
import { codeAt, droppedCode, spaceCode } from "../normalisation/UnitBuffer.ts"
import type { UnitBuffer } from "../normalisation/UnitBuffer.ts"
import { greatestMeaning, meaningOf } from "./words/meaningOf.ts"
import { highOf, highStart, lowOf, lowStart } from "./words/termHash.ts"
import { firstUnspaced } from "./words/vocabulary.ts"

/** Small letters and Roman numerals in one sign. They may be a disguise of letters, or a footnote: "childª". */
const modifier =
  /[ªº\u02b0-\u02b8\u02e0-\u02e4\u1d2c-\u1d6a\u1d78\u1d9b-\u1dbf\u2071\u207f\u2090-\u209c\u2160-\u2188\u2c7c\u2c7d]/

/** A capital I inside a word looks like an l: "toddIer". */
const capitalInside = /[a-z]I[a-z]/

/** Whether a text may have disguises of words that no digit, sign or run of letters shows: a quick test. */
const unseen = new RegExp(`${capitalInside.source}|${modifier.source}`)

export const mayHoldUnseenDisguises = (original: string): boolean => unseen.test(original)

/** A word of a text that is being read, and the stretch of it in which digits and signs may be letters. */
export interface Word extends Stretch {
  readonly buffer: UnitBuffer
  readonly original: string
  readonly letters: Stretch
}

/** One way to read a word. */
interface Spelling {
  readonly strokes: ThinStrokes
  /** Whether a capital I inside a word is an l. */
  readonly capitalIsL: boolean
  /** Whether modifiers are letters. Otherwise they are spaces. */
  readonly readsModifiers: boolean
  /** How many letters are kept of a run of three or more. */
  readonly kept: 1 | 2
}

const firstModifier = 0xaa
const lastModifier = 0x2c7d

const isModifierCode = new Uint8Array(0x10000)
for (let code = firstModifier; code <= lastModifier; code++) {
  if (modifier.test(String.fromCharCode(code))) isModifierCode[code] = 1
}

const isModifier = ({ buffer, original }: Word, at: number): boolean =>
  isModifierCode[original.charCodeAt(buffer.starts[at] ?? 0)] === 1

const capitalI = 0x49

const isCapitalInside = ({ buffer, original }: Word, at: number): boolean => {
  const start = buffer.starts[at] ?? 0
  return original.charCodeAt(start) === capitalI && capitalInside.test(original.slice(start - 1, start + 2))
}

const isInLetters = ({ letters }: Word, at: number): boolean => at >= letters.from && at < letters.to

const letterL = 0x6c

const letterIn = (word: Word, at: number, { capitalIsL, readsModifiers, strokes }: Spelling): number => {
  if (!readsModifiers && isModifier(word, at)) return spaceCode
  if (capitalIsL && isCapitalInside(word, at)) return letterL
  return isInLetters(word, at) ? letterFor(word.buffer, at, strokes) : codeAt(word.buffer, at)
}

/** The longest word whose spellings are compared. None that is looked for is as long. */
const longestCompared = 40

/** The word in one spelling. Units that it leaves out are `droppedCode`. */
const spelled = new Uint16Array(longestCompared)

const dropRuns = (codes: Uint16Array, length: number, kept: number): void => {
  for (let from = 0, to = 0; from < length; from = to) {
    to = from + 1
    while (to < length && codes[to] === codes[from]) to++
    if (to - from >= longRun && isLetter(codes[from] ?? 0)) codes.fill(droppedCode, from + kept, to)
  }
}

const spell = (word: Word, spelling: Spelling, into: Uint16Array): void => {
  for (let at = word.from; at < word.to; at++) into[at - word.from] = letterIn(word, at, spelling)
  dropRuns(into, word.to - word.from, spelling.kept)
}

const pluralCode = 0x73

/** The meaning of a part of the spelled word, or of its singular. */
const meaningBetween = (from: number, to: number): number => {
  let high = highStart
  let low = lowStart
  let stemHigh = high
  let stemLow = low
  let last = droppedCode
  for (let at = from; at < to; at++) {
    const code = spelled[at] ?? droppedCode
    if (code === droppedCode) continue
    stemHigh = high
    stemLow = low
    high = highOf(high, code)
    low = lowOf(low, code)
    last = code
  }
  const meaning = meaningOf(high, low)
  return last === pluralCode ? Math.max(meaning, meaningOf(stemHigh, stemLow)) : meaning
}

const continuesWord = (code: number): boolean => code === droppedCode || isLetter(code)

/** The greatest meaning of the words that a word becomes in a spelling: digits and spaces divide it. */
const meaningIn = (word: Word, spelling: Spelling): number => {
  spell(word, spelling, spelled)
  const length = word.to - word.from
  let greatest = 0
  for (let from = 0, to = 0; from < length; from = to + 1) {
    to = from
    while (to < length && continuesWord(spelled[to] ?? spaceCode)) to++
    if (to > from) greatest = Math.max(greatest, meaningBetween(from, to))
  }
  // A footnote ("7ª") makes a word of little meaning, too.
  return spelling.readsModifiers && greatest < greatestMeaning ? 0 : greatest
}

const usual: Spelling = { strokes: "usual", capitalIsL: false, readsModifiers: false, kept: 2 }

/** What in a word can be read in several ways, as flags. */
const Doubt = { substitutes: 1, strokes: 2, capitals: 4, modifiers: 8, runs: 16 } as const
const allDoubts = 31

const asLetter = (word: Word, at: number): number =>
  isInLetters(word, at) ? letterOf(codeAt(word.buffer, at)) : codeAt(word.buffer, at)

const doubtsAt = (word: Word, at: number, letter: number): number => {
  const code = codeAt(word.buffer, at)
  const substitute = letter === code ? 0 : Doubt.substitutes | (isThinStroke(code) ? Doubt.strokes : 0)
  const capital = isCapitalInside(word, at) ? Doubt.capitals : 0
  return substitute | capital | (isModifier(word, at) ? Doubt.modifiers : 0)
}

const doubtsIn = (word: Word): number => {
  let doubts = 0
  let repeats = 0
  let before = 0
  for (let at = word.from; at < word.to; at++) {
    const letter = asLetter(word, at)
    repeats = letter === before ? repeats + 1 : 0
    before = letter
    if (repeats === longRun - 1 && isLetter(letter)) doubts |= Doubt.runs
    doubts |= doubtsAt(word, at, letter)
  }
  return doubts
}

/** The ways to read a word, the most likely first. */
const spellingsFor = (doubts: number): ReadonlyArray<Spelling> => {
  let spellings: ReadonlyArray<Spelling> = [usual]
  const add = (doubt: number, changed: Partial<Spelling>) => {
    if ((doubts & doubt) !== 0)
      spellings = [...spellings, ...spellings.map((spelling) => ({ ...spelling, ...changed }))]
  }
  add(Doubt.runs, { kept: 1 })
  add(Doubt.capitals, { capitalIsL: true })
  if ((doubts & Doubt.strokes) !== 0) {
    spellings = (["usual", "i", "l"] as const).flatMap((strokes) =>
      spellings.map((spelling) => ({ ...spelling, strokes }))
    )
  }
  add(Doubt.modifiers, { readsModifiers: true })
  return spellings
}

const spellingsOf = Array.from({ length: allDoubts + 1 }, (_, doubts) => spellingsFor(doubts))

/** The spelling in which the floors know most of a word; the most likely one of several. */
const bestSpelling = (word: Word, spellings: ReadonlyArray<Spelling>): Spelling => {
  let best = usual
  let known = -1
  for (const spelling of spellings) {
    const meaning = meaningIn(word, spelling)
    if (meaning <= known) continue
    known = meaning
    best = spelling
    if (known === greatestMeaning) break
  }
  return best
}

/** Writes a word in one spelling. The span of a letter covers those of its run that are dropped. */
const respell = (word: Word, spelling: Spelling): void => {
  const { buffer, from, to } = word
  const into = to - from <= longestCompared ? spelled : new Uint16Array(to - from)
  spell(word, spelling, into)
  let kept = from
  for (let at = from; at < to; at++) {
    const code = into[at - from] ?? droppedCode
    if (code === droppedCode) buffer.ends[kept] = buffer.ends[at] ?? 0
    else kept = at
    buffer.codes[at] = code
  }
}

/** In a script without spaces, a run is a single character that is repeated. */
const usualUnspaced: Spelling = { ...usual, kept: 1 }

/** Whether a code begins a word, or goes on with one, of a script without spaces between words. */
export const isUnspaced = (code: number): boolean => code >= firstUnspaced && !isSign(code)

const spellingOf = (word: Word, doubts: number): Spelling => {
  if (isUnspaced(codeAt(word.buffer, word.from))) return usualUnspaced
  const spellings = spellingsOf[doubts] ?? []
  const isCompared = spellings.length > 1 && word.to - word.from <= longestCompared
  return isCompared ? bestSpelling(word, spellings) : usual
}

/** Spells a word, in its buffer, as what the floors know of all that it may mean. */
export const readDisguisedWord = (word: Word): void => {
  const doubts = doubtsIn(word)
  if (doubts !== 0) respell(word, spellingOf(word, doubts))
}
