import type { ChildWord } from "./lexicon/children.ts"
import { follows, Gap, hasRole, spellingOf, tightGaps, tokenAt, wordAt } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"
import { Role } from "./words/Role.ts"

/** Words that sexualise whoever they are said of, but are too common to make every prompt sexual. */
const suggestive = normalisedWords(
  "sexy sexi sexier sexiest sexily seductive sensual slutty striptease onlyfans lingerie " +
    "seksowna seksowny seksi sensuale lencería reizwäsche сексуальная сексуальный сексуальную секси"
)

const isSuggestiveAt = (tokens: Tokens, at: number): boolean => suggestive.has(wordAt(tokens, at))

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

/** Whether a minor is sexualised: by any such word if an age is stated, otherwise by one beside a word for a child. */
export const sexualisesMinor = (
  tokens: Tokens,
  isAgeStated: boolean,
  children: ReadonlyArray<ChildWord>
): boolean =>
  isAgeStated
    ? tokens.some((token) => suggestive.has(spellingOf(token)))
    : children.some((child) => isBesideSuggestive(tokens, child))
