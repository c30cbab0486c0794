import { withSlip } from "../build/training/madeTexts.ts"
import { makeRandom } from "../build/training/plainMath.ts"

/** One way to hide a word from a filter while a reader, or an image model, still sees it. */
type Disguise = (word: string, random: () => number) => string

const replacing =
  (pairs: Readonly<Record<string, string>>): Disguise =>
  (word) =>
    Array.from(word, (letter) => pairs[letter] ?? letter).join("")

/** Letters of other scripts that look like Latin ones. */
const lookAlikes = { a: "а", c: "с", e: "е", i: "і", o: "о", p: "р", x: "х", y: "у", A: "А", E: "Е", O: "О" }
const digits = { a: "4", e: "3", i: "1", o: "0", s: "5" }

/** From a printable ASCII character to its full-width form. */
const fullWidthOffset = 0xff01 - 0x21

const fullWidth: Disguise = (word) =>
  Array.from(word, (letter) =>
    /[!-~]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + fullWidthOffset) : letter
  ).join("")

const inside = (word: string, random: () => number): number => 1 + Math.floor(random() * (word.length - 2))

const masked: Disguise = (word, random) => {
  const at = inside(word, random)
  return `${word.slice(0, at)}*${word.slice(at + 1)}`
}

const repeated: Disguise = (word, random) => {
  const at = inside(word, random)
  return word.slice(0, at) + word.charAt(at).repeat(3) + word.slice(at)
}

export const disguiseNames = [
  "homoglyphs",
  "zeroWidth",
  "fullWidth",
  "leet",
  "spacedLetters",
  "masks",
  "typos",
  "repeats",
  "promptWeights"
] as const

export type DisguiseName = (typeof disguiseNames)[number]

const disguises: Readonly<Record<DisguiseName, Disguise>> = {
  homoglyphs: replacing(lookAlikes),
  zeroWidth: (word) => Array.from(word).join("\u200b"),
  fullWidth,
  leet: replacing(digits),
  spacedLetters: (word) => `  ${Array.from(word).join(" ")}  `,
  masks: masked,
  typos: withSlip,
  repeats: repeated,
  promptWeights: (word) => `(${word}:1.3)`
}

/** Words of four Latin letters and more: shorter ones are left as they are. */
const disguisable = /[A-Za-z]{4,}/g

/** The text with every longer word disguised. The same text always gives the same disguise. */
export const disguise = (name: DisguiseName, text: string): string => {
  const random = makeRandom(text.length)
  return text.replaceAll(disguisable, (word) => disguises[name](word, random))
}
