import { lengthAt, makeTokens, readTokens } from "./tokens.ts"
import type { WordHashes } from "./tokens.ts"

/**
 * "Down his neck" and "down my neck" are one expression, stored once. Each of these words is read as the first of them,
 * so expressions are stored with that one.
 */
const pronouns = ["his", "her", "my", "your", "their", "our", "him", "me", "you", "them", "us"]

const longestPronoun = Math.max(...pronouns.map(({ length }) => length))

const pronounTokens = makeTokens(16)
readTokens(pronouns.join(" "), pronounTokens)
const pronounHashes: ReadonlySet<number> = new Set(pronounTokens.low.subarray(0, pronouns.length))
const [low = 0] = pronounTokens.low
const [high = 0] = pronounTokens.high
const [key = 0] = pronounTokens.keys

const read = makeTokens(256)

const isPronoun = (tokens: WordHashes, at: number): boolean =>
  lengthAt(tokens, at) <= longestPronoun && pronounHashes.has(tokens.low[at] ?? 0)

/** The words of a text with each personal pronoun read as the same one. The next call overwrites the result. */
export const withOnePronoun = (tokens: WordHashes): WordHashes => {
  const { count } = tokens
  if (read.low.length < count) Object.assign(read, makeTokens(count * 2))
  read.count = count
  read.starts = tokens.starts
  read.ends = tokens.ends
  read.low.set(tokens.low.subarray(0, count))
  read.high.set(tokens.high.subarray(0, count))
  read.keys.set(tokens.keys.subarray(0, count))
  for (let at = 0; at < count; at++) {
    if (!isPronoun(tokens, at)) continue
    read.low[at] = low
    read.high[at] = high
    read.keys[at] = key
  }
  return read
}
