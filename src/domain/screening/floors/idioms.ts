import { isAboutPerson } from "./aboutPerson.ts"
import { isFollowedByUnit } from "./ageBounds.ts"
import { isNaked } from "./nakedness.ts"
import type { Quantity } from "./quantities.ts"
import { Role } from "./Role.ts"
import { ADULT_AGE, statedAge } from "./StatedAge.ts"
import type { Reading, StatedAge } from "./StatedAge.ts"
import { follows, Gap, hasRole, TIGHT, valueAt, wordAt } from "./tokens.ts"

/** "15 going on 16", "14 going on 30". */
export const readGoingOn = (reading: Reading, { first, last, lowest }: Quantity): StatedAge | undefined => {
  const { tokens } = reading
  if (wordAt(tokens, last + 1) !== "going" || wordAt(tokens, last + 2) !== "on") return undefined
  const next = last + 3
  const isRising = follows(tokens, next, TIGHT) && valueAt(tokens, next) > lowest
  if (lowest >= ADULT_AGE || !isRising || isFollowedByUnit(reading, next)) return undefined
  const match = { first, last: next }
  return isAboutPerson(tokens, match, false) ? statedAge(reading, match, false) : undefined
}

/** "nude, 15 yrs": nobody is named, and what is said before is said of people. */
export const readBesideNakedness = (
  reading: Reading,
  { first, last, lowest }: Quantity
): StatedAge | undefined => {
  const { tokens } = reading
  const end = last + 1
  const isOfYears = hasRole(tokens, end, Role.year) && follows(tokens, end, TIGHT)
  if (!isOfYears || lowest >= ADULT_AGE || follows(tokens, end + 1, TIGHT)) return undefined
  const isBeside = isNaked(tokens, first - 1) && follows(tokens, first, TIGHT | Gap.comma)
  return isBeside ? statedAge(reading, { first, last: end }, false) : undefined
}
