import {
  continueHigh,
  continueLow,
  finishHash,
  finishLower,
  highStart,
  lowStart,
  passes
} from "./termHash.ts"

const hashes = new Set<number>()
const filter = new Uint8Array(1 << 16)

/** Lists a normalised word: every word of a list or phrase that the floors compare with is entered here when it is made. */
export const listWord = (word: string): void => {
  const high = continueHigh(highStart, word)
  const low = continueLow(lowStart, word)
  const lower = finishLower(high, low)
  hashes.add(finishHash(high, low, lower))
  filter[lower & 0xffff] = 1
}

/** Whether the word with these two halves of a hash, and this finished lower half, is in any list or phrase. */
export const isListedWord = (high: number, low: number, lower: number): boolean =>
  passes(filter, lower) && hashes.has(finishHash(high, low, lower))
