import { follows, Gap, tightGaps, wordAt } from "./tokens.ts"
import type { Match, Tokens } from "./tokens.ts"
import { normalisedWords } from "./words/normalisedWords.ts"

const barred = normalisedWords(
  "interdit interdite interdits interdites déconseillé déconseillée prohibido prohibida proibido proibida vietato vietata verboten forbidden prohibited"
)
const links = normalisedWords("aux au a ai para für to for per")

/** What may be barred from somebody, and how. */
const works = normalisedWords(
  "contenu contenus film photo photos image images vidéo site est strictement contenido sitio es estrictamente conteúdo é estritamente"
)

/** "Film interdit" and ", interdit", but not "girl 15 interdit". */
const opensNotice = (tokens: Tokens, at: number): boolean =>
  !follows(tokens, at, tightGaps) || works.has(wordAt(tokens, at - 1))

/**
 * Whether something is said to be barred from these people: "interdit aux mineurs". Only if nothing more is said about
 * them: "interdit aux mineurs nus" may show some.
 */
export const isRestricted = (tokens: Tokens, { first, last }: Match): boolean =>
  opensNotice(tokens, first - 2) &&
  barred.has(wordAt(tokens, first - 2)) &&
  links.has(wordAt(tokens, first - 1)) &&
  follows(tokens, first - 1, Gap.space) &&
  follows(tokens, first, Gap.space) &&
  !follows(tokens, last + 1, tightGaps)
