import { isLetter } from "../normalisation/codePoints.ts"
import { isLikelyL, isSign, isThinStroke, letterOf, longRun } from "../normalisation/substitutions.ts"
import type { Stretch } from "../normalisation/substitutions.ts"
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
  /** Which of the word's thin strokes are an l, as bits from the first one on. The others are an i. */
  readonly ls: number
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

export const capitalI = 0x49

const isCapitalInside = ({ buffer, original }: Word, at: number): boolean => {
  const start = buffer.starts[at] ?? 0
  return original.charCodeAt(start) === capitalI && capitalInside.test(original.slice(start - 1, start + 2))
}

const isInLetters = ({ letters }: Word, at: number): boolean => at >= letters.from && at < letters.to

const asLetter = (word: Word, at: number): number =>
  isInLetters(word, at) ? letterOf(codeAt(word.buffer, at)) : codeAt(word.buffer, at)

/** Whether a unit is a 1, !, | or capital I in a word, of which only the word tells whether it is an i or an l. */
const isStroke = (word: Word, at: number): boolean =>
  (isInLetters(word, at) && isThinStroke(codeAt(word.buffer, at))) || isCapitalInside(word, at)

const letterI = 0x69
const letterL = 0x6c

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

const spell = (word: Word, { kept, ls, readsModifiers }: Spelling, into: Uint16Array): void => {
  const { from, to } = word
  let strokes = ls
  for (let at = from; at < to; at++) {
    if (isStroke(word, at)) {
      into[at - from] = (strokes & 1) === 1 ? letterL : letterI
      strokes >>>= 1
    } else into[at - from] = !readsModifiers && isModifier(word, at) ? spaceCode : asLetter(word, at)
  }
  dropRuns(into, to - from, kept)
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

/** What in a word can be read in several ways. */
interface Doubts {
  readonly strokes: number
  readonly modifiers: number
  readonly runs: number
}

const doubtsOf = (word: Word): Doubts => {
  let strokes = 0
  let modifiers = 0
  let runs = 0
  let repeats = 0
  for (let at = word.from; at < word.to; at++) {
    const letter = asLetter(word, at)
    repeats = at > word.from && letter === asLetter(word, at - 1) ? repeats + 1 : 0
    if (repeats === longRun - 1 && isLetter(letter)) runs++
    if (isModifier(word, at)) modifiers++
    if (isStroke(word, at)) strokes++
  }
  return { strokes, modifiers, runs }
}

/** Whether a word has digits or signs in place of letters. */
const holdsSubstitute = (word: Word): boolean => {
  for (let at = word.from; at < word.to; at++) if (asLetter(word, at) !== codeAt(word.buffer, at)) return true
  return false
}

/** The strokes of a word that are most likely an l, as in `Spelling`. */
const likelyLs = (word: Word): number => {
  let ls = 0
  let stroke = 1
  for (let at = word.from; at < word.to; at++) {
    if (!isStroke(word, at)) continue
    if (!isCapitalInside(word, at) && isLikelyL(word.buffer, at)) ls |= stroke
    stroke <<= 1
  }
  return ls
}

/** The most strokes of a word that are read in every combination. More are read as likely, or all alike. */
const mostCombined = 4

/** Which strokes may be an l, the likeliest combination first. */
const combinationsOf = (likely: number, strokes: number, most: number): ReadonlyArray<number> => {
  const others = strokes > most ? [0, -1] : Array.from({ length: 1 << strokes }, (_, ls) => ls)
  return [likely, ...others.filter((ls) => ls !== likely)]
}

/** The ways to read a word, the likeliest first. */
const spellingsOf = (
  likeliest: Spelling,
  { modifiers, runs, strokes }: Doubts,
  most: number
): ReadonlyArray<Spelling> => {
  const lengths = runs === 0 ? ([2] as const) : ([2, 1] as const)
  const combinations = combinationsOf(likeliest.ls, strokes, most)
  return (modifiers === 0 ? [false] : [false, true]).flatMap((readsModifiers) =>
    combinations.flatMap((ls) => lengths.map((kept) => ({ ls, kept, readsModifiers })))
  )
}

/** The spelling in which the floors know most of a word; the likeliest one of several. */
const bestSpelling = (word: Word, likeliest: Spelling, others: ReadonlyArray<Spelling>): Spelling => {
  let best = likeliest
  let known = meaningIn(word, likeliest)
  for (const spelling of others) {
    if (known === greatestMeaning) break
    const meaning = meaningIn(word, spelling)
    if (meaning <= known) continue
    known = meaning
    best = spelling
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

/** Whether a code begins a word, or goes on with one, of a script without spaces between words. */
export const isUnspaced = (code: number): boolean => code >= firstUnspaced && !isSign(code)

/** The spellings of the words of a text, by the words as they are written: hostile texts repeat theirs. */
export type SpellingMemory = Map<string, Spelling>

/** After so many different words, strokes are no longer combined, which takes several times as long. */
const mostCombinedWords = 256

const spellingOf = (word: Word, doubts: Doubts, memory: SpellingMemory): Spelling => {
  const { buffer, from, letters, original, to } = word
  const likeliest: Spelling = { ls: likelyLs(word), readsModifiers: false, kept: 2 }
  // In a script without spaces, a run is a single character that is repeated.
  if (isUnspaced(codeAt(buffer, from))) return { ...likeliest, kept: 1 }
  if (to - from > longestCompared) return likeliest
  const written = original.slice(buffer.starts[from], buffer.ends[to - 1])
  const known = memory.get(written)
  // Beside another script or digits, the same signs may not be letters.
  const isWhole = letters.from === from && letters.to === to
  if (known !== undefined && isWhole) return known
  const most = memory.size < mostCombinedWords ? mostCombined : 1
  const best = bestSpelling(word, likeliest, spellingsOf(likeliest, doubts, most).slice(1))
  if (isWhole) memory.set(written, best)
  return best
}

/** Spells a word, in its buffer, as what the floors know of all that it may mean. */
export const readDisguisedWord = (word: Word, memory: SpellingMemory): void => {
  const doubts = doubtsOf(word)
  const isDoubted = doubts.strokes + doubts.modifiers + doubts.runs > 0
  if (isDoubted || holdsSubstitute(word)) respell(word, spellingOf(word, doubts, memory))
}
