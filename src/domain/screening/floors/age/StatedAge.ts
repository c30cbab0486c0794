import type { Span } from "../../normalisation/normalise.ts"
import type { Reading } from "../Reading.ts"
import { tokenAt } from "../tokens.ts"
import type { Match } from "../tokens.ts"

export const adultAge = 18

/**
 * A stated age or grade. `end` is an offset in the normalised text, because a unit may be only the beginning of a
 * longer word.
 */
export interface StatedAge extends Match, Span {
  readonly adult: boolean
}

export const statedAge = (
  { tokens }: Reading,
  { first, last }: Match,
  adult: boolean,
  end = tokenAt(tokens, last).end
): StatedAge => ({ first, last, start: tokenAt(tokens, first).start, end, adult })
