import { normalise } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, spellingOf, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Token, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { adultAge } from "./StatedAge.ts"
import type { StatedAge } from "./StatedAge.ts"

/** A list of words, spelled as in the text that the floors read. A "_" stands for a space. */
const listed = (words: string): ReadonlyArray<string> =>
  words.split(" ").map((word) => normalise(word.replaceAll("_", " ")).text)

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (character) => character.charCodeAt(0)))

const years = codesOf("歳才岁歲살세")
const longerYears = normalisedWords("さい 周岁 周歲 週歲")
const firstsOfLonger = codesOf("さ周週")

/** In Korean, "14세" is an age, "14세기" a century and "14세트" a set. These endings may follow the unit of an age. */
const afterKorean = listed("의 이 인 가 는 은 를 로 때 짜리 미만 이하 부터 까지 여 남 소 학 아 직")

const isKoreanAge = (word: string): boolean =>
  word.length === 1 || afterKorean.some((next) => word.startsWith(next, 1))

/** The length of the unit of years at a place in a word, behind a number; 0 if there is none. */
export const unitOfYears = (word: string, at = 0): number => {
  if (word.startsWith("세", at) && !isKoreanAge(word.slice(at))) return 0
  if (years.has(word.charCodeAt(at))) return 1
  return firstsOfLonger.has(word.charCodeAt(at)) && longerYears.has(word.slice(at, at + 2)) ? 2 : 0
}

/** Words by the code of their first or last character, because most places in a text have none of them. */
type WordsByCode = ReadonlyMap<number, ReadonlyArray<string>>

const byCode = (words: string, place: number): WordsByCode => {
  const grouped = new Map<number, Array<string>>()
  for (const word of listed(words)) {
    const code = word.at(place)?.charCodeAt(0) ?? 0
    grouped.set(code, [...(grouped.get(code) ?? []), word])
  }
  return grouped
}

const byFirst = (words: string): WordsByCode => byCode(words, 0)

const byLast = (words: string): WordsByCode => byCode(words, -1)

/** The listed word that starts at a place in a text. */
const wordFrom = (text: string, at: number, words: WordsByCode): string | undefined =>
  words.get(text.charCodeAt(at))?.find((word) => text.startsWith(word, at))

const startsWithOne = (text: string, at: number, words: WordsByCode): boolean =>
  wordFrom(text, at, words) !== undefined

const endsWithOne = (text: string, end: number, words: WordsByCode): boolean =>
  words.get(text.charCodeAt(end - 1))?.some((word) => text.startsWith(word, end - word.length)) === true

const things = byFirst("威士忌 葡萄酒 红酒 酒 狗 猫 犬 马 树 车 ウイスキー ワイン 愛犬 愛猫 老犬 木 車")
const links = listed("的 の")

/** Whether a thing or an animal directly follows an age: "14岁的威士忌", "14歳の愛犬". */
export const isOfUnspacedThing = (word: string, from: number): boolean =>
  links.some((link) => word.startsWith(link, from) && startsWithOne(word, from + link.length, things))

const below = byFirst(
  "未満 未满 未滿 になっていない になってない に満たない になる前 になる直前 の直前 直前 手前 の手前 の誕生日前 じゃない ではない でない " +
    "미만 이_안 이_되지 도_안 가_안 이_되기 가_되기 되기_전 직전 생일_전 이_아닌 이_아니 가_아닌 가_아니"
)
const atMost = byFirst("以下 以内 이하")
const notYet = byLast(
  "未满 未滿 不满 不滿 不到 未到 没满 沒滿 没到 沒到 不够 没有 沒有 快满 快滿 将满 將滿 快 快要 快到 将近 將近 接近 即将 即將 即将满 即將滿 " +
    "马上 馬上 马上满 馬上滿 就要 个月 個月 个月满 個月滿 もうすぐ まもなく 間もなく もうじき あと少しで もう少しで ほぼ 곧 거의"
)
/** What may follow "under 18" on a notice that says who may not see something: "18歳未満閲覧禁止", "18歳未満お断り". */
const notices = byFirst(
  "閲覧禁止 の閲覧禁止 は閲覧禁止 の閲覧を禁止 の閲覧を禁じ の方の閲覧 視聴禁止 の視聴禁止 入場禁止 立入禁止 立ち入り禁止 お断り はお断り の方はお断り " +
    "관람불가 관람_불가 시청불가 시청_불가 이용불가 구독불가"
)
const isChinese = (unit: string): boolean => unit.endsWith("岁") || unit.endsWith("歲")

