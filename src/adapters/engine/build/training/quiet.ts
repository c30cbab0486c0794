import { calibrated, logitOf, makeFeatures, writeFeatures } from "../../builtin/adultWeights.ts"
import type { Calibration } from "./isotonic.ts"

/** The share of harmless captions that may score 0.30, the line from which two of the presets ask for a review. */
const loudShare = 0.001

/** The highest probability of a quiet text. */
const mostOfQuiet = 0.29

/** The distance of the two knots that make the step from quiet texts to the others. */
const step = 1e-3

/** The logit of one explicit term among so many harmless words that no more of them change it. */
const leastExplicitLogit = (weights: Float64Array): number => {
  const features = makeFeatures()
  const counts = { explicit: 1, suggestive: 0, mild: 0, weak: 0, ambiguous: 0, intimate: 0, clinical: 0 }
  writeFeatures(features, -Infinity, counts, 10_000)
  return logitOf(weights, features)
}

/**
 * The logit below which texts are quiet: no more than one in a thousand captions is above it, and no text with an
 * explicit term is below it.
 */
export const quietLogit = (captions: ReadonlyArray<number>, weights: Float64Array): number => {
  const descending = captions.toSorted((one, other) => other - one)
  const loudest = descending[Math.floor(descending.length * loudShare)]
  if (loudest === undefined) throw new Error("The sources have no captions to tell which texts are quiet.")
  return Math.min(loudest, leastExplicitLogit(weights) - step)
}

/**
 * Keeps the probabilities of quiet texts below 0.30, and leaves all others as they are. The calibration alone would
 * either find too much where nearly all prompts are harmless, or give other texts too little: of texts by other authors
 * that scored 0.30 to 0.50, two thirds were sexual.
 */
export const keepQuiet = (table: Calibration, quiet: number): Calibration => {
  const edge = calibrated(table, quiet)
  const share = Math.min(1, mostOfQuiet / edge)
  const points = Array.from(table.knots, (knot, at) => ({ knot, probability: table.probabilities[at] ?? 0 }))
  const kept = [
    ...points
      .filter(({ knot }) => knot < quiet)
      .map(({ knot, probability }) => ({ knot, probability: probability * share })),
    { knot: quiet, probability: edge * share },
    { knot: quiet + step, probability: edge },
    ...points.filter(({ knot }) => knot > quiet + step)
  ]
  return {
    knots: Float64Array.from(kept, ({ knot }) => knot),
    probabilities: Float64Array.from(kept, ({ probability }) => probability)
  }
}
