import { isNegation } from "../negation.ts"
import { isRestricted } from "../restrictions.ts"
import { follows, Gap, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"

const offspring = normalisedWords("kids children babies kid child baby")
const wishes = normalisedWords("want wanted wanting have having had need")
const between = normalisedWords("a any more to")
const ends = normalisedWords("yet anymore together now ever either and but so because until")

const mostBefore = 4

/** Where "want", "want to have" or "to have" before a token starts; -1 if there is none. */
const wishBefore = (tokens: Tokens, first: number): number => {
  let wished = false
  let at = first - 1
  for (; at >= first - mostBefore && follows(tokens, at + 1, Gap.space); at--) {
    const word = wordAt(tokens, at)
    if (!wishes.has(word) && !between.has(word)) break
    wished ||= wishes.has(word)
  }
  return wished ? at + 1 : -1
}

const suited = normalisedWords("suitable appropriate meant intended")

/** "Not for kids", "not suitable for teenagers", "interdit aux mineurs": nobody is shown. */
export const isExcluded = (tokens: Tokens, match: Match): boolean => {
  const { first } = match
  if (isRestricted(tokens, match)) return true
  if (wordAt(tokens, first - 1) !== "for" || !follows(tokens, first, Gap.space)) return false
  const not = suited.has(wordAt(tokens, first - 2)) ? first - 3 : first - 2
  return isNegation(tokens, not) && follows(tokens, first - 1, Gap.space)
}

/**
 * "We don't want kids", "never had children", "without having any kids": nobody is shown. Only if nothing more is
 * said about them: "I don't want kids dressed" does not match.
 */
export const isUnwanted = (tokens: Tokens, { first, last }: Match): boolean => {
  if (!offspring.has(wordAt(tokens, first))) return false
  if (follows(tokens, last + 1, tightGaps) && !ends.has(wordAt(tokens, last + 1))) return false
  const wish = wishBefore(tokens, first)
  return wish !== -1 && isNegation(tokens, wish - 1) && follows(tokens, wish, Gap.space)
}
