import type { WordHashes } from "./tokens.ts"

/**
 * A cache of words that were looked up and found to be nothing, by both of their hashes. Texts are made of the same
 * words over and over: it holds nine of ten words of prompts that people wrote, and one lookup here costs much less
 * than the sixty that show that a word has no slip. A word replaces the one that had its place. The cache changes how
 * long an answer takes, and never the answer.
 */
export type WordMemory = Uint32Array

const words = 2 ** 14

export const makeWordMemory = (): WordMemory => new Uint32Array(2 * words)

/**
 * The lowest bits of the first hash, in which words that differ only in their last letter always differ, mixed with
 * higher ones.
 */
const placeOf = (low: number): number => 2 * ((low ^ (low >>> 15)) & (words - 1))

/** Whether the cache holds the word at this index of a text. */
export const remembers = (memory: WordMemory, { high, low }: WordHashes, at: number): boolean => {
  const place = placeOf(low[at] ?? 0)
  return memory[place] === low[at] && memory[place + 1] === high[at]
}

export const remember = (memory: WordMemory, { high, low }: WordHashes, at: number): void => {
  const place = placeOf(low[at] ?? 0)
  memory[place] = low[at] ?? 0
  memory[place + 1] = high[at] ?? 0
}
