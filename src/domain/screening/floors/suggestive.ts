import type { ChildWord } from "./lexicon/children.ts"
import { follows, Gap, hasRole, spellingOf, tightGaps, tokenAt, wordAt } from "./tokens.ts"
import type { Token, Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"
import { filterOf, finishLower, hashTerm, passes } from "./words/termHash.ts"

/** Words that sexualise whoever they are said of, but are too common to make every prompt sexual. */
const suggestive = normalisedWords(
  "sexy sexi sexier sexiest sexily seductive sensual slutty striptease onlyfans lingerie " +
    "seksowna seksowny seksi sensuale lencería reizwäsche сексуальная сексуальный сексуальную секси"
)

const filter = filterOf([...suggestive].map(hashTerm))

/** By its hash first, which the token has, so that few are cut out of the text. */
const isSuggestive = (token: Token): boolean =>
  passes(filter, finishLower(token.high, token.low)) && suggestive.has(spellingOf(token))

const isSuggestiveAt = (tokens: Tokens, at: number): boolean => isSuggestive(tokenAt(tokens, at))

/** Whether such a word is directly beside a word for a child: "sexy schoolgirl", "a child, sexy", "the child is sexy". */
const isBesideSuggestive = (tokens: Tokens, child: ChildWord): boolean => {
  // "Sexy baby" is what lovers say.
  if (wordAt(tokens, child.first) === "baby") return false
  if (isSuggestiveAt(tokens, child.first - 1) && follows(tokens, child.first, tightGaps)) return true
  let next = child.first
  while (next < tokens.length && tokenAt(tokens, next).end <= child.end) next++
  if (hasRole(tokens, next, Role.being) && follows(tokens, next, Gap.space)) next++
  return isSuggestiveAt(tokens, next) && follows(tokens, next, tightGaps | Gap.comma)
}

export const holdsSuggestive = (tokens: Tokens): boolean => tokens.some(isSuggestive)

/** Whether a minor is sexualised: by any such word if an age is stated, otherwise by one beside a word for a child. */
export const sexualisesMinor = (
  tokens: Tokens,
  isAgeStated: boolean,
  children: ReadonlyArray<ChildWord>
): boolean =>
  isAgeStated ? holdsSuggestive(tokens) : children.some((child) => isBesideSuggestive(tokens, child))
