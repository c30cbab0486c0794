import { follows, Gap, tightGaps, wordAt } from "./tokens.ts"
import type { Match, Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"

const barred = normalisedWords(
  "interdit interdite interdits interdites déconseillé déconseillée prohibido prohibida proibido proibida vietato vietata verboten forbidden prohibited"
)
const links = normalisedWords("aux au a ai para für to for per")

/**
 * Whether something is said to be barred from these people: "interdit aux mineurs". Only if nothing more is said about
 * them: "interdit aux mineurs nus" may show some.
 */
export const isRestricted = (tokens: Tokens, { first, last }: Match): boolean =>
  barred.has(wordAt(tokens, first - 2)) &&
  links.has(wordAt(tokens, first - 1)) &&
  follows(tokens, first - 1, Gap.space) &&
  follows(tokens, first, Gap.space) &&
  !follows(tokens, last + 1, tightGaps)
