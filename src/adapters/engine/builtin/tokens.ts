import { addUnitHigh, addUnitLow, extendLow, wordSeedHigh, wordSeedLow } from "./phraseHash.ts"

/** Stands before the first letter of the first word and after the last letter of each word. */
const border = 0x20

/** The words of a text as the tries read them. */
export type WordHashes = Pick<Tokens, "count" | "low" | "high" | "keys" | "starts" | "ends">

/**
 * The words of a normalised text. A word is a run of letters and digits; in scripts that write without spaces
 * (Han, kana, Hangul, Thai and their neighbours) every character is a word of its own.
 */
export interface Tokens {
  count: number
  /** First and second hash of each word, see `phraseHash.ts`. */
  low: Uint32Array
  high: Uint32Array
  /** First hash of the phrase that each word is by itself. */
  keys: Uint32Array
  /** Where each word begins and ends in the text, in UTF-16 code units. */
  starts: Uint32Array
  ends: Uint32Array
  /**
   * The letters of all words, with one `border` between two words and at either end. They are quicker to read than the
   * text.
   */
  letters: Uint16Array
  /** Where each word begins in `letters`. */
  places: Uint32Array
}

/** Room for the words of a text of about `capacity` code units. `readTokens` makes more if it needs to. */
export const makeTokens = (capacity: number): Tokens => ({
  count: 0,
  low: new Uint32Array(capacity),
  high: new Uint32Array(capacity),
  keys: new Uint32Array(capacity),
  starts: new Uint32Array(capacity),
  ends: new Uint32Array(capacity),
  letters: new Uint16Array(2 * capacity + 1),
  places: new Uint32Array(capacity)
})

/** The number of code units of a word. */
export const lengthAt = ({ ends, starts }: WordHashes, at: number): number =>
  (ends[at] ?? 0) - (starts[at] ?? 0)

const separator = 0
const letter = 1
const wholeWord = 2

/** Ascending ranges of code units and what they are. Whatever lies between two ranges is a letter. */
const ranges: ReadonlyArray<readonly [from: number, to: number, kind: number]> = [
  [0x0000, 0x002f, separator],
  [0x003a, 0x0040, separator],
  [0x005b, 0x0060, separator],
  [0x007b, 0x00a9, separator],
  [0x00ab, 0x00b4, separator],
  [0x00b6, 0x00b9, separator],
  [0x00bb, 0x00bf, separator],
  [0x0e00, 0x0eff, wholeWord],
  [0x1000, 0x109f, wholeWord],
  [0x1100, 0x11ff, wholeWord],
  [0x1780, 0x17ff, wholeWord],
  [0x2000, 0x206f, separator],
  [0x20a0, 0x2bff, separator],
  [0x2e00, 0x2e7f, separator],
  [0x3000, 0x3004, separator],
  [0x3008, 0x3020, separator],
  [0x3040, 0xa4cf, wholeWord],
  [0xac00, 0xd7ff, wholeWord],
  [0xf900, 0xfaff, wholeWord],
  [0xfe10, 0xfe6f, separator],
  [0xff00, 0xff0f, separator],
  [0xff66, 0xffdc, wholeWord],
  [0xffe0, 0xffff, separator]
]

const kinds = new Uint8Array(0x10000).fill(letter)
for (const [from, to, kind] of ranges) kinds.fill(kind, from, to + 1)

const grow = (tokens: Tokens, capacity: number): void => {
  if (tokens.low.length >= capacity) return
  Object.assign(tokens, makeTokens(capacity * 2))
}

/** Reads the words of a text into `tokens`, in place of those that it held. `tokens` grows if it is too small. */
export const readTokens = (text: string, tokens: Tokens): void => {
  grow(tokens, text.length + 1)
  const { ends, high, keys, letters, low, places, starts } = tokens
  let count = 0
  let place = 0
  let at = 0
  letters[0] = border
  while (at < text.length) {
    let unit = text.charCodeAt(at)
    const kind = kinds[unit]
    if (kind === separator) {
      at++
      continue
    }
    starts[count] = at
    places[count] = ++place
    let lowHash = wordSeedLow
    let highHash = wordSeedHigh
    let goesOn = true
    while (goesOn) {
      lowHash = addUnitLow(lowHash, unit)
      highHash = addUnitHigh(highHash, unit)
      letters[place++] = unit
      at++
      unit = at < text.length ? text.charCodeAt(at) : 0
      goesOn = kind === letter && kinds[unit] === letter
    }
    letters[place] = border
    low[count] = lowHash
    high[count] = highHash
    keys[count] = extendLow(0, lowHash)
    ends[count] = at
    count++
  }
  tokens.count = count
}

/** Reused from call to call: scoring is synchronous, and most prompts are short. */
const latest = makeTokens(256)
let latestText = ""

/** The words of a text. The next call overwrites them, unless it is for the same text. */
export const tokensOf = (text: string): Tokens => {
  if (text !== latestText) readTokens(text, latest)
  latestText = text
  return latest
}
