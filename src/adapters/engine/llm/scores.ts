import { Record } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import { questionIds, questions, questionsVersion } from "./questions.ts"
import type { QuestionId } from "./questions.ts"

/** How sure the model is that the answer is yes. */
export interface Belief {
  readonly probability: number
  /** Whether it was read from log-probabilities, and not from the word of the answer. */
  readonly measured: boolean
}

export type Beliefs = Readonly<Record<QuestionId, Belief>>

/** The probability from which a signal fires. */
const line = 0.5

/**
 * The signal of a belief. A belief that was not measured has no probability to show, so its signal fires by having no
 * line.
 */
export const signalOf = (signal: string, text: string, { measured, probability }: Belief): Signal => {
  if (measured) return { signal, probability, line, text }
  return { signal, probability: null, line: probability >= line ? null : line, text }
}

const signalsOf = (check: CheckId, beliefs: Beliefs): ReadonlyArray<Signal> =>
  questionIds
    .filter((id) => questions[id].check === check)
    .map((id) => signalOf(questions[id].signal, questions[id].says, beliefs[id]))

/** What each grade adds to the score if all grades below it hold: suggestive 0.40, sexual 0.75, explicit 1 in all. */
const grades = { suggestive: 0.4, sexual: 0.35, explicit: 0.25 }

const scoresOf = (beliefs: Beliefs): Readonly<Record<CheckId, readonly [score: number, review: number]>> => {
  // The probabilities, under the names of their signals.
  const {
    a1: suggestiveContent,
    a2: sexualContent,
    a3: explicitContent,
    i1: namedCharacter,
    i2: franchiseOrBrand,
    m1: sexualMinor,
    m2: minor,
    m3: youthCoded,
    p1: namedPerson,
    p2: identifiedPerson
  } = Record.map(beliefs, ({ probability }) => probability)
  // Explicit content is sexual and sexual content is suggestive, whatever the model said about the lower grade.
  const sexual = Math.max(sexualContent, explicitContent)
  const suggestive = Math.max(suggestiveContent, sexual)
  const adult = grades.suggestive * suggestive + grades.sexual * sexual + grades.explicit * explicitContent
  const minors = Math.max(sexualMinor, sexual * minor)
  const person = Math.max(namedPerson, identifiedPerson)
  const work = Math.max(namedCharacter, franchiseOrBrand)
  return {
    // The score trusts a stated adult age; the review score also counts how someone is presented.
    minors_sexual: [minors, Math.max(minors, sexual * youthCoded)],
    adult: [adult, adult],
    real_person: [person, person],
    copyrighted_ip: [work, work]
  }
}

/** Scores the checks that were asked for. */
export const scoreBeliefs = (
  checks: ReadonlyArray<CheckId>,
  beliefs: Beliefs
): Readonly<Partial<Record<CheckId, EngineCheck>>> => {
  const scores = scoresOf(beliefs)
  return Object.fromEntries(
    checks.map((check): [CheckId, EngineCheck] => {
      const [score, reviewScore] = scores[check]
      return [
        check,
        {
          version: questionsVersion,
          score: Math.min(1, score),
          reviewScore: Math.min(1, reviewScore),
          signals: signalsOf(check, beliefs)
        }
      ]
    })
  )
}
