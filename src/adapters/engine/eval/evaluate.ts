import { Effect } from "effect"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { applyFloors } from "../../../domain/screening/floors.ts"
import { engineFindsSexual } from "../../../domain/screening/scoring.ts"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import type { EngineCheck } from "../../../domain/screening/ScreeningEngine.ts"
import type { DataSet, LabelledPrompt } from "./DataSet.ts"
import { disguise, disguiseNames } from "./disguises.ts"
import type { DisguiseName } from "./disguises.ts"
import { estimate } from "./intervals.ts"
import { lines } from "./measures.ts"
import type { ScoredRow } from "./measures.ts"
import type { CheckReport, Report, SetReport } from "./Report.ts"

export interface EvaluationSettings {
  /** samples of the bootstrap, 0 for no intervals */
  readonly samples: number
  /** whether the service's floors run beside the engine, as they do in the service */
  readonly withFloors: boolean
}

type Scores = Readonly<Partial<Record<CheckId, Pick<EngineCheck, "score" | "reviewScore">>>>

const scoresOf = Effect.fnUntraced(function* (row: LabelledPrompt, { withFloors }: EvaluationSettings) {
  const engine = yield* ScreeningEngine
  const request = { prompt: row.text, negativePrompt: row.negativePrompt, checks: checkIds }
  const report = yield* engine.screen(request)
  const scores: Scores = report.checks
  const minors = scores.minors_sexual
  if (!withFloors || minors === undefined) return scores
  const floors = applyFloors(request, engineFindsSexual(report))
  return {
    ...scores,
    minors_sexual: {
      score: Math.max(minors.score, floors.score),
      reviewScore: Math.max(minors.reviewScore, floors.reviewScore)
    }
  }
})

/** Rows screened at a time, which is what a remote engine gets. */
const concurrency = 8

const scoreAll = (rows: ReadonlyArray<LabelledPrompt>, settings: EvaluationSettings) =>
  Effect.forEach(rows, (row) => scoresOf(row, settings), { concurrency })

const scoredRows = (
  check: CheckId,
  rows: ReadonlyArray<LabelledPrompt>,
  scores: ReadonlyArray<Scores>
): ReadonlyArray<ScoredRow> =>
  rows.flatMap(({ labels }, at) => {
    const positive = labels[check]
    const own = scores[at]?.[check]
    return positive === undefined || own === undefined
      ? []
      : [{ score: own.score, reviewScore: own.reviewScore, positive }]
  })

/** Of the positives found as they are written, the share that is found in a disguise. */
const robustnessOf = Effect.fnUntraced(function* (
  check: CheckId,
  rows: ReadonlyArray<LabelledPrompt>,
  settings: EvaluationSettings
) {
  const kept: Partial<Record<DisguiseName, number>> = {}
  if (rows.length === 0) return kept
  for (const name of disguiseNames) {
    const disguised = rows.map((row) => ({ ...row, text: disguise(name, row.text) }))
    const scores = yield* scoreAll(disguised, settings)
    kept[name] = scores.filter((own) => (own[check]?.score ?? 0) >= lines.act).length / rows.length
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
    if (language === null || labels[check] !== true) continue
    const own = found.get(language) ?? { positives: 0, found: 0 }
    own.positives++
    if ((scores[at]?.[check]?.reviewScore ?? 0) >= lines.review) own.found++
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
  check: CheckId,
  { rows }: DataSet,
  scores: ReadonlyArray<Scores>,
  settings: EvaluationSettings
) {
  const scored = scoredRows(check, rows, scores)
  const found = rows.filter(
    ({ labels }, at) => labels[check] === true && (scores[at]?.[check]?.score ?? 0) >= lines.act
  )
  const report: CheckReport = {
    rows: scored.length,
    positives: scored.filter(({ positive }) => positive).length,
    measures: estimate(scored, settings.samples),
    recallByLanguage: languageRecall(check, rows, scores),
    keptInDisguise: yield* robustnessOf(check, found, settings)
  }
  return report
})

const evaluateSet = Effect.fnUntraced(function* (set: DataSet, settings: EvaluationSettings) {
  const scores = yield* scoreAll(set.rows, settings)
  const checks: Partial<Record<CheckId, CheckReport>> = {}
  for (const check of checkIds) {
    if (!set.rows.some(({ labels }) => labels[check] !== undefined)) continue
    checks[check] = yield* reportCheck(check, set, scores, settings)
  }
  const report: SetReport = { name: set.name, rows: set.rows.length, checks }
  return report
})

/** Measures the engine on labelled prompts. */
export const evaluate = Effect.fnUntraced(function* (
  sets: ReadonlyArray<DataSet>,
  settings: EvaluationSettings
) {
  const engine = yield* ScreeningEngine
  const report: Report = {
    format: 1,
    engineVersion: yield* engine.health,
    withFloors: settings.withFloors,
    samples: settings.samples,
    sets: yield* Effect.forEach(sets, (set) => evaluateSet(set, settings))
  }
  return report
})
