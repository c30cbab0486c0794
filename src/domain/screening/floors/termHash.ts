/**
 * A 53-bit hash (cyrb53, by bryc, public domain) that can be continued letter by letter. Terms that sexualise minors and
 * explicit terms are kept only as such hashes, so that a reader of this repository meets none of them. With two thousand
 * terms the chance that some other word matches is about 2e-13.
 */
export interface TermHash {
  readonly high: number
  readonly low: number
}

export const emptyHash: TermHash = { high: 0xdeadbeef, low: 0x41c6ce57 }

export const continueHash = ({ high, low }: TermHash, text: string, from = 0, to = text.length): TermHash => {
  let first = high
  let second = low
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 2654435761)
    second = Math.imul(second ^ code, 1597334677)
  }
  return { high: first, low: second }
}

const mix = (value: number, other: number): number =>
  Math.imul(value ^ (value >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)

/** The number that the term lists hold. */
export const finishHash = ({ high, low }: TermHash): number => {
  const first = mix(high, low)
  const second = mix(low, first)
  return 4294967296 * (2097151 & second) + (first >>> 0)
}

/** Hash of a normalised term, its words divided by single spaces. */
export const hashTerm = (term: string): number => finishHash(continueHash(emptyHash, term))
