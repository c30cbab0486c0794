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

/**
 * The least weight of the wording. A fit to the trusted sources gives it about 1.1, but texts of other authors are ranked
 * better with more: what they imply counts more against a single term.
 */
const leastOfWording = 1.35

/**
 * The least weight that the wording has in addition if the text is long. Few long texts are among the trusted sources,
 * but this ranks texts of other authors better, and those of labelled sources no worse.
 */
const leastOfLongWording = 1.2

/** The least weight of clinical terms: nearly all texts of the training that have them are harmless, but not all others. */
const leastOfClinical = 0.5

/** The least weights of an explicit term, with which it scores 0.50 beside whatever harmless wording. */
const leastOfExplicit = { explicit: 1.5, explicitMore: 1.4 } as const

/** The least weights. Only the constant and the lack of any term may lower a score. */
const least: Readonly<Partial<Record<(typeof featureNames)[number], number>>> = {
  ...leastOfExplicit,
  constant: -Infinity,
  wording: leastOfWording,
  wordingOfLong: leastOfLongWording,
  termless: -Infinity,
  clinical: leastOfClinical,
  clinicalMore: leastOfClinical
}

const leastOf = (feature: number): number => {
  const name = featureNames[feature]
  return name === undefined ? 0 : (least[name] ?? 0)
}

/**
 * The most that the lack of any term weighs. It only lowers a score, so that the first term of a text never does. A fit
 * gives about −0.4; with less, a single term outranks wording of the same kind in short prompts as well.
 */
const mostOfTermless = -1

const mostOf = (feature: number): number => (featureNames[feature] === "termless" ? mostOfTermless : Infinity)

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
