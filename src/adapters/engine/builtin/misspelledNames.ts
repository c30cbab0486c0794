import { mayHoldHash } from "./BloomFilter.ts"
import { nameWord } from "./labels.ts"
import { longestSummed } from "./letterSums.ts"
import type { Model } from "./Model.ts"
import { slipsOf } from "./nameSlips.ts"
import type { Slips } from "./nameSlips.ts"
import { labelOfWord, matchAt } from "./PhraseTrie.ts"
import type { PhraseMatch, PhraseTrie } from "./PhraseTrie.ts"
import { respellings, unmaskings } from "./respellings.ts"
import { lengthAt, makeTokens, readTokens, tokensOf } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { remember, remembers } from "./WordMemory.ts"

/** Where names and their words are looked up. */
export type NameTables = Pick<
  Model,
  "nameWords" | "nameSlips" | "namelessWords" | "unmeantWords" | "people" | "works"
>

/** Shorter words are near to too many others. */
const shortest = 3

/**
 * How many words with a slip, masked words, and readings of one word are looked at. The limits bound the work on a text
 * made of them.
 */
const most = { tried: 48, masked: 8, readings: 8 } as const

const match: PhraseMatch = { slot: 0, label: 0, end: 0 }

const labelAt = (nameWords: PhraseTrie, { high, low }: Tokens, at: number): number =>
  labelOfWord(nameWords, low[at] ?? 0, high[at] ?? 0)

const isWordOf =
  (nameWords: PhraseTrie) =>
  (low: number, high: number): boolean =>
    labelOfWord(nameWords, low, high) !== 0

const wordTokens = makeTokens(16)

/** What a word is in names, 0 if it is in none. */
const labelOf = (nameWords: PhraseTrie, word: string): number => {
  readTokens(word, wordTokens)
  return labelAt(nameWords, wordTokens, 0)
}

/** A word with one or two letters masked, but not its first. */
const masked = /(?<![a-z*])[a-z]{1,8}\*[a-z]{0,6}\*?[a-z]{0,6}(?![a-z*])/g

/** Stands for a masked letter, so that the word is read as one. It is in no word of a name. */
const maskLetter = "µ"

/**
 * A text in which each masked word is read as one, and the words that each of them can stand for, by where it begins.
 */
interface Unmasked {
  readonly text: string
  readonly meant: ReadonlyMap<number, ReadonlyArray<string>>
}

const unmask = (nameWords: PhraseTrie, text: string): Unmasked => {
  const meant = new Map<number, ReadonlyArray<string>>()
  if (!text.includes("*")) return { text, meant }
  const whole = text.replaceAll(masked, (word, at: number) => {
    if (meant.size === most.masked || word.length > longestSummed) return word
    meant.set(at, unmaskings(word, isWordOf(nameWords)).slice(0, most.readings))
    return word.replaceAll("*", maskLetter)
  })
  return { text: whole, meant }
}

/** A text whose names are being mended, word by word. */
interface Reading extends Unmasked {
  readonly tables: NameTables
  readonly tokens: Tokens
  /** The spellings that replace misspelled words, by the place of the word. */
  readonly mended: Map<number, string>
  /** How many words have been tried for a slip. */
  tried: number
}

const slipsAt = ({ nameSlips }: NameTables, tokens: Tokens, at: number): Slips | undefined => {
  const length = lengthAt(tokens, at)
  if (length < shortest || length > longestSummed) return undefined
  const place = tokens.places[at] ?? 0
  return slipsOf(nameSlips, tokens.letters, place, place + length)
}

/** The words that a masked word can stand for; undefined for any other word. */
const fillingsAt = ({ meant, tokens }: Reading, at: number) => meant.get(tokens.starts[at] ?? 0)

/** The words of names that a word can stand for, once its masks are filled or a slip is mended. */
const meantAt = (reading: Reading, at: number): ReadonlyArray<string> => {
  const fillings = fillingsAt(reading, at)
  if (fillings !== undefined) return fillings
  const { tables, tokens } = reading
  if (reading.tried === most.tried) return []
  const slips = slipsAt(tables, tokens, at)
  if (slips === undefined) return []
  reading.tried++
  if (remembers(tables.unmeantWords, tokens, at)) return []
  const place = tokens.places[at] ?? 0
  const word = tokens.letters.subarray(place, place + lengthAt(tokens, at))
  const meant = respellings(word, slips, isWordOf(tables.nameWords)).slice(0, most.readings)
  if (meant.length === 0) remember(tables.unmeantWords, tokens, at)
  return meant
}

type Writing = ReadonlyMap<number, string>

const wordAt = ({ mended, text, tokens }: Reading, at: number): string =>
  mended.get(at) ?? text.slice(tokens.starts[at], tokens.ends[at])

/** How many words on either side of a misspelled one may belong to the same name. */
const reach = 2

const aroundTokens = makeTokens(64)

