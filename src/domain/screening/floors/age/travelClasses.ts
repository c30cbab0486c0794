import { follows, Gap, hasRole, valueAt, wordAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"

const travel = normalisedWords("zug abteil ticket fahrkarte flug flugzeug wagen waggon")
const inside = normalisedWords("im in")
const articles = normalisedWords("dem der einem einer")
const ofSchool = normalisedWords(
  "aus schule grundschule schulklasse klassenfahrt schüler schülerin schülerinnen schülern"
)

/** Trains and planes have these, and a third only in old ones. */
const lastClass = 2
const wordsBack = 8

/** Whether anybody who may go to school is named before: "Schülerin der 2. Klasse im Zug". */
const isBehindPupil = (tokens: Tokens, first: number): boolean => {
  for (let at = first - 1; at >= 0 && at >= first - wordsBack; at--) {
    if (hasRole(tokens, at, Role.youngPerson | Role.child) || ofSchool.has(wordAt(tokens, at))) return true
  }
  return false
}

/** Whether a class in German is one of a train or a plane: "in der 2. Klasse im Zug", "erste Klasse Abteil". */
export const isTravelClass = (tokens: Tokens, first: number, last: number): boolean => {
  if (wordAt(tokens, last) !== "klasse" || valueAt(tokens, first) > lastClass) return false
  let at = last + 1
  if (inside.has(wordAt(tokens, at)) && follows(tokens, at, Gap.space)) at++
  if (at > last + 1 && articles.has(wordAt(tokens, at)) && follows(tokens, at, Gap.space)) at++
  const isTravel = travel.has(wordAt(tokens, at)) && follows(tokens, at, Gap.space | Gap.hyphen)
  return isTravel && !isBehindPupil(tokens, first)
}
