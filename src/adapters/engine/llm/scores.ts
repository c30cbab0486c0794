import { Record } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineCheck, Signal } from "../../../domain/screening/ScreeningEngine.ts"
import { questionIds, questions, questionsVersion } from "./questions.ts"
import type { QuestionId } from "./questions.ts"

/** How sure the model is that the answer is yes. */
export interface Belief {
  readonly probability: number
  /** Read from log-probabilities, rather than from the word that was said. */
  readonly measured: boolean
}

export type Beliefs = Readonly<Record<QuestionId, Belief>>

/** A signal fires from here on. */
const line = 0.5

/** A belief that was not measured has no probability to show: its signal fires by having no line. */
export const signalOf = (signal: string, text: string, { measured, probability }: Belief): Signal => {
  if (measured) return { signal, probability, line, text }
  return { signal, probability: null, line: probability >= line ? null : line, text }
}

const signalsOf = (check: CheckId, beliefs: Beliefs): ReadonlyArray<Signal> =>
  questionIds
    .filter((id) => questions[id].check === check)
    .map((id) => signalOf(questions[id].signal, questions[id].says, beliefs[id]))

/** What each grade adds to the score when all below it hold: suggestive 0.40, sexual 0.75, explicit 1. */
const grades = { suggestive: 0.4, sexual: 0.35, explicit: 0.25 }

const scoresOf = (beliefs: Beliefs): Readonly<Record<CheckId, readonly [score: number, review: number]>> => {
  // By the names of their signals.
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
  // What is explicit is sexual, and what is sexual is suggestive, whatever the model said of the lesser grade.
  const sexual = Math.max(sexualContent, explicitContent)
  const suggestive = Math.max(suggestiveContent, sexual)
  const adult = grades.suggestive * suggestive + grades.sexual * sexual + grades.explicit * explicitContent
  const minors = Math.max(sexualMinor, sexual * minor)
  const person = Math.max(namedPerson, identifiedPerson)
  const work = Math.max(namedCharacter, franchiseOrBrand)
  return {
    // The score takes a stated adult age at its word; the review score also looks at how someone is presented.
    minors_sexual: [minors, Math.max(minors, sexual * youthCoded)],
    adult: [adult, adult],
    real_person: [person, person],
    copyrighted_ip: [work, work]
  }
}

/** The checks that were asked for, scored. */
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
