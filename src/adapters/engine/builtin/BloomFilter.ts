/**
 * A Bloom filter: a set of hashes in a few bits each. A member is always found, something else now and then by chance.
 * The four bits of a hash are in one 32-bit word, so that a lookup reads one place in memory. The number of words is a
 * power of two.
 */
export type BloomFilter = Int32Array

/** Knuth's multiplicative hashing: the upper bits are the best ones. */
const mix = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x9e3779b1)

const wordOf = ({ length }: BloomFilter, mixed: number): number => mixed >>> Math.clz32(length - 1)

const bitsOf = (mixed: number): number => {
  const bits = Math.imul(mixed ^ (mixed >>> 13), 0x85ebca6b)
  return (1 << (bits >>> 27)) | (1 << (bits >>> 22)) | (1 << (bits >>> 17)) | (1 << (bits >>> 12))
}

export const addHash = (filter: BloomFilter, hash: number): void => {
  const mixed = mix(hash)
  const word = wordOf(filter, mixed)
  filter[word] = (filter[word] ?? 0) | bitsOf(mixed)
}

/** Whether a hash may be in the set; if false, it certainly is not. */
export const mayHoldHash = (filter: BloomFilter, hash: number): boolean => {
  const mixed = mix(hash)
  const bits = bitsOf(mixed)
  return ((filter[wordOf(filter, mixed)] ?? 0) & bits) === bits
}