type UnspacedLimit = "below" | "atMost" | "barred" | "none"

/** Whether a limit on a number, such as "未満" behind 18, is one for those who look at a picture. */
const isOnNotice = (text: string, from: number): boolean => {
  const limit = wordFrom(text, from, below)
  if (limit === undefined) return false
  const end = from + limit.length
  return startsWithOne(text, text.charAt(end) === " " ? end + 1 : end, notices)
}

/** The limit in "18歳未満", "18岁以下", "18세 미만" and "未满18岁". In Chinese, "以下" is said of minors, like "under". */
const limitInText = (text: string, start: number, unit: string, end: number): UnspacedLimit => {
  const next = text.charAt(end) === " " ? end + 1 : end
  const before = text.charAt(start - 1) === " " ? start - 1 : start
  if (isOnNotice(text, next)) return "barred"
  if (startsWithOne(text, next, below) || endsWithOne(text, before, notYet)) return "below"
  if (!startsWithOne(text, next, atMost)) return "none"
  return isChinese(unit) ? "below" : "atMost"
}

/** The limit that the words around a number in digits state: "18歳未満". */
export const limitOfUnspaced = (tokens: Tokens, first: number, last: number): UnspacedLimit => {
  const unit = tokenAt(tokens, last + 1)
  if (!hasRole(tokens, last + 1, Role.unspaced)) return "none"
  const word = spellingOf(unit)
  const length = unitOfYears(word)
  if (length === 0) return "none"
  return limitInText(unit.text, tokenAt(tokens, first).start, word.slice(0, length), unit.start + length)
}

const numerals = new Map(Array.from("一二三四五六七八九", (numeral, at) => [numeral.charCodeAt(0), at + 1]))
const ten = "十".charCodeAt(0)

/** The value of a numeral below ten; 0 for anything else. */
const unitsAt = (word: string, at: number): number => numerals.get(word.charCodeAt(at)) ?? 0

const isNumeral = (word: string, at: number): boolean =>
  word.charCodeAt(at) === ten || unitsAt(word, at) !== 0

interface Numeral {
  readonly start: number
  readonly value: number
}

/**
 * Characters before a numeral that make it part of another number, such as "hundred" and "several", or a difference of
 * ages: "看起来年轻七八岁".
 */
const noAge = codesOf("百千万数數几幾第〇零轻輕差")

/** The value of none, one or two numerals below ten. Two that count up, as in "七八" and "十三四", mean one or the other. */
const unitsOf = (word: string, from: number, to: number): number => {
  if (from === to) return 0
  const lower = unitsAt(word, from)
  const isOne = to - from === 1 || (to - from === 2 && unitsAt(word, from + 1) === lower + 1)
  return isOne && lower > 0 ? lower : -1
}

/** The lower value of a numeral such as "十四", "四", "二十四" or "十三四"; -1 if it has another form. */
const numberOf = (word: string, from: number, to: number): number => {
  const tens = word.charCodeAt(from) === ten ? from : from + 1
  if (tens >= to || word.charCodeAt(tens) !== ten) return unitsOf(word, from, to)
  const units = unitsOf(word, tens + 1, to)
  return units === -1 ? -1 : (tens === from ? 1 : unitsAt(word, from)) * 10 + units
}

/** The numeral that ends before `end` in a word. */
const readNumeral = (word: string, end: number): Numeral | undefined => {
  let start = end
  while (start > 0 && isNumeral(word, start - 1)) start--
  if (start === end || noAge.has(word.charCodeAt(start - 1))) return undefined
  return { start, value: numberOf(word, start, end) }
}

/** Whether an age states an adult; undefined if it states neither an adult nor a minor. */
const isAdultBy = (value: number, limit: UnspacedLimit): boolean | undefined => {
  if (value < adultAge || (value === adultAge && limit === "below")) return false
  return limit === "none" ? true : undefined
}

const leastAge = 3

const ageUnits = codesOf("歳岁歲")
const fullYears = codesOf("周週")

/** Whether a unit of years starts here. "才" alone is another word in Chinese. */
const isUnit = (word: string, at: number): boolean =>
  ageUnits.has(word.charCodeAt(at)) ||
  word.startsWith("才の", at) ||
  (fullYears.has(word.charCodeAt(at)) && unitOfYears(word, at) === 2)

