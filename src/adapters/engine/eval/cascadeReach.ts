import { Schema } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { PolicyDocument } from "../../../domain/policy/PolicyDocument.ts"
import { checksToAsk, reportOn } from "../../../domain/screening/scoring.ts"
import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"
import { checksToAskAgain } from "../cascade/Band.ts"
import type { Band } from "../cascade/Band.ts"
import { bandsOf } from "./bands.ts"
import type { DataSet, LabelledPrompt } from "./DataSet.ts"
import type { Answered } from "./Interview.ts"
import { scoresOf } from "./rowScores.ts"
import type { Scores } from "./rowScores.ts"

const ReachRow = Schema.Struct({
  low: Schema.Finite,
  high: Schema.Finite,
  asked: Schema.Int,
  /** rows labelled as a violation of a check for which the built-in engine is sure that nothing is wrong */
  violationsUnseen: Schema.Int,
  /** rows labelled as no example of a check for which it is sure that something is wrong */
  harmlessUnseen: Schema.Int
})
export type ReachRow = typeof ReachRow.Type

const SetReach = Schema.Struct({
  name: Schema.String,
  rows: Schema.Int,
  violations: Schema.Int,
  lines: Schema.Array(ReachRow)
})
export type SetReach = typeof SetReach.Type

/** How often a cascade would ask a model, and which errors of the built-in engine the model would never see. */
export const ReachReport = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("cascade without a model"),
  builtinVersion: Schema.String,
  preset: Schema.String,
  band: Schema.Struct({ low: Schema.Finite, high: Schema.Finite }),
  withFloors: Schema.Boolean,
  sets: Schema.Array(SetReach)
})
export type ReachReport = typeof ReachReport.Type

export interface ReachSettings {
  readonly policy: PolicyDocument
  readonly band: Band
  readonly withFloors: boolean
}

interface SeenRow {
  readonly row: LabelledPrompt
  readonly report: EngineReport
  readonly scores: Scores
}

const reachOf = (rows: ReadonlyArray<SeenRow>, checks: ReadonlyArray<CheckId>, band: Band): ReachRow => {
  const counts = { asked: 0, violationsUnseen: 0, harmlessUnseen: 0 }
  for (const { report, row, scores } of rows) {
    const again = checksToAskAgain(band, { checks }, report)
    if (again.length > 0) counts.asked++
    // A check that the engine is sure is violated is not asked about, even if others are.
    const unseen = checks.filter((check) => !again.includes(check))
    const isWrong = (label: boolean, holds: (reviewScore: number) => boolean) =>
      unseen.some((check) => row.labels[check] === label && holds(scores[check]?.reviewScore ?? 0))
    if (isWrong(true, (score) => score <= band.low)) counts.violationsUnseen++
    if (isWrong(false, (score) => score >= band.high)) counts.harmlessUnseen++
  }
  return { ...band, ...counts }
}

/** What a cascade would ask, for each data set and, if there are several, for all together. */
export const cascadeReach = (
  sets: ReadonlyArray<{ readonly set: DataSet; readonly builtin: Answered }>,
  { band, policy, withFloors }: ReachSettings
): ReadonlyArray<SetReach> => {
  const checks = checksToAsk(policy)
  const seen = sets.map(({ builtin, set }) => ({
    name: set.name,
    rows: set.rows.flatMap((row, at): ReadonlyArray<SeenRow> => {
      const report = builtin.reports[at] ?? null
      if (report === null) return []
      const asked = reportOn(checks, report)
      return [{ row, report: asked, scores: scoresOf(row, asked, withFloors) }]
    })
  }))
  const all = { name: "all together", rows: seen.flatMap(({ rows }) => rows) }
  return (seen.length === 1 ? seen : [...seen, all]).map(({ name, rows }) => ({
    name,
    rows: rows.length,
    violations: rows.filter(({ row }) => checks.some((check) => row.labels[check] === true)).length,
    lines: bandsOf(band).map((band) => reachOf(rows, checks, band))
  }))
}
