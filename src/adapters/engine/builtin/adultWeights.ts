import type { LexiconCounts } from "./LexiconCounts.ts"
import { makeLetterBuckets, makeWordBuckets, readLetterBuckets, readWordBuckets } from "./ngrams.ts"
import type { Buckets } from "./ngrams.ts"
import type { Tokens } from "./tokens.ts"

/** Weights of the first stage: a logistic regression over hashed words and letters. */
export interface BucketWeights {
  readonly bias: number
  /** What one step of the weights of words, and of letters, is worth. */
  readonly wordStep: number
  readonly letterStep: number
  readonly words: Int8Array
  readonly letters: Int8Array
}

/** The trained part of the adult check. */
export interface AdultWeights {
  readonly buckets: BucketWeights
  /** Weights of the second stage, by `featureNames`; the first is the constant. */
  readonly features: Float64Array
  /** Ascending logits and the probability of each. Between two of them the probability is interpolated linearly. */
  readonly knots: Float64Array
  readonly probabilities: Float64Array
  /** How often a text with one, two, three and more terms of a group is sexual. */
  readonly explicitRates: Float64Array
  readonly suggestiveRates: Float64Array
}

/**
 * The features of the second stage, in the order of their weights. The name of a group alone is 1 if the text has one of
 * its terms. `…More` grows with the number of its terms (see `growth`), but leaves out the first of weak, ambiguous and
 * intimate ones. `…Beside` grows with all of them, but only beside an explicit, suggestive or mild term. `…Share` is five
 * times their share of the words, 1 at most. `wordingOfLong` is the wording once more, from 17 words on: what a long text
 * is about shows in its wording, and less in single terms. `termless` is 1 if the text has no term of any group, or one
 * intimate one alone.
 */
export const featureNames = [
  "constant",
  "wording",
  "explicit",
  "explicitMore",
  "explicitShare",
  "suggestive",
  "suggestiveMore",
  "suggestiveShare",
  "mild",
  "mildMore",
  "weakBeside",
  "weakMore",
  "ambiguousBeside",
  "ambiguousMore",
  "intimateMore",
  "wordingOfLong",
  "termless",
  "clinical",
  "clinicalMore"
] as const

export const makeFeatures = (): Float64Array => new Float64Array(featureNames.length)

/**
 * What n different terms of a group add up to: the binary logarithm of n + 1, from a table so that all machines agree.
 */
const growth = [0, 1, 1.585, 2, 2.322, 2.585, 2.807, 3, 3.17]
const grown = (count: number): number => growth[count < growth.length ? count : growth.length - 1] ?? 0

/**
 * The least logit of the wording beside a clear term. A term could else be hidden in harmless words, or be silenced by
 * words that the first stage hardly knows, as those of other languages.
 */
const leastWordingBesideTerm = -1.4

/** The same for what counts in long texts only. Higher, so that nobody can hide a term in many harmless words. */
const leastLongWordingBesideTerm = -0.3

const hasClearTerm = ({ explicit, mild, suggestive }: LexiconCounts): boolean =>
  explicit + suggestive + mild > 0

const isTermless = (counts: LexiconCounts): boolean =>
  !hasClearTerm(counts) && counts.weak + counts.ambiguous + counts.clinical === 0 && counts.intimate < 2

const atLeast = (least: number, wording: number): number => (wording < least ? least : wording)

/** How far a text counts as long: 0 up to 16 words, 1 from 64 words on. */
export const longShare = (words: number): number => {
  if (words <= 16) return 0
  return words < 64 ? (words - 16) / 48 : 1
}

/**
 * Writes the features of the second stage. Those of terms are never negative, and none falls when a term is added, except
 * `termless`, whose weight is never positive.
 */
export const writeFeatures = (
  features: Float64Array,
  wording: number,
  counts: LexiconCounts,
  words: number
): void => {
  const { ambiguous, clinical, explicit, intimate, mild, suggestive, weak } = counts
  const perWord = words > 0 ? 1 / words : 0
  const clear = hasClearTerm(counts)
  features[0] = 1
  features[1] = clear ? atLeast(leastWordingBesideTerm, wording) : wording
  features[2] = Math.min(1, explicit)
  features[3] = grown(explicit)
  features[4] = Math.min(1, explicit * perWord * 5)
  features[5] = suggestive > 0 ? 1 : 0
  features[6] = grown(suggestive)
  features[7] = Math.min(1, suggestive * perWord * 5)
  features[8] = mild > 0 ? 1 : 0
  features[9] = grown(mild)
  features[10] = clear ? grown(weak) : 0
  features[11] = grown(Math.max(0, weak - 1))
  features[12] = clear ? grown(ambiguous) : 0
  features[13] = grown(Math.max(0, ambiguous - 1))
  features[14] = grown(Math.max(0, intimate - 1))
  features[15] = longShare(words) * (clear ? atLeast(leastLongWordingBesideTerm, wording) : wording)
  features[16] = isTermless(counts) ? 1 : 0
  features[17] = Math.min(1, clinical)
  features[18] = grown(clinical)
}

const wordBuckets = makeWordBuckets()
const letterBuckets = makeLetterBuckets()

/** As if every text had so many more buckets that say nothing, because a single word says little. */
const silentBuckets = 4

/** What the sum over a text's buckets is divided by, so that long texts are not surer of everything than short ones. */
export const rootOf = (count: number): number => Math.sqrt(count + silentBuckets)

/** The different buckets of a text. */
type FoundBuckets = Pick<Buckets, "count" | "found">

const sumOf = (weights: Int8Array, { count, found }: FoundBuckets): number => {
  let sum = 0
  for (let at = 0; at < count; at++) sum += weights[found[at] ?? 0] ?? 0
  return sum / rootOf(count)
}

/** The logit of the first stage for a text with these buckets. */
export const wordingOfBuckets = (
  weights: BucketWeights,
  words: FoundBuckets,
  letters: FoundBuckets
): number =>
  weights.bias +
  weights.wordStep * sumOf(weights.words, words) +
  weights.letterStep * sumOf(weights.letters, letters)

/** The logit of the first stage. */
export const wordingOf = (weights: BucketWeights, tokens: Tokens): number => {
  readWordBuckets(tokens, wordBuckets)
  readLetterBuckets(tokens, letterBuckets)
  return wordingOfBuckets(weights, wordBuckets, letterBuckets)
}

/** The weighted sum of the features. */
export const logitOf = (weights: Float64Array, features: Float64Array): number => {
  let logit = 0
  for (let at = 0; at < weights.length; at++) logit += (weights[at] ?? 0) * (features[at] ?? 0)
  return logit
}

/** The probability of a logit. */
export const calibrated = (
  { knots, probabilities }: Pick<AdultWeights, "knots" | "probabilities">,
  logit: number
): number => {
  let above = 0
  while (above < knots.length && (knots[above] ?? 0) <= logit) above++
  const high = probabilities[Math.min(above, knots.length - 1)] ?? 0
  if (above === 0 || above === knots.length) return high
  const low = probabilities[above - 1] ?? 0
  const from = knots[above - 1] ?? 0
  return low + ((logit - from) / ((knots[above] ?? 0) - from)) * (high - low)
}
