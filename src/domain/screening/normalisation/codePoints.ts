import { lookAlike } from "./lookAlikes.ts"

const SPACES = /^[\s\u0085\u2800]$/u
const MARKS = /^[\p{Mn}\p{Me}]$/u
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]$/u
const DIGITS = /^\p{Nd}$/u
const DASHES = /^[\p{Pd}\u2212\u00ad]$/u

/** Latin letters and signs that Unicode does not decompose although a reader takes them for plain ones. */
const plainForms = new Map(
  (
    "ß:ss ẞ:ss ς:σ ı:i ȷ:j æ:ae œ:oe ø:o đ:d ð:d ħ:h ł:l ŀ:l ŧ:t þ:th ŋ:n ɑ:a ɐ:a ɒ:a ʙ:b ƀ:b ɓ:b ƃ:b ƈ:c ɕ:c ɗ:d ɖ:d ǝ:e ɛ:e ə:e " +
    "ɜ:e ɘ:e ƒ:f ɠ:g ɡ:g ɢ:g ǥ:g ɦ:h ɥ:h ʜ:h ɨ:i ɩ:i ɪ:i ʝ:j ɉ:j ƙ:k ʞ:k ƚ:l ɫ:l ɬ:l ɭ:l ʟ:l ɱ:m ɯ:m ɲ:n ɳ:n ɴ:n ƞ:n ɵ:o ɔ:o " +
    "ƥ:p ʠ:q ɋ:q ɍ:r ɹ:r ɾ:r ɽ:r ʀ:r ʁ:r ʂ:s ƨ:s ȿ:s ʃ:s ƫ:t ʈ:t ʇ:t ƭ:t ʉ:u ʊ:u ʋ:v ʌ:v ƿ:p ʍ:w ⱳ:w ʏ:y ƴ:y ɏ:y ƶ:z ȥ:z ʐ:z ʑ:z " +
    "ᴀ:a ᴁ:ae ᴃ:b ᴄ:c ᴅ:d ᴆ:d ᴇ:e ᴊ:j ᴋ:k ᴌ:l ᴍ:m ᴎ:n ᴏ:o ᴐ:o ᴑ:o ᴘ:p ᴙ:r ᴚ:r ᴛ:t ᴜ:u ᴠ:v ᴡ:w ᴢ:z ꜰ:f ꜱ:s ꞯ:q ꞁ:l ꟾ:i ꞓ:c ꞵ:b ꬲ:e ꬰ:a ꭇ:r ꭈ:r " +
    "ꭎ:u ꭒ:u ꭙ:x ⅰ:i ’:' ‘:' ʼ:' ′:' `:' ´:' “:\" ”:\" ⁄:/ ∕:/ ․:. 。:. 、:,"
  )
    .split(" ")
    .map((pair) => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)] as const)
)

/** Blocks of 26 letters without a decomposition: negative circled, negative squared, regional indicators. */
const letterBlocks = [0x1f150, 0x1f170, 0x1f1e6]

const blockLetter = (codePoint: number): string | undefined => {
  const start = letterBlocks.find((first) => codePoint >= first && codePoint < first + 26)
  return start === undefined ? undefined : String.fromCharCode(0x61 + codePoint - start)
}

/** Decimal digits of every script stand in blocks of ten that begin with zero. */
const digitOf = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && DIGITS.test(String.fromCodePoint(codePoint - value - 1))) value++
  return String(value)
}

const foldPart = (part: string): string => {
  const plain = plainForms.get(part)
  if (plain !== undefined) return plain
  if (SPACES.test(part)) return " "
  if (INVISIBLE.test(part)) return ""
  if (DIGITS.test(part)) return part >= "0" && part <= "9" ? part : digitOf(part)
  if (DASHES.test(part)) return "-"
  return blockLetter(part.codePointAt(0) ?? 0) ?? part
}

/**
 * Characters that NFKD spells out longer than this are symbols (an Arabic blessing of 18 letters), never a spelling of
 * a word; left alone, so that hostile text cannot grow to many times its length.
 */
const LONGEST_SPELLING = 3

const spell = (codePoint: number): string => {
  const character = String.fromCodePoint(codePoint)
  const decomposed = character.normalize("NFKD").toLowerCase().normalize("NFKD")
  let spelled = ""
  for (const part of decomposed) spelled += foldPart(part)
  return spelled.length > LONGEST_SPELLING ? character : spelled
}

const spellings = new Map<number, string>()

/** Ideographs, Hangul syllables, private use: large blocks in which every character stands for itself. */
const plainBlocks: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xe000, 0xf8ff],
  [0x17000, 0x18cff],
  [0x20000, 0x2f7ff],
  [0x30000, 0x3ffff]
]

const standsForItself = (codePoint: number): boolean =>
  codePoint >= 0x4e00 && plainBlocks.some(([first, last]) => codePoint >= first && codePoint <= last)

/**
 * What a code point is read as: compatibility form, small letter, no marks, plain digits, dashes and quotes; empty when
 * nothing of it can be seen. Pure; each answer is kept, because Unicode look-ups are slow.
 */
export const spellingOf = (codePoint: number): string => {
  if (standsForItself(codePoint)) return String.fromCodePoint(codePoint)
  const known = spellings.get(codePoint)
  if (known !== undefined) return known
  const spelled = spell(codePoint)
  spellings.set(codePoint, spelled)
  return spelled
}

/** A combining mark belongs to the letter before it, so that a span covers both. */
export const isMark = (codePoint: number): boolean => MARKS.test(String.fromCodePoint(codePoint))

const KNOWN = 1
const LETTER = 2
const DIGIT = 4
const CASED = 8

const classes = new Uint8Array(0x10000)

const classify = (code: number): number => {
  const character = String.fromCharCode(code)
  let found = KNOWN
  if (/^\p{L}$/u.test(character)) found |= LETTER
  if (/^\p{N}$/u.test(character)) found |= DIGIT
  if (character.toLowerCase() !== character.toUpperCase()) found |= CASED
  if (lookAlike(code) !== 0) found |= CASED
  classes[code] = found
  return found
}

const classOf = (code: number): number => {
  const known = classes[code] ?? 0
  return known === 0 ? classify(code) : known
}

export const isLetter = (code: number): boolean => (classOf(code) & LETTER) !== 0

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** A letter or a number of any script (one UTF-16 unit; surrogates are neither). */
export const isAlphanumeric = (code: number): boolean => (classOf(code) & (LETTER | DIGIT)) !== 0

/** A letter of a script with capitals, or one that passes for such a letter: what people spell out letter by letter. */
export const isSpellable = (code: number): boolean => (classOf(code) & (LETTER | CASED)) === (LETTER | CASED)
