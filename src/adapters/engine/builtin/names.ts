import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { EngineCheck } from "../../../domain/screening/ScreeningEngine.ts"
import { mentionsIn, noWorks, scoreCopyrightedIp } from "./copyrightedIp.ts"
import { withNamesMended } from "./misspelledNames.ts"
import type { Model } from "./Model.ts"
import { personScore } from "./realPerson.ts"
import { makeTokens, readTokens } from "./tokens.ts"
import type { Tokens } from "./tokens.ts"

/** What the names in a text score. */
export interface NameScores {
  /** The score of `real_person`, 0 for nobody. */
  readonly person: number
  readonly works: EngineCheck
}

/** What is asked about names. */
interface Question {
  readonly asks: (check: CheckId) => boolean
  /** Whether the text is explicit: whoever it names is then taken to be depicted. */
  readonly isSexual: boolean
}

/** Scores the names of people and works in a text, for the checks that were asked for. */
export const readNames = (
  model: Model,
  text: string,
  tokens: Tokens,
  { asks, isSexual }: Question
): NameScores => ({
  person: asks("real_person") ? personScore(model, text, tokens, isSexual) : 0,
  works: asks("copyrighted_ip") ? scoreCopyrightedIp(mentionsIn(model, text, tokens)) : noWorks
})

/** The surer finding of each check. */
export const surerNames = (one: NameScores, other: NameScores): NameScores => ({
  person: Math.max(one.person, other.person),
  works: other.works.score > one.works.score ? other.works : one.works
})

const tokens = makeTokens(64)

/** How many code units of a spelling are searched for names: enough for a prompt, and a bound on the work. */
const longestSpelled = 2000

/** The most that a misspelled name scores, because it may be the name of somebody else. */
const mostMisspelled = 0.6

const atMost = (check: EngineCheck, most: number): EngineCheck => ({
  ...check,
  score: Math.min(check.score, most),
  reviewScore: Math.min(check.reviewScore, most),
  signals: check.signals.map((signal) => ({
    ...signal,
    probability: signal.probability === null ? null : Math.min(signal.probability, most)
  }))
})

const readMisspelled = (model: Model, text: string, question: Question): NameScores | undefined => {
  const mended = withNamesMended(model, text)
  if (mended === undefined) return undefined
  readTokens(mended, tokens)
  const { person, works } = readNames(model, mended, tokens, question)
  return { person: Math.min(person, mostMisspelled), works: atMost(works, mostMisspelled) }
}

/**
 * The surest of the names that were found already, those in the spellings, and those with a slip or a mask in the texts
 * as written.
 */
export const withHiddenNames = (
  model: Model,
  written: ReadonlyArray<string>,
  spellings: ReadonlyArray<string>,
  found: NameScores,
  question: Question
): NameScores => {
  let names = found
  for (const spelling of spellings) {
    const read = spelling.slice(0, longestSpelled)
    readTokens(read, tokens)
    names = surerNames(names, readNames(model, read, tokens, question))
  }
  if (!question.asks("real_person") && !question.asks("copyrighted_ip")) return names
  for (const text of written) {
    const misspelled = readMisspelled(model, text, question)
    if (misspelled !== undefined) names = surerNames(names, misspelled)
  }
  return names
}
