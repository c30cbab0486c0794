import { featureNames, logitOf } from "../../builtin/adultWeights.ts"
import { sigmoid } from "./plainMath.ts"

/** A document as the second stage sees it. */
export interface FeatureDocument {
  readonly features: Float64Array
  readonly positive: boolean
  readonly weight: number
}

const passes = 600
const rate = 0.5

/**
 * How strongly weights decay. The decay of terms is low, because a higher one would hold rare terms down more than they
 * deserve. That of weak and ambiguous words is ten times as high, because they are in too few labelled texts to be
 * trusted.
 */
const decays = { terms: 0.0001, hints: 0.001 } as const

const decayOf = (feature: number): number =>
  /^(?:weak|ambiguous)/.test(featureNames[feature] ?? "") ? decays.hints : decays.terms

/** Features that may push either way: the constant and the length. All others may only raise the score. */
const isFree = (feature: number): boolean =>
  featureNames[feature] === "constant" || featureNames[feature] === "length"

/**
 * The least weight of the wording. Beside terms the wording says little, and the weights that fit the sources best
 * would silence it. But among texts without a term, the wording alone tells which are the likelier ones.
 */
const leastOfWording = 0.3

/**
 * The least weight of the words of love stories. The sources are prompts and comments with next to no stories among
 * them, so they cannot show what these words are worth.
 */
const leastOfIntimate = 1.2

const leastOf = (feature: number): number => {
  if (isFree(feature)) return -Infinity
  if (featureNames[feature] === "wording") return leastOfWording
  if (featureNames[feature] === "termless") return -Infinity
  return featureNames[feature] === "intimateMore" ? leastOfIntimate : 0
}

/**
 * The length and the lack of any term can only lower a score: the first term of a text must never do so, and the sexual
 * texts among the sources are longer than the captions, but not because they are sexual.
 */
const mostOf = (feature: number): number =>
  featureNames[feature] === "termless" || featureNames[feature] === "length" ? 0 : Infinity

const gradientsAt = (
  weights: Float64Array,
  documents: ReadonlyArray<FeatureDocument>,
  total: number
): Float64Array => {
  const gradients = Float64Array.from(weights, (weight, at) => (at === 0 ? 0 : decayOf(at) * weight))
  for (const { features, positive, weight } of documents) {
    const error = (weight * (sigmoid(logitOf(weights, features)) - (positive ? 1 : 0))) / total
    for (const [at, feature] of features.entries()) gradients[at] = (gradients[at] ?? 0) + error * feature
  }
  return gradients
}

/**
 * Trains the second stage by gradient descent (RMSProp) over all documents at once. Weights of the wording and of terms
 * are kept at 0 or above, so that no term ever lowers a score.
 */
export const trainFeatures = (documents: ReadonlyArray<FeatureDocument>): Float64Array => {
  const weights = new Float64Array(featureNames.length)
  const squares = new Float64Array(featureNames.length)
  const total = documents.reduce((sum, { weight }) => sum + weight, 0)
  for (let pass = 0; pass < passes; pass++) {
    const step = rate / (1 + pass / 20)
    for (const [at, gradient] of gradientsAt(weights, documents, total).entries()) {
      const square = (squares[at] ?? 0) * 0.9 + 0.1 * gradient * gradient
      const moved = (weights[at] ?? 0) - (step * gradient) / Math.sqrt(square + 1e-12)
      squares[at] = square
      weights[at] = Math.min(mostOf(at), Math.max(leastOf(at), moved))
    }
  }
  return weights
}
