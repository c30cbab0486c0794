import { Effect } from "effect"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { minorsLines } from "../../../domain/policy/minorsLines.ts"
import type { DataSet, LabelledPrompt } from "./DataSet.ts"
import { disguise, disguiseNames } from "./disguises.ts"
import type { DisguiseName } from "./disguises.ts"
import { estimate } from "./intervals.ts"
import type { Interview } from "./Interview.ts"
import type { CheckReport, Report, SetReport } from "./Report.ts"
import { scoredRows, scoresOf } from "./rowScores.ts"
import type { Scores } from "./rowScores.ts"

export interface EvaluationSettings {
  /** samples of the bootstrap, 0 for no intervals */
  readonly samples: number
  /** whether the service's floors run beside the engine, as they do in the service */
  readonly withFloors: boolean
  /** whether the positives that are found are asked about again in each of the nine disguises */
  readonly disguises: boolean
}

/** An engine to measure: its version, and how it is asked. */
export interface Examined {
  readonly version: string
  readonly interview: Interview
}

const scoreAll = Effect.fnUntraced(function* (
  { interview }: Examined,
  name: string,
  rows: ReadonlyArray<LabelledPrompt>,
  { withFloors }: EvaluationSettings
) {
  const { faults, reports } = yield* interview(name, rows)
  const scores = rows.map((row, at) => scoresOf(row, reports[at] ?? null, withFloors))
  return { faults, scores, tokens: reports.reduce((sum, report) => sum + (report?.inputTokens ?? 0), 0) }
})

/** Of the positives that are found as written, the share that is also found in each disguise. */
const robustnessOf = Effect.fnUntraced(function* (
  engine: Examined,
  name: string,
  check: CheckId,
  rows: ReadonlyArray<LabelledPrompt>,
  settings: EvaluationSettings
) {
  const kept: Partial<Record<DisguiseName, number>> = {}
  if (rows.length === 0 || !settings.disguises) return kept
  for (const way of disguiseNames) {
    const disguised = rows.map((row) => ({ ...row, text: disguise(way, row.text) }))
    const { scores } = yield* scoreAll(engine, `${name}, ${check} under ${way}`, disguised, settings)
    const answered = scores.flatMap((own) => own[check]?.score ?? [])
    if (answered.length > 0)
      kept[way] = answered.filter((score) => score >= minorsLines.act).length / answered.length
  }
  return kept
})

const languageRecall = (
  check: CheckId,
  rows: ReadonlyArray<LabelledPrompt>,
  scores: ReadonlyArray<Scores>
): CheckReport["recallByLanguage"] => {
  const found = new Map<string, { positives: number; found: number }>()
  for (const [at, { labels, language }] of rows.entries()) {
    const reviewScore = scores[at]?.[check]?.reviewScore
    if (language === null || labels[check] !== true || reviewScore === undefined) continue
    const own = found.get(language) ?? { positives: 0, found: 0 }
    own.positives++
    if (reviewScore >= minorsLines.review) own.found++
    found.set(language, own)
  }
  return Object.fromEntries(
    Array.from(found, ([language, own]) => [
      language,
      { positives: own.positives, recall: own.found / own.positives }
    ])
  )
}

const reportCheck = Effect.fnUntraced(function* (
  engine: Examined,
  check: CheckId,
  { name, rows }: DataSet,
  scores: ReadonlyArray<Scores>,
  settings: EvaluationSettings
) {
  const scored = scoredRows(check, rows, scores)
  const found = rows.filter(
    ({ labels }, at) => labels[check] === true && (scores[at]?.[check]?.score ?? 0) >= minorsLines.act
  )
  const report: CheckReport = {
    rows: scored.length,
    positives: scored.filter(({ positive }) => positive).length,
    measures: estimate(scored, settings.samples),
    recallByLanguage: languageRecall(check, rows, scores),
    keptInDisguise: yield* robustnessOf(engine, name, check, found, settings)
  }
  return report
})

const evaluateSet = Effect.fnUntraced(function* (
  engine: Examined,
  set: DataSet,
  settings: EvaluationSettings
) {
  const { faults, scores, tokens } = yield* scoreAll(engine, set.name, set.rows, settings)
  const checks: Partial<Record<CheckId, CheckReport>> = {}
  for (const check of checkIds) {
    if (!set.rows.some(({ labels }) => labels[check] !== undefined)) continue
    checks[check] = yield* reportCheck(engine, check, set, scores, settings)
  }
  const report: SetReport = { name: set.name, rows: set.rows.length, inputTokens: tokens, faults, checks }
  return report
})

/** Measures an engine on labelled prompts. Rows that it did not answer are counted and left out. */
export const evaluate = Effect.fnUntraced(function* (
  engine: Examined,
  sets: ReadonlyArray<DataSet>,
  settings: EvaluationSettings
) {
  const report: Report = {
    format: 1,
    engineVersion: engine.version,
    withFloors: settings.withFloors,
    samples: settings.samples,
    sets: yield* Effect.forEach(sets, (set) => evaluateSet(engine, set, settings))
  }
  return report
})
