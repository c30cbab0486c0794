import { follows, Gap, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"

/** Words between what is said of one person and what is said of another: "a child and a man". */
const dividers = normalisedWords(
  "and with beside by near next plus und mit et avec y con e com holding hugging kissing carrying watching touching behind against"
)

export const isDivider = (tokens: Tokens, at: number): boolean => dividers.has(wordAt(tokens, at))

/** Whether a divider stands between two tokens. */
export const isDivided = (tokens: Tokens, first: number, last: number): boolean => {
  for (let at = first + 1; at <= last; at++) {
    if (follows(tokens, at, Gap.ampersand) || (at < last && isDivider(tokens, at))) return true
  }
  return false
}
