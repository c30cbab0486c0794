import { featureNames } from "./adultWeights.ts"
import type { AdultWeights } from "./adultWeights.ts"
import { letterBucketCount, wordBucketCount } from "./ngrams.ts"

/**
 * The trained weights as they stand in the artefact, all numbers little-endian: f64 × 3 bias and steps, then five lists
 * (second stage, knots, probabilities, rates of explicit and of suggestive terms), each u32 length and f64 × length,
 * then i8 × 262,144 for words and i8 × 65,536 for letters.
 */
const listsOf = ({ explicitRates, features, knots, probabilities, suggestiveRates }: AdultWeights) => [
  features,
  knots,
  probabilities,
  explicitRates,
  suggestiveRates
]

export const encodeWeights = (weights: AdultWeights): Uint8Array => {
  const { buckets } = weights
  const lists = listsOf(weights)
  const size = lists.reduce((sum, list) => sum + 4 + 8 * list.length, 24)
  const bytes = new Uint8Array(size + wordBucketCount + letterBucketCount)
  const view = new DataView(bytes.buffer)
  for (const [at, value] of [buckets.bias, buckets.wordStep, buckets.letterStep].entries()) {
    view.setFloat64(8 * at, value, true)
  }
  let offset = 24
  for (const list of lists) {
    view.setUint32(offset, list.length, true)
    offset += 4
    for (const value of list) {
      view.setFloat64(offset, value, true)
      offset += 8
    }
  }
  bytes.set(new Uint8Array(buckets.words.buffer), size)
  bytes.set(new Uint8Array(buckets.letters.buffer), size + wordBucketCount)
  return bytes
}

/** A copy, so that the rest of the file can be freed. `bytes` may be a `Buffer`, whose `slice` copies nothing. */
const bytesAt = (bytes: Uint8Array, from: number, count: number): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset + from, count).slice()

/** Reads the weights. Throws a RangeError if the bytes are cut off or of another shape. */
export const decodeWeights = (bytes: Uint8Array): AdultWeights => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let offset = 24
  const nextList = (): Float64Array => {
    const length = view.getUint32(offset, true)
    const start = offset + 4
    offset = start + 8 * length
    return Float64Array.from({ length }, (_, at) => view.getFloat64(start + 8 * at, true))
  }
  const [features, knots, probabilities] = [nextList(), nextList(), nextList()]
  const [explicitRates, suggestiveRates] = [nextList(), nextList()]
  if (
    features.length !== featureNames.length ||
    bytes.length !== offset + wordBucketCount + letterBucketCount
  ) {
    throw new RangeError("The engine's artefact has other weights: build it again.")
  }
  return {
    buckets: {
      bias: view.getFloat64(0, true),
      wordStep: view.getFloat64(8, true),
      letterStep: view.getFloat64(16, true),
      words: bytesAt(bytes, offset, wordBucketCount),
      letters: bytesAt(bytes, offset + wordBucketCount, letterBucketCount)
    },
    features,
    knots,
    probabilities,
    explicitRates,
    suggestiveRates
  }
}
