import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"

/** From this probability on youth words beside sexual ones ask for a look, and two groups of them for a block. */
const sexualLine = 0.5

const between = (from: number, to: number, share: number): number =>
  from + (to - from) * Math.min(1, Math.max(0, share))

const bitsIn = (groups: number): number => {
  let count = 0
  for (let rest = groups; rest > 0; rest >>>= 1) count += rest & 1
  return count
}

/**
 * What the words alone say, before any statement of age:
 *
 *     youth groups   sexual below 0.50   sexual from 0.50 on
 *     none           0 to 0.02           0.02 to 0.04
 *     one            0 to 0.28           0.30 to 0.48
 *     two and more   0 to 0.45           0.50 to 0.70
 *
 * Weak words only: ages, life stages and what is unambiguous are floors of the service, which run beside the engine.
 */
export const youthScore = (sexual: number, groups: number): number => {
  const youth = bitsIn(groups)
  const below = sexual / sexualLine
  const above = (sexual - sexualLine) / (1 - sexualLine)
  if (youth === 0) return sexual < sexualLine ? 0.02 * below : between(0.02, 0.04, above)
  if (youth === 1) return sexual < sexualLine ? 0.28 * below : between(0.3, 0.48, above)
  return sexual < sexualLine ? 0.45 * below : between(0.5, 0.7, above)
}

/** What a stated adult age leaves of the score. The review score is not touched. */
const claimedShare = 0.4

const signalsOf = (groups: number): ReadonlyArray<Signal> => {
  const youth = bitsIn(groups)
  if (youth === 0) return []
  return [
    {
      signal: "youth_terms",
      probability: [0.4, 0.7, 0.85][Math.min(youth, 3) - 1] ?? 0,
      line: 0.5,
      text: "Words that often go with youth are used."
    }
  ]
}

export interface MinorsEvidence {
  /** probability that the prompt asks for sexual content */
  readonly sexual: number
  /** the groups of youth words, as bits */
  readonly youthGroups: number
  /** whether an adult age is stated for the person */
  readonly claimsAdult: boolean
}

export const scoreMinorsSexual = ({ claimsAdult, sexual, youthGroups }: MinorsEvidence): EngineCheck => {
  const reviewScore = youthScore(sexual, youthGroups)
  return {
    version: 1,
    score: claimsAdult ? reviewScore * claimedShare : reviewScore,
    reviewScore,
    signals: signalsOf(youthGroups)
  }
}
