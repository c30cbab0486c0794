import { lookAlike } from "./lookAlikes.ts"
import { unitsOf } from "./unitsOf.ts"

const spacePattern = /^[\s\u0085\u2800]$/u
const markPattern = /^[\p{Mn}\p{Me}]$/u
const invisiblePattern = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]$/u
const digitPattern = /^\p{Nd}$/u
const otherNumberPattern = /^\p{No}$/u
const dashPattern = /^[\p{Pd}\u2212\u00ad]$/u

/** Latin letters and signs that readers take for plain ones although Unicode does not decompose them. */
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

/**
 * The first characters of blocks of 26 letters without a decomposition: negative circled, negative squared, regional
 * indicators.
 */
const letterBlocks = [0x1f150, 0x1f170, 0x1f1e6]

const blockLetter = (codePoint: number): string | undefined => {
  const start = letterBlocks.find((first) => codePoint >= first && codePoint < first + 26)
  return start === undefined ? undefined : String.fromCharCode(0x61 + codePoint - start)
}

/** The value of a decimal digit. In every script the digits are a block of ten that starts with zero. */
const digitOf = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && digitPattern.test(String.fromCodePoint(codePoint - value - 1))) value++
  return String(value)
}

const isSurrogate = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint <= 0xdfff

/** All characters that `foldPart` treats specially, but for surrogates. */
const specialClass =
  "[\\s\\u2800\\p{Mn}\\p{Me}\\p{Cf}\\p{Cc}\\p{Default_Ignorable_Code_Point}\\p{Nd}\\p{Pd}\\u2212]"
const specialUnits = unitsOf(new RegExp(`${specialClass}+`, "gu"))
const specialPattern = new RegExp(`^${specialClass}$`, "u")

const isSpecial = (character: string, codePoint: number): boolean =>
  codePoint > 0xffff
    ? specialPattern.test(character)
    : specialUnits[codePoint] === 1 || isSurrogate(codePoint)

/** Most characters are not special, so one test is usually enough. */
const foldPart = (part: string): string => {
  const plain = plainForms.get(part)
  if (plain !== undefined) return plain
  const codePoint = part.codePointAt(0) ?? 0
  if (!isSpecial(part, codePoint)) return codePoint > 0xffff ? (blockLetter(codePoint) ?? part) : part
  if (spacePattern.test(part)) return " "
  if (invisiblePattern.test(part)) return ""
  if (digitPattern.test(part)) return digitOf(part)
  return dashPattern.test(part) ? "-" : part
}

/**
 * A character that NFKD decomposes into more units than this is a symbol (such as an Arabic blessing of 18 letters)
 * and never part of a word. It is left as it is, so that hostile text cannot grow to many times its length.
 */
const longestSpelling = 3

const spell = (codePoint: number): string => {
  const character = String.fromCodePoint(codePoint)
  const decomposed = character.normalize("NFKD")
  const small = decomposed.toLowerCase()
  if (small === character) return foldPart(character)
  let spelled = ""
  for (const part of small === decomposed ? small : small.normalize("NFKD")) spelled += foldPart(part)
  return spelled.length > longestSpelling ? character : spelled
}

/** Large blocks of characters that stand for themselves: ideographs, Hangul syllables, private use, unassigned. */
const plainBlocks: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x3400, 0xa48c],
  [0xac00, 0xd7a3],
  [0xe000, 0xf8ff],
  [0x17000, 0x18cff],
  [0x20000, 0x2f7ff],
  [0x2fa20, 0xdffff],
  [0xe1000, 0x10ffff]
]

const standsForItself = (codePoint: number): boolean =>
  codePoint >= 0x3400 && plainBlocks.some(([first, last]) => codePoint >= first && codePoint <= last)

const plainUnits = new Uint8Array(0x10000)
for (const [first, last] of plainBlocks) plainUnits.fill(1, first, last + 1)

/** Spellings of more than one unit, and those of code points above 0xffff. */
const spellings = new Map<number, string>()

