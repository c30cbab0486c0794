import type { Span } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import { follows, Gap, hasRole, tightGaps, tokenAt, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"
import { isCount, lastWithUnit } from "./ageEnds.ts"
import type { Quantity } from "./quantities.ts"
import { isCalledYoung } from "./youngPeople.ts"

const commaCode = 0x2c

/**
 * Whether nothing sets a number off from the word before. Brackets are spaces in the normalised text, so more than
 * one unit in between does.
 */
export const isJoined = ({ tokens }: Reading, first: number): boolean => {
  const { start, text } = tokenAt(tokens, first)
  const { end } = tokenAt(tokens, first - 1)
  return start - end <= 1 && text.charCodeAt(end) !== commaCode
}

/** "Tesla Model 3" */
const isProduct = (tokens: Tokens, noun: number): boolean =>
  wordAt(tokens, noun) === "model" &&
  hasRole(tokens, noun - 1, Role.thing) &&
  follows(tokens, noun, Gap.space)

/** "Model 15" alone between commas; not "female model 15", "model 15 nude" and "model 15-16". */
const isNumbered = (tokens: Tokens, noun: number, { last }: Quantity): boolean =>
  wordAt(tokens, noun) === "model" &&
  !follows(tokens, noun, tightGaps) &&
  !follows(tokens, last + 1, tightGaps)

const kings = normalisedWords("henry william charles james john louis alexander paul christian")
const leastAgeOfKings = 10

/** "Henry 8". With a comma, a bracket or a verb it is an age, and so it is directly behind other names: "Emma 15". */
const isOfKing = (tokens: Tokens, noun: number, { lowest }: Quantity): boolean =>
  lowest < leastAgeOfKings && kings.has(wordAt(tokens, noun)) && !isCalledYoung(tokens, noun)

const isNumberAt = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.digits) && !follows(tokens, at, Gap.stop | Gap.sentence)

/** Whether a number says how many they are: "girls: 12", "girls, a dozen"; not "girls: 12 nude", "young girls: 12". */
const isHowMany = (tokens: Tokens, noun: number, { first, last }: Quantity): boolean => {
  if (!isCount(wordAt(tokens, noun)) || isCalledYoung(tokens, noun)) return false
  if (follows(tokens, last + 1, tightGaps)) return false
  if (wordAt(tokens, first) === "dozen") return true
  return noun === first - 1 && follows(tokens, first, Gap.colon) && !isNumberAt(tokens, last + 1)
}

const shop = { gap: Gap.hyphen, number: 7 } as const
const day = { gap: Gap.slash, number: 9 } as const
const eleven = 11

/** "A girl at 7-11" is at a shop, and "girl 9/11" is of that day. Several girls may be of these ages. */
const isShopOrDay = (tokens: Tokens, noun: number, first: number, isDirect: boolean): boolean => {
  const next = first + 1
  if (isCount(wordAt(tokens, noun)) || isCalledYoung(tokens, noun)) return false
  const isAt = wordAt(tokens, first - 1) === "at"
  if (!isAt && !isDirect) return false
  const { gap, number } = isAt ? shop : day
  return valueAt(tokens, first) === number && valueAt(tokens, next) === eleven && follows(tokens, next, gap)
}

/** Whether a number is alone, and not one of two that may be ages: "15-16", "10/11". */
const isSingle = (tokens: Tokens, { first, last }: Quantity): boolean =>
  first === last && !follows(tokens, last + 1, Gap.slash)

/** Whether a number without a unit behind a noun counts people, or is part of a name. */
export const isCountOrName = (reading: Reading, noun: number, number: Quantity): boolean => {
  const { tokens } = reading
  if (isProduct(tokens, noun)) return true
  if (lastWithUnit(tokens, number) !== number.last) return false
  const isDirect = noun === number.first - 1 && isJoined(reading, number.first)
  if (isShopOrDay(tokens, noun, number.first, isDirect)) return true
  if (!isSingle(tokens, number)) return false
  const isName = isDirect && (isNumbered(tokens, noun, number) || isOfKing(tokens, noun, number))
  return isName || isHowMany(tokens, noun, number)
}

/** The start of the name of an account, up to a number in it: "@lucy_". */
const handle = /(?:^|[^\w.@])@[\w.]*_$/

const longestHandle = 32

/** Whether a bare number is a part of the name of an account: "@lucy_16", not "@lucy 16" and "@lucy_16yo". */
export const isInHandle = (original: string, { end, start }: Span): boolean =>
  original.charAt(start - 1) === "_" &&
  /^\d+$/.test(original.slice(start, end)) &&
  handle.test(original.slice(Math.max(0, start - longestHandle), start))
