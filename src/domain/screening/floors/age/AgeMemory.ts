import { tokenAt } from "../tokens.ts"
import type { Tokens } from "../tokens.ts"
import type { StatedAge } from "./StatedAge.ts"

/**
 * How far before and after a number a rule for ages may look, in tokens. The furthest looks 24 back from a noun that
 * may itself be some words before the number.
 */
const reach = { before: 48, after: 24 } as const
const width = reach.before + 1 + reach.after

interface KnownAge {
  /** The words around the token, with what is between them. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** By the distance of its tokens and ends from the token at which it was read; undefined for none. */
  readonly age: StatedAge | undefined
}

/**
 * The ages that were read in a text, by a hash of the words around them. The views of a text differ in few words, and
 * hostile texts repeat theirs, so that most of their numbers need not be read again.
 */
export type AgeMemory = Map<number, KnownAge>

const moved = (age: StatedAge, tokens: number, characters: number): StatedAge => ({
  first: age.first + tokens,
  last: age.last + tokens,
  start: age.start + characters,
  end: age.end + characters,
  adult: age.adult
})

/** FNV's prime. Words are compared where hashes are equal, so that nothing but time depends on the hash. */
const multiplier = 0x01000193

/** `multiplier` to the power of `width`: how much a word weighs when the window moves past it. */
let leaving = 1
for (let step = 0; step < width; step++) leaving = Math.imul(leaving, multiplier)

/** For each token, a hash of the words in its reach; only for tokens with a whole reach around them. */
const hashesAround = (tokens: Tokens): Int32Array => {
  const hashes = new Int32Array(tokens.length)
  let hash = 0
  for (let at = 0; at < tokens.length; at++) {
    hash = Math.imul(hash, multiplier) + tokenAt(tokens, at).low
    if (at >= width) hash -= Math.imul(tokenAt(tokens, at - width).low, leaving)
    hash |= 0
    if (at >= width - 1) hashes[at - reach.after] = hash
  }
  return hashes
}

/**
 * Makes a reader of the ages of a text, which returns the age at a token as `read` finds it or has found it between the
 * same words.
 */
export const makeReadOnce = (
  memory: AgeMemory,
  tokens: Tokens,
  read: (at: number) => StatedAge | undefined
): ((at: number) => StatedAge | undefined) => {
  // The start and the end of a text are not part of what would be compared.
  if (tokens.length < width) return read
  const hashes = hashesAround(tokens)
  return (at) => {
    const first = at - reach.before
    const last = at + reach.after
    if (first < 0 || last >= tokens.length) return read(at)
    const hash = hashes[at] ?? 0
    const known = memory.get(hash)
    const { start: own, text } = tokenAt(tokens, at)
    const start = tokenAt(tokens, first).start
    const end = tokenAt(tokens, last).end
    if (known?.text.slice(known.start, known.end) === text.slice(start, end))
      return known.age === undefined ? undefined : moved(known.age, at, own)
    const age = read(at)
    memory.set(hash, { text, start, end, age: age === undefined ? undefined : moved(age, -at, -own) })
    return age
  }
}
