import type { BucketWeights } from "../../builtin/adultWeights.ts"
import { rootOf } from "../../builtin/adultWeights.ts"
import { letterBucketCount, wordBucketCount } from "../../builtin/ngrams.ts"
import { makeRandom, shuffled, sigmoid } from "./plainMath.ts"

/** A document as the first stage sees it: its different buckets, and whether it is a positive example. */
export interface BucketDocument {
  readonly words: Uint32Array
  readonly letters: Uint32Array
  readonly positive: boolean
  /** how much it counts */
  readonly weight: number
}

interface Training {
  readonly words: Float32Array
  readonly letters: Float32Array
  bias: number
}

const untrained = (bias: number): Training => ({
  words: new Float32Array(wordBucketCount),
  letters: new Float32Array(letterBucketCount),
  bias
})

const add = (sum: Training, one: Training, share: number): void => {
  for (const [at, weight] of one.words.entries()) sum.words[at] = (sum.words[at] ?? 0) + share * weight
  for (const [at, weight] of one.letters.entries()) sum.letters[at] = (sum.letters[at] ?? 0) + share * weight
  sum.bias += share * one.bias
}

export interface RegressionSettings {
  readonly passes: number
  readonly rate: number
  readonly decay: number
  readonly seed: number
}

const dot = (weights: Float32Array, buckets: Uint32Array): number => {
  let sum = 0
  for (const bucket of buckets) sum += weights[bucket] ?? 0
  return sum / rootOf(buckets.length)
}

/** One step of gradient descent on the buckets of a document. Their weights decay a little each time. */
const step = (
  weights: Float32Array,
  buckets: Uint32Array,
  error: number,
  { decay, rate }: RegressionSettings
): void => {
  const move = (rate * error) / rootOf(buckets.length)
  const kept = 1 - rate * decay
  for (const bucket of buckets) weights[bucket] = (weights[bucket] ?? 0) * kept - move
}

/** The share of the weights that are clipped. */
const cutShare = 0.0005

/** The root of the largest weight in steps. */
const largestRoot = 7

/**
 * Rounds weights to the squares of whole numbers, because most are small and each should lose the same share. So few
 * different values compress well, and texts are ranked as with 255 of them.
 */
const quantise = (weights: Float32Array): { readonly step: number; readonly bytes: Int8Array } => {
  const sizes = Float32Array.from(weights, Math.abs).sort()
  const largest = sizes[Math.floor(sizes.length * (1 - cutShare))] ?? 0
  const step = largest === 0 ? 1 : largest / largestRoot ** 2
  const bytes = Int8Array.from(weights, (weight) => {
    const root = Math.min(largestRoot, Math.round(Math.sqrt(Math.abs(weight) / step)))
    return Math.sign(weight) * root * root
  })
  return { step, bytes }
}

/**
 * The mean of the weights after each of the last passes, because those of a single one depend on the order of its
 * documents.
 */
const averagedPasses = 5

/** Trains the first stage. The same documents in the same order give the same weights. */
export const trainBuckets = (
  documents: ReadonlyArray<BucketDocument>,
  settings: RegressionSettings
): BucketWeights => {
  const training = untrained(-2)
  const mean = untrained(0)
  const first = settings.passes - averagedPasses
  const random = makeRandom(settings.seed)
  for (let pass = 0; pass < settings.passes; pass++) {
    const rate = settings.rate / (1 + pass)
    for (const at of shuffled(documents.length, random)) {
      const document = documents[at]
      if (document === undefined) continue
      const logit =
        training.bias + dot(training.words, document.words) + dot(training.letters, document.letters)
      const error = document.weight * (sigmoid(logit) - (document.positive ? 1 : 0))
      training.bias -= 0.02 * rate * error
      step(training.words, document.words, error, { ...settings, rate })
      step(training.letters, document.letters, error, { ...settings, rate })
    }
    if (pass >= first) add(mean, training, 1 / averagedPasses)
  }
  const words = quantise(mean.words)
  const letters = quantise(mean.letters)
  return {
    bias: mean.bias,
    wordStep: words.step,
    letterStep: letters.step,
    words: words.bytes,
    letters: letters.bytes
  }
}
