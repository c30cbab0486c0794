import { finishHash, hashTerm, passes } from "./termHash.ts"

const hashes = new Set<number>()
const filter = new Uint8Array(1 << 16)

/**
 * Lists a normalised word. Every list and phrase that the floors compare with does so for its words when its module is
 * loaded, so that all are listed before a text is read.
 */
export const listWord = (word: string): void => {
  const hash = hashTerm(word)
  hashes.add(hash)
  filter[hash & 0xffff] = 1
}

/** Whether the word with these two halves of a hash, and this finished lower half, is in any list or phrase. */
export const isListedWord = (high: number, low: number, lower: number): boolean =>
  passes(filter, lower) && hashes.has(finishHash(high, low, lower))
