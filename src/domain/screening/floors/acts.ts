import { wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"

const acts = normalisedWords(
  "posing undressing stripping bathing showering lying sitting standing kneeling having watched"
)

/** Whether a word says what somebody does who is named directly before it: "a minor undressing", "in year 8 posing". */
export const isAct = (tokens: Tokens, at: number): boolean => acts.has(wordAt(tokens, at))
