import { bySeverity } from "../../../domain/policy/Action.ts"
import type { Outcome } from "../../../domain/policy/Action.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { enabledChecks } from "../../../domain/screening/scoring.ts"
import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"
import type { Band } from "../cascade/Band.ts"
import { bandsOf } from "./bands.ts"
import type { Changes, CheckComparison, Outcomes, SetComparison, Spent, SweepRow } from "./CascadeReport.ts"
import { makeCompareRow } from "./cascadeRows.ts"
import type { ComparedRow, ComparisonSettings, RowJudgement } from "./cascadeRows.ts"
import type { DataSet } from "./DataSet.ts"
import { estimate } from "./intervals.ts"
import type { Answered } from "./Interview.ts"
import { scoredRows } from "./rowScores.ts"

export interface CascadeSettings extends ComparisonSettings {
  readonly band: Band
  readonly samples: number
}

const sum = <A>(items: ReadonlyArray<A>, value: (item: A) => number): number =>
  items.reduce((total, item) => total + value(item), 0)

const spentOn = (reports: ReadonlyArray<EngineReport>): Spent => ({
  calls: reports.length,
  input: sum(reports, ({ inputTokens }) => inputTokens ?? 0),
  output: sum(reports, ({ outputTokens }) => outputTokens ?? 0),
  uncounted: reports.filter(({ inputTokens }) => inputTokens === null).length
})

const outcomesOf = (judgements: ReadonlyArray<RowJudgement>): Outcomes => {
  const count = (holds: (judgement: RowJudgement) => boolean) => judgements.filter(holds).length
  const are = (outcome: Outcome) => count(({ routing }) => routing.outcome === outcome)
  return {
    allow: are("allow"),
    review: are("review"),
    block: are("block"),
    violationsAllowed: count(({ allowsViolation }) => allowsViolation),
    harmlessStopped: count(({ stopsHarmless }) => stopsHarmless)
  }
}

const changesBetween = (before: ReadonlyArray<RowJudgement>, after: ReadonlyArray<RowJudgement>): Changes => {
  const transitions = new Map<string, Changes["transitions"][number]>()
  const changes = { milder: 0, stricter: 0, tagsOnly: 0 }
  for (const [at, { routing }] of before.entries()) {
    const other = after[at]?.routing ?? routing
    const [from, to] = [routing.outcome, other.outcome]
    if (from === to) {
      if (routing.tags.join("\n") !== other.tags.join("\n")) changes.tagsOnly++
      continue
    }
    changes[bySeverity(from, to) > 0 ? "milder" : "stricter"]++
    const key = `${from} ${to}`
    transitions.set(key, { from, to, rows: (transitions.get(key)?.rows ?? 0) + 1 })
  }
  return { ...changes, transitions: Array.from(transitions.values()) }
}

/** What a cascade with these lines decides about the rows, and what it asks of the model. */
const cascaded = (rows: ReadonlyArray<ComparedRow>, band: Band) => {
  const judged = rows.map(({ cascade, second }) => ({ ...cascade(band), second }))
  return {
    judgements: judged.map(({ judgement }) => judgement),
    spent: spentOn(judged.flatMap(({ asksModel, second }) => (asksModel ? [second] : [])))
  }
}

const sweepOf = (rows: ReadonlyArray<ComparedRow>, band: Band): SweepRow => {
  const { judgements, spent } = cascaded(rows, band)
  const { harmlessStopped, violationsAllowed } = outcomesOf(judgements)
  const changes = changesBetween(
    rows.map(({ model }) => model),
    judgements
  )
  const { milder, stricter } = changes
  return { ...band, spent, milder, stricter, violationsAllowed, harmlessStopped }
}

interface Judgements {
  readonly builtin: ReadonlyArray<RowJudgement>
  readonly model: ReadonlyArray<RowJudgement>
  readonly cascade: ReadonlyArray<RowJudgement>
}

const compareCheck = (
  check: CheckId,
  rows: ReadonlyArray<ComparedRow>,
  { builtin, cascade, model }: Judgements,
  samples: number
): CheckComparison => {
  const prompts = rows.map(({ row }) => row)
  const scored = (judgements: ReadonlyArray<RowJudgement>) =>
    scoredRows(
      check,
      prompts,
      judgements.map(({ scores }) => scores)
    )
  const labelled = scored(cascade)
  return {
    rows: labelled.length,
    positives: labelled.filter(({ positive }) => positive).length,
    builtin: estimate(scored(builtin), samples),
    model: estimate(scored(model), samples),
    cascade: estimate(labelled, samples)
  }
}

const compareRows = (
  name: string,
  rows: ReadonlyArray<ComparedRow>,
  faults: Answered["faults"],
  settings: CascadeSettings
): SetComparison => {
  const { judgements, spent } = cascaded(rows, settings.band)
  const judged: Judgements = {
    builtin: rows.map(({ builtin }) => builtin),
    model: rows.map(({ model }) => model),
    cascade: judgements
  }
  const checks: Partial<Record<CheckId, CheckComparison>> = {}
  for (const { check } of enabledChecks(settings.policy)) {
    if (!rows.some(({ row }) => row.labels[check] !== undefined)) continue
    checks[check] = compareCheck(check, rows, judged, settings.samples)
  }
  return {
    name,
    rows: rows.length,
    faults,
    violations: rows.filter(({ isViolation }) => isViolation).length,
    spent: { model: spentOn(rows.map(({ second }) => second)), cascade: spent },
    outcomes: {
      builtin: outcomesOf(judged.builtin),
      model: outcomesOf(judged.model),
      cascade: outcomesOf(judgements)
    },
    changes: {
      fromModel: changesBetween(judged.model, judgements),
      fromBuiltin: changesBetween(judged.builtin, judgements)
    },
    checks,
    sweep: bandsOf(settings.band).map((band) => sweepOf(rows, band))
  }
}

/** A data set and what each of the two engines answered for its rows. */
export interface AnsweredSet {
  readonly set: DataSet
  readonly builtin: Answered
  readonly model: Answered
}

const allTogether = "all together"

const addFaults = (sets: ReadonlyArray<AnsweredSet>): Answered["faults"] => {
  const rows = new Map<string, number>()
  for (const { reason, rows: more } of sets.flatMap(({ model }) => model.faults)) {
    rows.set(reason, (rows.get(reason) ?? 0) + more)
  }
  return Array.from(rows, ([reason, rows]) => ({ reason, rows }))
}

/**
 * Compares the built-in engine, the model, and the cascade of both on each data set and, if there are several, on all
 * of them together. The cascade is computed from the answers of the two: nothing further is asked.
 */
export const compareCascade = (
  sets: ReadonlyArray<AnsweredSet>,
  settings: CascadeSettings
): ReadonlyArray<SetComparison> => {
  const compare = makeCompareRow(settings)
  const compared = sets.map(({ builtin, model, set }) => ({
    name: set.name,
    faults: model.faults,
    rows: set.rows.flatMap((row, at) => {
      const [first, second] = [builtin.reports[at] ?? null, model.reports[at] ?? null]
      return first === null || second === null ? [] : [compare(row, first, second)]
    })
  }))
  const each = compared.map(({ faults, name, rows }) => compareRows(name, rows, faults, settings))
  if (sets.length === 1) return each
  const rows = compared.flatMap(({ rows }) => rows)
  return [...each, compareRows(allTogether, rows, addFaults(sets), settings)]
}
