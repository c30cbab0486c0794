import type { NormalisedText } from "../normalisation/normalise.ts"
import { kindOfHash, kindOfWord, mayBeTerm } from "./words/hashedLists.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"
import { finishLower, highOf, highStart, lowOf, lowStart } from "./words/termHash.ts"
import { hashedWordOf, wordOf } from "./words/vocabulary.ts"

/** Words that are what they are, although they have just one letter more than a word that is looked for. */
const ordinary = normalisedWords(
  "kidd soon soons ladd pettit persson persoon modell lolli lollis lolly lollies shoota shootas shotta shottas " +
    "beebe beebee beebees nenna nennas ninna ninnas ditte detti momme mommes tykke tykkes pubber pigge piggen " +
    "garrota garrotas garroto garrotos coussin coussins chicca chicco"
)

const shortest = 4
const longest = 24

const people = Role.child | Role.youngPerson

/** Looked for in words of four or more letters: shorter ones are spelled like too many others. */
const longerRoles =
  people | Role.childPrefix | Role.ageCue | Role.englishNumber | Role.year | Role.ageWord | Role.gradeWord
const shortestLonger = 4

const isSought = (high: number, low: number, length: number): boolean => {
  const lower = finishLower(high, low)
  const soughtRoles = length < shortestLonger ? people : longerRoles
  if ((hashedWordOf(high, low, lower).roles & soughtRoles) !== 0) return true
  const kind = mayBeTerm(lower) ? kindOfHash(high, low) : undefined
  return kind === "unambiguous" || kind === "coded"
}

const isKnown = (word: string): boolean =>
  ordinary.has(word) || wordOf(word).roles !== 0 || kindOfWord(word) !== undefined

/** A word of a text, and where a letter in it repeats the one before. */
interface DoubledWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly doubles: ReadonlyArray<number>
}

/** Whether a word is looked for when some of its letters are left out. It is hashed, because most are not. */
const isSoughtWithout = ({ end, start, text }: DoubledWord, left: ReadonlyArray<number>): boolean => {
  let high = highStart
  let low = lowStart
  let next = 0
  for (let at = start; at < end; at++) {
    if (at === left[next]) {
      next++
      continue
    }
    high = highOf(high, text.charCodeAt(at))
    low = lowOf(low, text.charCodeAt(at))
  }
  return isSought(high, low, end - start - left.length)
}

/** The letters of an unknown word that make a word which is looked for when they are left out: one double, or all. */
const superfluousIn = (word: DoubledWord): ReadonlyArray<number> => {
  const { doubles, end, start, text } = word
  const length = end - start
  if (length < shortest || length > longest) return []
  for (const left of doubles.length === 1 ? [doubles] : [...doubles.map((at) => [at]), doubles]) {
    if (isSoughtWithout(word, left) && !isKnown(text.slice(start, end))) return left
  }
  return []
}

const aCode = 0x61
const zCode = 0x7a

const isLetter = (code: number): boolean => code >= aCode && code <= zCode

/** Where in a word a letter repeats the one before. */
const doublesIn = (text: string, start: number, end: number): ReadonlyArray<number> => {
  const doubles: Array<number> = []
  for (let at = start + 1; at < end; at++)
    if (text.charCodeAt(at) === text.charCodeAt(at - 1)) doubles.push(at)
  return doubles
}

/** Where the letters are that can be left out, in the order of the text. */
const superfluousUnits = (text: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  let start = 0
  let isDoubled = false
  let before = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    if (isLetter(code)) {
      if (code === before) isDoubled = true
    } else {
      if (isDoubled)
        found.push(...superfluousIn({ text, start, end: at, doubles: doublesIn(text, start, at) }))
      start = at + 1
      isDoubled = false
    }
    before = code
  }
  return found
}

/**
 * The view in which "childd" and "teenagerr" are spelled as they are meant; undefined if there is no such word. The
 * span of a letter covers the one that is left out after it.
 */
export const withoutDoubledLetters = (view: NormalisedText): NormalisedText | undefined => {
  const dropped = superfluousUnits(view.text)
  if (dropped.length === 0) return undefined
  const parts: Array<string> = []
  const starts: Array<number> = []
  const ends: Array<number> = []
  let from = 0
  for (const to of [...dropped, view.text.length]) {
    parts.push(view.text.slice(from, to))
    for (let unit = from; unit < to; unit++) {
      starts.push(view.starts[unit] ?? 0)
      ends.push(view.ends[unit + 1 === to && to < view.text.length ? to : unit] ?? 0)
    }
    from = to + 1
  }
  return { text: parts.join(""), starts: Int32Array.from(starts), ends: Int32Array.from(ends) }
}
