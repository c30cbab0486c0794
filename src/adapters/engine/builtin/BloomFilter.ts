/**
 * A set of hashes in a few bits for each: what is in it is always found, and something else now and then by chance. Its
 * length is a power of two.
 */
export type BloomFilter = Uint8Array

const multipliers = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const

/** The bit that a hash has for a multiplier. */
const bitOf = ({ length }: BloomFilter, hash: number, multiplier: number): number =>
  Math.imul(hash ^ (hash >>> 15), multiplier) >>> (Math.clz32(length - 1) - 3)

export const addHash = (filter: BloomFilter, hash: number): void => {
  for (const multiplier of multipliers) {
    const bit = bitOf(filter, hash, multiplier)
    filter[bit >>> 3] = (filter[bit >>> 3] ?? 0) | (1 << (bit & 7))
  }
}

export const mayHoldHash = (filter: BloomFilter, hash: number): boolean => {
  for (const multiplier of multipliers) {
    const bit = bitOf(filter, hash, multiplier)
    if (((filter[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) return false
  }
  return true
}
