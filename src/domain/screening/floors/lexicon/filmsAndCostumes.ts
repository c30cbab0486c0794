import { follows, Gap, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"

const beforeFilm = normalisedWords("from film movie watching")

/** "Million Dollar Baby" and "Baby Driver". In "nude baby driver" there may be one. */
export const isFilm = (tokens: Tokens, at: number): boolean => {
  if (wordAt(tokens, at) !== "baby") return false
  if (wordAt(tokens, at - 1) === "dollar" && wordAt(tokens, at - 2) === "million")
    return follows(tokens, at, Gap.space) && follows(tokens, at - 1, Gap.space)
  const isDriver = wordAt(tokens, at + 1) === "driver" && follows(tokens, at + 1, Gap.space)
  return isDriver && (!follows(tokens, at, tightGaps) || beforeFilm.has(wordAt(tokens, at - 1)))
}

const scouts = normalisedWords("scout scouts")
const garments = normalisedWords("uniform uniforms outfit outfits costume costumes cosplay")
const women = normalisedWords("woman women lady ladies")
const wearing = normalisedWords("in wearing")
const articles = normalisedWords("a her")

/** "A woman in a girl scout uniform": what a grown person wears. Of anybody else it may be a scout's. */
export const isCostume = (tokens: Tokens, { first, last }: Match): boolean => {
  if (!scouts.has(wordAt(tokens, last)) || !garments.has(wordAt(tokens, last + 1))) return false
  if (!follows(tokens, last + 1, Gap.space)) return false
  const verb = articles.has(wordAt(tokens, first - 1)) ? first - 2 : first - 1
  return (
    wearing.has(wordAt(tokens, verb)) &&
    women.has(wordAt(tokens, verb - 1)) &&
    follows(tokens, verb, Gap.space) &&
    follows(tokens, first, Gap.space)
  )
}
