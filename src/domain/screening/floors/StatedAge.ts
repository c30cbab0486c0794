import type { Span } from "../normalisation.ts"
import { tokenAt } from "./tokens.ts"
import type { Match, Tokens } from "./tokens.ts"

export const ADULT_AGE = 18

/** Tokens and the text they were read from. */
export interface Reading {
  readonly text: string
  readonly tokens: Tokens
  /** of all the tokens together: what none of them is need not be looked for */
  readonly roles: number
}

/** A stated age or grade. `end` is an offset in the normalised text: a unit may be the beginning of a longer word. */
export interface StatedAge extends Match, Span {
  readonly adult: boolean
}

export const statedAge = (
  { tokens }: Reading,
  { first, last }: Match,
  adult: boolean,
  end = tokenAt(tokens, last).end
): StatedAge => ({ first, last, start: tokenAt(tokens, first).start, end, adult })
