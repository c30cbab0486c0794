import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import { calibrated, logitOf, makeFeatures, writeFeatures } from "./adultWeights.ts"
import type { AdultWeights } from "./adultWeights.ts"
import { checkVersions } from "./engineVersion.ts"
import type { LexiconCounts } from "./LexiconCounts.ts"

/** What a prompt shows of sexual content. */
export interface SexualEvidence {
  readonly counts: LexiconCounts
  /** The first stage's logit. */
  readonly wording: number
  /** The number of words of the prompt. */
  readonly words: number
}

const features = makeFeatures()

/** The probability that a prompt asks for sexual content. It never falls when a term is added. */
export const sexualProbability = (weights: AdultWeights, evidence: SexualEvidence): number => {
  writeFeatures(features, evidence.wording, evidence.counts, evidence.words)
  return calibrated(weights, logitOf(weights.features, features))
}

const rateOf = (rates: Float64Array, terms: number): number => rates[Math.min(terms, rates.length) - 1] ?? 0

const line = 0.5

/** Below this probability wording alone is not worth a signal. */
const audible = 0.1

const noSignals: ReadonlyArray<Signal> = []

const signalsOf = (
  weights: AdultWeights,
  { explicit, mild, suggestive }: LexiconCounts,
  score: number
): ReadonlyArray<Signal> => {
  if (score < audible && explicit + suggestive + mild === 0) return noSignals
  return [
    ...(score >= audible
      ? [{ signal: "sexual_language", probability: score, line, text: "The wording is sexual." }]
      : []),
    ...(explicit > 0
      ? [
          {
            signal: "explicit_terms",
            probability: rateOf(weights.explicitRates, explicit),
            line,
            text: "Terms for nudity, sexual acts or pornography are used."
          }
        ]
      : []),
    ...(suggestive + mild > 0
      ? [
          {
            signal: "suggestive_terms",
            probability: rateOf(weights.suggestiveRates, suggestive + mild),
            line,
            text: "Terms that suggest sexual content are used."
          }
        ]
      : [])
  ]
}

/** The adult check of a prompt, given the probability that it is sexual. */
export const scoreAdult = (weights: AdultWeights, counts: LexiconCounts, score: number): EngineCheck => ({
  version: checkVersions.adult,
  score,
  reviewScore: score,
  signals: signalsOf(weights, counts, score)
})
