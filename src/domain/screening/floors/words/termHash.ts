/**
 * A 53-bit hash (cyrb53, by bryc, public domain), in two halves that can be continued letter by letter. Explicit
 * terms and terms that sexualise minors are stored only as such hashes, so that readers of this repository do not
 * meet them. With four thousand terms, the probability that any other given word matches one is below 1e-12.
 */
export const highStart = 0xdeadbeef | 0

export const lowStart = 0x41c6ce57

export const highOf = (high: number, code: number): number => Math.imul(high ^ code, 2654435761)

export const lowOf = (low: number, code: number): number => Math.imul(low ^ code, 1597334677)

export const continueHigh = (high: number, text: string, to = text.length): number => {
  let hash = high
  for (let at = 0; at < to; at++) hash = highOf(hash, text.charCodeAt(at))
  return hash
}

export const continueLow = (low: number, text: string, to = text.length): number => {
  let hash = low
  for (let at = 0; at < to; at++) hash = lowOf(hash, text.charCodeAt(at))
  return hash
}

const mix = (value: number, other: number): number =>
  Math.imul(value ^ (value >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)

/** The lower 32 bits of a finished hash, as a signed number. They suffice to tell that most words are no term. */
export const finishLower = (high: number, low: number): number => mix(high, low)

/** The finished hash as the term lists store it, from both halves and `finishLower`. */
export const finishHash = (high: number, low: number, lower: number): number =>
  4294967296 * (2097151 & mix(low, mix(high, low))) + (lower >>> 0)

/** The hash of a normalised term with single spaces between its words. */
export const hashTerm = (term: string): number => {
  const high = continueHigh(highStart, term)
  const low = continueLow(lowStart, term)
  return finishHash(high, low, finishLower(high, low))
}

/** A filter with one of 65,536 entries for each hash. It rules out most words without a look-up. */
export const filterOf = (hashes: Iterable<number>): Uint8Array => {
  const filter = new Uint8Array(1 << 16)
  for (const hash of hashes) filter[hash & 0xffff] = 1
  return filter
}

/** Whether a hash with these lower bits may be in a filter. */
export const passes = (filter: Uint8Array, lower: number): boolean => filter[lower & 0xffff] === 1
