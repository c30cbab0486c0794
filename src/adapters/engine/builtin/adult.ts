import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import type { LexiconCounts } from "./lexicon.ts"

/** One step of the ladder of scores: where it begins, what each further term adds, where it ends. */
interface Rung {
  readonly base: number
  readonly step: number
  readonly most: number
}

/**
 * The score by the number of different suggestive terms (0, 1, 2, 3 and more) where nothing is explicit. Each weak or
 * ambiguous term adds a step.
 */
const suggestiveRungs: ReadonlyArray<Rung> = [
  { base: 0.02, step: 0.04, most: 0.14 },
  { base: 0.24, step: 0.02, most: 0.33 },
  { base: 0.45, step: 0.02, most: 0.5 },
  { base: 0.55, step: 0.01, most: 0.6 }
]

/**
 * The score by the number of different explicit terms (1, 2, 3, 4 and more). Each suggestive term adds three steps,
 * each weak or ambiguous one adds one. Figures set by hand: they are ordered, not calibrated.
 */
const explicitRungs: ReadonlyArray<Rung> = [
  { base: 0.62, step: 0.02, most: 0.78 },
  { base: 0.82, step: 0.01, most: 0.88 },
  { base: 0.9, step: 0.005, most: 0.93 },
  { base: 0.94, step: 0.005, most: 0.96 }
]

const nothing: Rung = { base: 0, step: 0, most: 0 }

const onRung = (rungs: ReadonlyArray<Rung>, rung: number, further: number): number => {
  const { base, most, step } = rungs[Math.min(rung, rungs.length - 1)] ?? nothing
  return Math.min(most, base + step * further)
}

/** So many ambiguous terms beside a suggestive one are as good as another suggestive one. */
const ambiguousForOne = 2

/** How likely a prompt with these terms asks for sexual content. It never falls when a term is added. */
export const sexualProbability = ({ ambiguous, explicit, suggestive, weak }: LexiconCounts): number => {
  if (explicit > 0) return onRung(explicitRungs, explicit - 1, 3 * suggestive + weak + ambiguous)
  const more = suggestive > 0 ? Math.floor(ambiguous / ambiguousForOne) : 0
  return onRung(suggestiveRungs, suggestive + more, weak + ambiguous)
}

/** How sure a signal is by the number of its terms: 1, 2, 3 and more. */
const surenessOf = (sureness: ReadonlyArray<number>, terms: number): number =>
  sureness[Math.min(terms, sureness.length) - 1] ?? 0

const line = 0.5

const signalsOf = (counts: LexiconCounts, score: number): ReadonlyArray<Signal> => [
  ...(counts.explicit + counts.suggestive > 0
    ? [{ signal: "sexual_language", probability: score, line, text: "The wording is sexual." }]
    : []),
  ...(counts.explicit > 0
    ? [
        {
          signal: "explicit_terms",
          probability: surenessOf([0.7, 0.9, 0.97], counts.explicit),
          line,
          text: "Terms for nudity, sexual acts or pornography are used."
        }
      ]
    : []),
  ...(counts.suggestive > 0
    ? [
        {
          signal: "suggestive_terms",
          probability: surenessOf([0.6, 0.8, 0.9], counts.suggestive),
          line,
          text: "Terms that suggest sexual content are used."
        }
      ]
    : [])
]

export const scoreAdult = (counts: LexiconCounts): EngineCheck => {
  const score = sexualProbability(counts)
  return { version: 1, score, reviewScore: score, signals: signalsOf(counts, score) }
}