/** Marks code points that are spelled with several units. It is a surrogate, which no spelling ever contains. */
const severalUnits = 0xd800

const unitFor = (code: number): number => {
  if (plainUnits[code] === 1) return code
  const spelled = spell(code)
  if (spelled.length < 2) return spelled === "" ? 0 : spelled.charCodeAt(0)
  spellings.set(code, spelled)
  return severalUnits
}

const fillTable = <Table extends Uint8Array | Uint16Array>(
  table: Table,
  of: (code: number) => number
): Table => {
  for (let code = 0; code < table.length; code++) table[code] = of(code)
  return table
}

/**
 * Filled when the module loads, because Unicode look-ups are slow: ten thousand different characters would cost ten
 * milliseconds.
 */
const spelledUnits = fillTable(new Uint16Array(0x10000), unitFor)

/** The one unit that spells a code point; 0 if the code point is invisible, -1 if its spelling has several units. */
export const spelledUnit = (codePoint: number): number => {
  const unit = spelledUnits[codePoint] ?? severalUnits
  return unit === severalUnits ? -1 : unit
}

/**
 * How a code point is read: in compatibility form and lower case, without marks, with plain digits, dashes and
 * quotes. Empty if the code point is invisible. The function is pure and caches its results.
 */
export const spellingOf = (codePoint: number): string => {
  const unit = spelledUnit(codePoint)
  if (unit !== -1) return unit === 0 ? "" : String.fromCharCode(unit)
  if (codePoint > 0xffff && standsForItself(codePoint)) return String.fromCodePoint(codePoint)
  const known = spellings.get(codePoint)
  if (known !== undefined) return known
  const spelled = spell(codePoint)
  spellings.set(codePoint, spelled)
  return spelled
}

const letterBit = 1
const numberBit = 2
const casedBit = 4
const markBit = 8
const otherNumberBit = 16

const letterUnits = unitsOf(/\p{L}+/gu)
const casedUnits = unitsOf(/\p{Changes_When_Casemapped}+/gu)
const numberUnits = unitsOf(/\p{N}+/gu)
const otherNumberUnits = unitsOf(/\p{No}+/gu)
const markUnits = unitsOf(/[\p{Mn}\p{Me}]+/gu)

const classify = (code: number): number => {
  if (letterUnits[code] === 1) {
    return casedUnits[code] === 1 || lookAlike(code) !== 0 ? letterBit | casedBit : letterBit
  }
  if (numberUnits[code] === 1) return otherNumberUnits[code] === 1 ? numberBit | otherNumberBit : numberBit
  return markUnits[code] === 1 ? markBit : 0
}

const classes = fillTable(new Uint8Array(0x10000), classify)

const classOf = (code: number): number => classes[code] ?? 0

/** Whether a code point is a combining mark. A mark belongs to the span of the letter before it. */
export const isMark = (codePoint: number): boolean =>
  codePoint > 0xffff
    ? markPattern.test(String.fromCodePoint(codePoint))
    : (classOf(codePoint) & markBit) !== 0

export const isLetter = (code: number): boolean => (classOf(code) & letterBit) !== 0

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Whether a code point is a number, but no digit that larger numbers are written with: ½, ², ①. */
export const isOtherNumber = (codePoint: number): boolean =>
  codePoint > 0xffff
    ? otherNumberPattern.test(String.fromCodePoint(codePoint))
    : (classOf(codePoint) & otherNumberBit) !== 0

/** Whether a UTF-16 unit is a letter or a number of any script. Surrogates are neither. */
export const isAlphanumeric = (code: number): boolean => (classOf(code) & (letterBit | numberBit)) !== 0

/**
 * Whether a unit is a letter of a script with capitals, or looks like one: the letters that people write apart to
 * spell out a word.
 */
export const isSpellable = (code: number): boolean =>
  (classOf(code) & (letterBit | casedBit)) === (letterBit | casedBit)
