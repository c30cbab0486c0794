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
export interface StatedAge extends Match {
  readonly start: number
  readonly end: number
  readonly adult: boolean
}

export const statedAge = ({ tokens }: Reading, match: Match, adult: boolean, end?: number): StatedAge => ({
  first: match.first,
  last: match.last,
  start: tokens[match.first]?.start ?? 0,
  end: end ?? tokens[match.last]?.end ?? 0,
  adult
})
