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

const years = normalisedWords("歳 才 さい 岁 歲 周岁 周歲 週歲 살 세")

/** In Korean, "14세" is an age, "14세기" a century and "14세트" a set. These endings may follow the unit of an age. */
const afterKorean = listed("의 이 인 가 는 은 를 로 때 짜리 미만 이하 부터 까지 여 남 소 학 아 직")

const isKoreanAge = (word: string): boolean =>
  word.length === 1 || afterKorean.some((next) => word.startsWith(next, 1))

/** The length of the unit of years at the start of a word that follows a number; 0 if there is none. */
export const unitOfYears = (word: string): number => {
  if (word.startsWith("세") && !isKoreanAge(word)) return 0
  if (years.has(word.charAt(0))) return 1
  return years.has(word.slice(0, 2)) ? 2 : 0
}

const things = listed("威士忌 葡萄酒 红酒 酒 狗 猫 犬 马 树 车 ウイスキー ワイン 愛犬 愛猫 老犬 木 車")
const links = listed("的 の")

/** Whether a thing or an animal directly follows an age: "14岁的威士忌", "14歳の愛犬". */
export const isOfUnspacedThing = (word: string, from: number): boolean =>
  links.some((link) => word.startsWith(link, from) && startsWithOne(word, from + link.length, things))

const below = listed(
  "未満 未满 未滿 になっていない になってない に満たない になる前 になる直前 の直前 直前 手前 の手前 の誕生日前 じゃない ではない でない " +
    "미만 이_안 이_되지 도_안 가_안 이_되기 가_되기 되기_전 직전 생일_전 이_아닌 이_아니 가_아닌 가_아니"
)
const atMost = listed("以下 以内 이하")
const notYet = listed(
  "未满 未滿 不满 不滿 不到 未到 没满 沒滿 没到 沒到 不够 没有 沒有 快满 快滿 将满 將滿 快 快要 快到 将近 將近 接近 即将 即將 即将满 即將滿 " +
    "马上 馬上 马上满 馬上滿 就要 个月 個月 个月满 個月滿 もうすぐ まもなく 間もなく もうじき あと少しで もう少しで ほぼ 곧 거의"
)
/** What may follow "under 18" on a notice that says who may not see something: "18歳未満閲覧禁止", "18歳未満お断り". */
const notices = listed(
  "閲覧禁止 の閲覧禁止 は閲覧禁止 の閲覧を禁止 の閲覧を禁じ の方の閲覧 視聴禁止 の視聴禁止 入場禁止 立入禁止 立ち入り禁止 お断り はお断り の方はお断り " +
    "관람불가 관람_불가 시청불가 시청_불가 이용불가 구독불가"
)
const isChinese = (unit: string): boolean => unit.endsWith("岁") || unit.endsWith("歲")

const startsWithOne = (text: string, at: number, known: ReadonlyArray<string>): boolean =>
  known.some((word) => text.startsWith(word, at))

type UnspacedLimit = "below" | "atMost" | "barred" | "none"

/** Whether a limit on a number, such as "未満" behind 18, is one for those who look at a picture. */
const isOnNotice = (text: string, from: number): boolean => {
  const limit = below.find((word) => text.startsWith(word, from))
  if (limit === undefined) return false
  const end = from + limit.length
  return startsWithOne(text, text.charAt(end) === " " ? end + 1 : end, notices)
}

/** The limit in "18歳未満", "18岁以下", "18세 미만" and "未满18岁". In Chinese, "以下" is said of minors, like "under". */
const limitInText = (text: string, start: number, unit: string, end: number): UnspacedLimit => {
  const next = text.charAt(end) === " " ? end + 1 : end
  const before = text.charAt(start - 1) === " " ? start - 1 : start
  if (isOnNotice(text, next)) return "barred"
  if (startsWithOne(text, next, below) || notYet.some((word) => text.startsWith(word, before - word.length)))
    return "below"
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

const numerals = "一二三四五六七八九"
const ten = "十"

interface Numeral {
  readonly start: number
  readonly value: number
}

/**
 * Characters before a numeral that make it part of another number, such as "hundred" and "several", or a difference of
 * ages: "看起来年轻七八岁".
 */
const noAge = new Set("百千万数數几幾第〇零轻輕差")

/** Two that count up, as in "七八" and "十三四", mean one or the other. */
const isUnits = (written: string): boolean => written.length <= 2 && numerals.includes(written)

/** The lower value of a numeral such as "十四", "四", "二十四" or "十三四"; -1 if it has another form. */
const numberOf = (written: string): number => {
  const [tens = "", units, ...more] = written.split(ten)
  if (more.length > 0 || !isUnits(units ?? tens)) return -1
  if (units === undefined) return valueOf(tens)
  return tens.length > 1 ? -1 : (tens === "" ? 1 : valueOf(tens)) * 10 + valueOf(units)
}

/** The numeral that ends before `end` in a word. */
const readNumeral = (word: string, end: number): Numeral | undefined => {
  let start = end
  while (start > 0 && (numerals + ten).includes(word.charAt(start - 1))) start--
  if (start === end || noAge.has(word.charAt(start - 1))) return undefined
  return { start, value: numberOf(word.slice(start, end)) }
}

const valueOf = (numeral: string): number => (numeral === "" ? 0 : numerals.indexOf(numeral) + 1)

/** Whether an age states an adult; undefined if it states neither an adult nor a minor. */
const isAdultBy = (value: number, limit: UnspacedLimit): boolean | undefined => {
  if (value < adultAge || (value === adultAge && limit === "below")) return false
  return limit === "none" ? true : undefined
}

const leastAge = 3

/** Whether a unit of years starts here. "才" alone is another word in Chinese. */
const isUnit = (word: string, at: number): boolean =>
  "歳岁歲".includes(word.charAt(at)) ||
  word.startsWith("才の", at) ||
  ("周週".includes(word.charAt(at)) && unitOfYears(word.slice(at)) === 2)

const agesInWord = (token: Token, at: number): ReadonlyArray<StatedAge> => {
  const word = spellingOf(token)
  const found: Array<StatedAge> = []
  for (let unit = 1; unit < word.length; unit++) {
    const numeral = isUnit(word, unit) ? readNumeral(word, unit) : undefined
    if (numeral === undefined || numeral.value < leastAge) continue
    const length = unitOfYears(word.slice(unit))
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
      unitOfYears(word.slice(length)) === 1 &&
      koreanNumbers.has(word.slice(0, length))
    )
      return { first: at, last: at, start: token.start, end: token.start + length + 1, adult: false }
  }
  return undefined
}

const schools = listed("小学 小学校 小學 中学 中学校 中學 高校 初中 高中 초등학교 중학교 고등학교")
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
  if (!schools.some((known) => school.endsWith(known))) return undefined
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

const cues = listed("年齢 年龄 年齡 나이 อายุ")
const young = listed(
  "少女 少年 女の子 男の子 女孩 男孩 女生 男生 女子 소녀 소년 여학생 남학생 여자아이 남자아이 아이 女児 男児"
)

const endsWithOne = (tokens: Tokens, at: number, known: ReadonlyArray<string>): boolean =>
  hasRole(tokens, at, Role.unspaced) && known.some((word) => wordAt(tokens, at).endsWith(word))

/** "年齢: 14" */
export const isUnspacedCue = (tokens: Tokens, at: number): boolean => endsWithOne(tokens, at, cues)

/** "裸の少女、14" */
export const isUnspacedYoung = (tokens: Tokens, at: number): boolean => endsWithOne(tokens, at, young)
