import { follows, Gap, hasRole, tightGaps, wordAt } from "../tokens.ts"
import type { Match, Tokens } from "../tokens.ts"
import { normalisedWords } from "../words/normalisedWords.ts"
import { Role } from "../words/Role.ts"

/** What drinks mature in. */
const vessels = normalisedWords("oak barrel barrels cask casks hogshead hogsheads puncheon puncheons")

/** Words before a vessel, in addition to the names of drinks: "in charred American oak", "in sherry casks". */
const describing = normalisedWords(
  "a an the new old used ex first second refill virgin charred toasted seasoned small large american french european hungarian " +
    "spanish japanese mizunara white red"
)

const mostDescribing = 4

/** Whether "in oak" or the like starts here, and not "in oak woods" or "in bed by the oak". */
const isInVessel = (tokens: Tokens, at: number): boolean => {
  if (wordAt(tokens, at) !== "in" || !follows(tokens, at, tightGaps)) return false
  let vessel = at + 1
  const describes = () =>
    describing.has(wordAt(tokens, vessel)) ||
    (hasRole(tokens, vessel, Role.ageable) && !vessels.has(wordAt(tokens, vessel)))
  while (vessel <= at + mostDescribing && describes() && follows(tokens, vessel, tightGaps)) vessel++
  if (!vessels.has(wordAt(tokens, vessel))) return false
  const next = vessel + 1
  return (
    !follows(tokens, next, tightGaps) || hasRole(tokens, next, Role.stop) || vessels.has(wordAt(tokens, next))
  )
}

/** Whether the word before the age, or before its verb, is a person: "girl, aged 12", "she is aged 12". */
const isOfPerson = (tokens: Tokens, first: number): boolean => {
  const isVerb = hasRole(tokens, first - 1, Role.being) && !hasRole(tokens, first - 1, Role.pronoun)
  const subject = isVerb ? first - 2 : first - 1
  return (
    hasRole(tokens, subject, Role.person | Role.pronoun) &&
    follows(tokens, subject + 1, tightGaps | Gap.comma)
  )
}

/** Whether years are those in which a drink matured, also if it is not named: "aged 12 years in oak". */
export const isMatured = (tokens: Tokens, { first, last }: Match): boolean =>
  wordAt(tokens, first) === "aged" && isInVessel(tokens, last + 1) && !isOfPerson(tokens, first)