/** Whether a name of several words covers these places of the text once these words are written there. */
const makesName = (reading: Reading, writing: Writing): boolean => {
  const { people, works } = reading.tables
  const places = Array.from(writing.keys())
  const [from, to] = [Math.min(...places), Math.max(...places)]
  const first = Math.max(0, to - reach)
  const last = Math.min(reading.tokens.count - 1, from + reach)
  const words: Array<string> = []
  for (let word = first; word <= last; word++) words.push(writing.get(word) ?? wordAt(reading, word))
  readTokens(words.join(" "), aroundTokens)
  for (const trie of [people, works]) {
    for (let at = 0; at <= from - first; at++) {
      if (matchAt(trie, aroundTokens, at, match) && match.end > Math.max(to - first, at + 1)) return true
    }
  }
  return false
}

/** Replaces a word by what it stands for, if that makes a name with the words around it. Returns whether it does. */
const mendsAlone = (reading: Reading, at: number, meant: ReadonlyArray<string>): boolean => {
  const found = meant.find((word) => makesName(reading, new Map([[at, word]])))
  if (found !== undefined) reading.mended.set(at, found)
  return found !== undefined
}

/** Replaces two neighbours by what they stand for, if that makes a name. Returns whether it does. */
const mendsTogether = (
  reading: Reading,
  at: number,
  meant: ReadonlyArray<string>,
  beside: number,
  meantBeside: ReadonlyArray<string>
): boolean => {
  for (const word of meant) {
    for (const other of meantBeside) {
      const writing = new Map([
        [at, word],
        [beside, other]
      ])
      if (!makesName(reading, writing)) continue
      reading.mended.set(at, word).set(beside, other)
      return true
    }
  }
  return false
}

/** Whether a word that is near to one of a name is also a word that people write and mean. */
const isOrdinary = ({ tables, tokens }: Reading, at: number): boolean =>
  mayHoldHash(tables.nameSlips.ordinary, tokens.low[at] ?? 0)

/** The neighbours of a place that are not mended yet. */
const placesBeside = ({ mended, tokens }: Reading, at: number): ReadonlyArray<number> =>
  [at - 1, at + 1].filter((beside) => beside >= 0 && beside < tokens.count && !mended.has(beside))

/**
 * What a word can stand for beside a given neighbour. If the neighbour is a word that people write, only distinctive
 * words are certain enough.
 */
const certainBeside = (
  reading: Reading,
  beside: number,
  meant: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const { nameWords } = reading.tables
  const isWord = labelAt(nameWords, reading.tokens, beside) !== 0 || isOrdinary(reading, beside)
  return isWord ? meant.filter((word) => labelOf(nameWords, word) === nameWord.distinctive) : meant
}

/** Mends a word that nobody writes. It may stand for any word of a name, also beside another word with a slip. */
const mendUnknown = (reading: Reading, at: number): void => {
  const meant = meantAt(reading, at)
  if (meant.length === 0 || mendsAlone(reading, at, meant)) return
  for (const beside of placesBeside(reading, at)) {
    const certain = certainBeside(reading, beside, meant)
    if (certain.length > 0 && mendsTogether(reading, at, certain, beside, meantAt(reading, beside))) return
  }
}

/**
 * Mends the neighbours of a distinctive word. Only there are words that people do write taken for slips: "jenifer
 * aniston".
 */
const mendBesideName = (reading: Reading, at: number): void => {
  for (const beside of placesBeside(reading, at)) mendsAlone(reading, beside, meantAt(reading, beside))
}

/** Whether a word that is in no name can stand for one that is. */
const mayMean = (reading: Reading, at: number): boolean =>
  !isOrdinary(reading, at) &&
  (fillingsAt(reading, at) !== undefined || slipsAt(reading.tables, reading.tokens, at) !== undefined)

const mendAt = (reading: Reading, at: number): void => {
  const { mended, tables, tokens } = reading
  if (remembers(tables.namelessWords, tokens, at)) return
  const label = labelAt(tables.nameWords, tokens, at)
  if (label === nameWord.distinctive) return mendBesideName(reading, at)
  if (label !== 0) return
  if (!mayMean(reading, at)) return remember(tables.namelessWords, tokens, at)
  if (!mended.has(at)) mendUnknown(reading, at)
}

const mend = (reading: Reading): void => {
  for (let at = 0; at < reading.tokens.count && reading.tried < most.tried; at++) mendAt(reading, at)
}

/**
 * The text with the names of people and works spelled correctly where a word of one has a slip or a mask; undefined if
 * no name has. Only names of several words are mended: too many other words are near to a name of one word.
 */
export const withNamesMended = (tables: NameTables, text: string): string | undefined => {
  const mended = new Map<number, string>()
  const unmasked = unmask(tables.nameWords, text)
  const tokens = tokensOf(unmasked.text)
  mend({ ...unmasked, tables, tokens, mended, tried: 0 })
  if (mended.size === 0) return undefined
  let written = ""
  let from = 0
  for (const [at, word] of Array.from(mended).toSorted(([one], [other]) => one - other)) {
    written += unmasked.text.slice(from, tokens.starts[at]) + word
    from = tokens.ends[at] ?? text.length
  }
  return written + unmasked.text.slice(from)
}