const agesInWord = (token: Token, at: number): ReadonlyArray<StatedAge> => {
  const word = spellingOf(token)
  const found: Array<StatedAge> = []
  for (let unit = 1; unit < word.length; unit++) {
    const numeral = isUnit(word, unit) ? readNumeral(word, unit) : undefined
    if (numeral === undefined || numeral.value < leastAge) continue
    const length = unitOfYears(word, unit)
    if (isOfUnspacedThing(word, unit + length)) continue
    const start = token.start + numeral.start
    const end = token.start + unit + length
    const adult = isAdultBy(
      numeral.value,
      limitInText(token.text, start, word.slice(unit, unit + length), end)
    )
    if (adult !== undefined) found.push({ first: at, last: at, start, end, adult })
  }
  return found
}

/** Korean numbers before "살". "네" (four) is missing, because "네 살" as often means "your flesh". */
const koreanNumbers = normalisedWords(
  "세 다섯 여섯 일곱 여덟 아홉 열 열한 열두 열세 열네 열다섯 열여섯 열일곱 십 십일 십이 십삼 십사 십오 십육 십칠"
)
const longestKorean = 3

/** "열네 살", "열다섯살", "십사세". */
const koreanAge = (tokens: Tokens, at: number): StatedAge | undefined => {
  const token = tokenAt(tokens, at)
  const word = spellingOf(token)
  if (
    unitOfYears(word) === 1 &&
    follows(tokens, at, Gap.space) &&
    koreanNumbers.has(wordAt(tokens, at - 1))
  ) {
    return {
      first: at - 1,
      last: at,
      start: tokenAt(tokens, at - 1).start,
      end: token.start + 1,
      adult: false
    }
  }
  for (let length = 1; length <= Math.min(longestKorean, word.length - 1); length++) {
    if (
      "살세".includes(word.charAt(length)) &&
      unitOfYears(word, length) === 1 &&
      koreanNumbers.has(word.slice(0, length))
    )
      return { first: at, last: at, start: token.start, end: token.start + length + 1, adult: false }
  }
  return undefined
}

const schools = byLast("小学 小学校 小學 中学 中学校 中學 高校 初中 高中 초등학교 중학교 고등학교")
const schoolYears = listed("年生 年级 年級 학년")
const lastYear = 6

/** "中学2年生", "중학교 2학년": a school, the number of the year, and its unit. */
const gradeAt = (tokens: Tokens, at: number): StatedAge | undefined => {
  const token = tokenAt(tokens, at)
  const word = spellingOf(token)
  const value = valueAt(tokens, at - 1)
  const unit = schoolYears.find((known) => word.startsWith(known))
  if (unit === undefined || value < 1 || value > lastYear || !hasRole(tokens, at - 1, Role.digits))
    return undefined
  const school = wordAt(tokens, at - 2)
  if (!endsWithOne(school, school.length, schools)) return undefined
  return {
    first: at - 1,
    last: at,
    start: tokenAt(tokens, at - 1).start,
    end: token.start + unit.length,
    adult: false
  }
}

/** Ages in the numerals of scripts without spaces between words, and school years in these scripts. */
export const findUnspacedAges = ({ roles, tokens }: Reading): ReadonlyArray<StatedAge> => {
  const found: Array<StatedAge> = []
  if ((roles & Role.unspaced) === 0) return found
  for (const [at, token] of tokens.entries()) {
    if ((token.roles & Role.unspaced) === 0) continue
    found.push(...agesInWord(token, at))
    const other = koreanAge(tokens, at) ?? gradeAt(tokens, at)
    if (other !== undefined) found.push(other)
  }
  return found
}

const cues = byLast("年齢 年龄 年齡 나이 อายุ")
const young = byLast(
  "少女 少年 女の子 男の子 女孩 男孩 女生 男生 女子 소녀 소년 여학생 남학생 여자아이 남자아이 아이 女児 男児"
)

const wordEndsWithOne = (tokens: Tokens, at: number, words: WordsByCode): boolean =>
  hasRole(tokens, at, Role.unspaced) && endsWithOne(wordAt(tokens, at), wordAt(tokens, at).length, words)

/** "年齢: 14" */
export const isUnspacedCue = (tokens: Tokens, at: number): boolean => wordEndsWithOne(tokens, at, cues)

/** "裸の少女、14" */
export const isUnspacedYoung = (tokens: Tokens, at: number): boolean => wordEndsWithOne(tokens, at, young)
