import { normalise } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import { tokenAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { Role } from "../words/Role.ts"
import * as turkish from "../words/turkish.ts"
import { isAboutPerson } from "./aboutPerson.ts"
import { statedAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

/**
 * How a language states an age in words: what may come before the number and after it, and the numbers of minors' ages.
 * Alternatives are separated by "|". At least one of the two is there, and says that the number is an age.
 */
interface Wording {
  readonly before?: string
  readonly numbers: string
  readonly after?: string
  /** words directly before the number that make it a larger one */
  readonly notBehind?: string
  /** what makes it a larger one directly behind it */
  readonly notAhead?: string
}

const romanian =
  "trei|patru|cinci|șase|șapte|opt|nouă|zece|unsprezece|doisprezece|treisprezece|paisprezece|cincisprezece|șaisprezece|șaptesprezece"

const arabic =
  "ثلاث|أربع|خمس|ست|سبع|ثمان|ثماني|تسع|عشر|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة|عشرة|أحد عشر|اثنا عشر|اثني عشر|ثلاثة عشر|أربعة عشر|" +
  "خمسة عشر|ستة عشر|سبعة عشر|إحدى عشرة|اثنتا عشرة|ثلاث عشرة|أربع عشرة|خمس عشرة|ست عشرة|سبع عشرة"

/**
 * Languages whose numbers do not combine with the patterns of `ageSuffixes.ts`. In each wording one word at least is a cue or a
 * unit of the vocabulary.
 */
const wordings: ReadonlyArray<Wording> = [
  // Turkish
  {
    numbers:
      "üç|dört|beş|altı|yedi|sekiz|dokuz|on|on bir|on iki|on üç|on dört|on beş|on altı|on yedi|onbir|oniki|onüç|ondört|onbeş|onaltı|onyedi",
    after: turkish.ageEndings.replaceAll(" ", "|"),
    notBehind: "yirmi|otuz|kırk|elli|altmış|yetmiş|seksen|doksan|yüz"
  },
  // Hungarian
  {
    numbers:
      "három|négy|öt|hat|hét|nyolc|kilenc|tíz|tizenegy|tizenkét|tizenkettő|tizenhárom|tizennégy|tizenöt|tizenhat|tizenhét",
    after: "éves|évesek|éveset"
  },
  // Romanian
  { before: "vârstă de|fetiță de|fată de|fete de|băiat de|elevă de", numbers: romanian, after: "ani" },
  // Vietnamese
  {
    numbers: "ba|bốn|năm|sáu|bảy|tám|chín|mười|mười một|mười hai|mười ba|mười bốn|mười lăm|mười sáu|mười bảy",
    after: "tuổi",
    notBehind: "hai|ba|bốn|năm|sáu|bảy|tám|chín|mươi|trăm"
  },
  // Hindi
  {
    numbers: "तीन|चार|पांच|पाँच|छह|छः|सात|आठ|नौ|दस|ग्यारह|बारह|तेरह|चौदह|पंद्रह|पन्द्रह|सोलह|सत्रह",
    after: "साल की|साल का|साल के|वर्षीय|वर्ष की|वर्ष का"
  },
  // Arabic
  { before: "عمرها|عمره|بعمر|تبلغ من العمر|يبلغ من العمر", numbers: arabic, notAhead: "و" },
  // Hebrew. "בת שבע" (seven) is missing, because it is a name.
  {
    before: "בת|בן|בנות|בני",
    numbers:
      "שלוש|ארבע|חמש|שש|שמונה|תשע|עשר|אחת עשרה|שתים עשרה|שתיים עשרה|שלוש עשרה|ארבע עשרה|חמש עשרה|שש עשרה|שבע עשרה"
  },
  // Indonesian and Malay
  {
    before: "umur|usia|berumur|berusia",
    numbers:
      "tiga|empat|lima|enam|tujuh|delapan|lapan|sembilan|sepuluh|sebelas|dua belas|tiga belas|empat belas|lima belas|enam belas|tujuh belas",
    notAhead: "puluh|ratus"
  }
]

const alternatives = (written: string): string =>
  `(?:${written
    .split("|")
    .map((words) => normalise(words).text)
    // The longest first, because the first that matches is taken.
    .toSorted((one, other) => other.length - one.length)
    .join("|")})`

const patternOf = ({ after, before, notAhead, notBehind, numbers }: Wording): string => {
  const parts = [before, numbers, after].flatMap((part) => (part === undefined ? [] : [alternatives(part)]))
  const larger = notBehind === undefined ? "" : `(?<!(?<![\\p{L}\\p{M}])${alternatives(notBehind)} )`
  return larger + parts.join(" ") + (notAhead === undefined ? "" : `(?! ${alternatives(notAhead)})`)
}

/** Linear in the text: no part of it repeats. */
const spelledAge = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?:${wordings.map(patternOf).join("|")})(?![\\p{L}\\p{M}\\p{N}])`,
  "gu"
)

/** The first token that does not end before an offset. */
const tokenFrom = (tokens: Tokens, offset: number, from: number): number => {
  let at = from
  while (at < tokens.length && tokenAt(tokens, at).end <= offset) at++
  return at
}

const cueRoles = Role.year | Role.ageCue

/** Minors' ages that are stated in words in languages such as Turkish, Hungarian and Arabic. */
export const findSpelledAges = (reading: Reading): ReadonlyArray<StatedAge> => {
  const { roles, text, tokens } = reading
  const found: Array<StatedAge> = []
  if ((roles & cueRoles) === 0) return found
  let first = 0
  for (const { 0: written, index } of text.matchAll(spelledAge)) {
    first = tokenFrom(tokens, index, first)
    const last = tokenFrom(tokens, index + written.length - 1, first)
    const match = { first, last }
    if (isAboutPerson(tokens, match, { adult: false })) found.push(statedAge(reading, match, false))
  }
  return found
}
