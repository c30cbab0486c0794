import { kindOfHash, startsTerm } from "./hashedLists.ts"
import { isListedWord } from "./listedWords.ts"
import { Role } from "./Role.ts"
import { finishLower } from "./termHash.ts"
import { hashedWordOf } from "./vocabulary.ts"

const evidence =
  Role.child |
  Role.childPrefix |
  Role.youngPerson |
  Role.character |
  Role.explicit |
  Role.explicitPrefix |
  Role.ageWord |
  Role.gradeWord

export const greatestMeaning = 3

/**
 * How much the floors know of the word with these two halves of a hash: 3 if it may be what they look for, 2 if it has
 * a role, 1 if it is only in a list or phrase, 0 if they do not know it.
 */
export const meaningOf = (high: number, low: number): number => {
  const lower = finishLower(high, low)
  const { roles } = hashedWordOf(high, low, lower)
  const kind = kindOfHash(high, low)
  if ((roles & evidence) !== 0 || (kind !== undefined && kind !== "harmless")) return greatestMeaning
  if (roles !== 0 || kind !== undefined || startsTerm(high, low)) return 2
  return isListedWord(high, low, lower) ? 1 : 0
}
