import { wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"

/**
 * Words before "13 ans", "13 años", "13 anos" or "13 anni" that make it a length of time, and their like in other
 * languages.
 */
const before = normalisedWords(
  "pendant depuis bout dans durant après en sur tous toutes les chaque pour hace durante por tras cada desde per fra tra " +
    "ogni dopo in sinds al na gedurende za за через спустя после более около каждые od przez po co"
)

/** Words after it that do so: "13 ans plus tard", "13 anni fa". */
const after = normalisedWords(
  "plus après auparavant despues después depois dopo fa atrás antes avant tard luego mas consecutivos passés geleden lang later getrouwd назад спустя подряд брака тюрьмы опыта стажа вместе temu później małżeństwa doświadczenia razem"
)

/** Words that do so after a "de", "d'" or "di": "13 ans de mariage". */
const subjects = normalisedWords(
  "différence diferencia diferença differenza expérience experiencia experiência esperienza garantie garantía garantia garanzia mariage matrimonio casamento carrière carrera " +
    "carreira carriera histoire historia história storia service servicio serviço servizio prison cárcel prisão prigione existence " +
    "casados casadas novios noviazgo namoro guerre guerra travail trabajo trabalho lavoro tradition tradición tradição tradizione recherche"
)

/** Words before a length of time in one language only, with its unit: "há 12 anos", "da 12 anni". */
const unitsAfter: ReadonlyMap<string, string> = new Map([
  ["ha", "anos"],
  ["da", "anni"]
])

const partOf = normalisedWords("de d di del da")

const about = normalisedWords("dizaine douzaine quinzaine")
const longestLeadIn = 5

/** "il y a une dizaine d'années", "depuis plus d'une dizaine d'années" */
const isAboutDuration = (tokens: Tokens, first: number): boolean => {
  if (!about.has(wordAt(tokens, first))) return false
  for (let at = first - 1; at >= first - longestLeadIn; at--) {
    if (before.has(wordAt(tokens, at))) return true
    if (wordAt(tokens, at) === "a" && wordAt(tokens, at - 1) === "y") return true
  }
  return false
}

/** Whether years measure time and are no age. Asked for languages in which the words for both are the same. */
export const isDuration = (tokens: Tokens, match: Match): boolean => {
  const previous = wordAt(tokens, match.first - 1)
  if (unitsAfter.get(previous) === wordAt(tokens, match.last)) return true
  if (before.has(previous) || (previous === "a" && wordAt(tokens, match.first - 2) === "y")) return true
  if (isAboutDuration(tokens, match.first)) return true
  const next = wordAt(tokens, match.last + 1)
  return after.has(next) || (partOf.has(next) && subjects.has(wordAt(tokens, match.last + 2)))
}
