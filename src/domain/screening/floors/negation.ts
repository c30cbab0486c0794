import { follows, Gap, hasRole, tightGaps, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { Role } from "./words/Role.ts"

/** Whether a token is "no", "not" or the like, or the end of "isn't". */
export const isNegation = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, Role.negation) || (wordAt(tokens, at) === "t" && follows(tokens, at, Gap.apostrophe))

/** Whether one of the three words before `first` is a negation. */
export const isNegated = (tokens: Tokens, first: number): boolean => {
  for (let at = first - 1; at >= first - 3 && at >= 0 && follows(tokens, at + 1, tightGaps); at--) {
    if (isNegation(tokens, at)) return true
  }
  return false
}
