import { tokenAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import type { StatedAge } from "./StatedAge.ts"

/**
 * How far before and after a number a rule for ages may look, in tokens. The furthest looks 24 back from a noun that
 * may itself be some words before the number.
 */
const reach = { before: 48, after: 24 } as const

/** An age by the distance of its tokens and ends from the token at which it was read; null for none. */
type RelativeAge = StatedAge | null

/**
 * The ages that were read in a text, by the words around them. The views of a text differ in few words, and hostile
 * texts repeat theirs, so that most of their numbers need not be read again.
 */
export type AgeMemory = Map<string, RelativeAge>

const moved = (age: StatedAge, tokens: number, characters: number): StatedAge => ({
  first: age.first + tokens,
  last: age.last + tokens,
  start: age.start + characters,
  end: age.end + characters,
  adult: age.adult
})

/** The age at a token, as `read` finds it or has found it between the same words. */
export const readOnce = (
  memory: AgeMemory,
  tokens: Tokens,
  at: number,
  read: () => StatedAge | undefined
): StatedAge | undefined => {
  const first = at - reach.before
  const last = at + reach.after
  // The start and the end of a text are not part of what would be compared.
  if (first < 0 || last >= tokens.length) return read()
  const { start, text } = tokenAt(tokens, at)
  const around = text.slice(tokenAt(tokens, first).start, tokenAt(tokens, last).end)
  const known = memory.get(around)
  if (known !== undefined) return known === null ? undefined : moved(known, at, start)
  const age = read()
  memory.set(around, age === undefined ? null : moved(age, -at, -start))
  return age
}
