import { minorsLines } from "../../../domain/policy/minorsLines.ts"

/** A row as a check scored it. */
export interface ScoredRow {
  readonly score: number
  readonly reviewScore: number
  readonly positive: boolean
}

export const measureNames = [
  "averagePrecision",
  "rocAuc",
  "recallAtReview",
  "falsePositivesAtReview",
  "recallAtAct",
  "falsePositivesAtAct",
  "recallAtOnePercent",
  "calibrationError"
] as const

export type MeasureName = (typeof measureNames)[number]

/** Null if a measure has no meaning: recall without positives, false positives without negatives. */
export type Measures = Readonly<Record<MeasureName, number | null>>

/** The share of false positives that `recallAtOnePercent` allows. */
const allowedFalsePositives = 0.01
const calibrationBins = 10

/** Sorts rows by falling score. */
export const sortRows = (rows: ReadonlyArray<ScoredRow>): ReadonlyArray<ScoredRow> =>
  rows.toSorted((one, other) => other.score - one.score)

interface Totals {
  positives: number
  negatives: number
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/**
 * Visits each different score, highest first, with the numbers of positives and negatives that have it. A row counts as
 * often as `times` says at its index.
 */
const eachScore = (
  rows: ReadonlyArray<ScoredRow>,
  times: Uint16Array,
  visit: (positives: number, negatives: number) => void
): void => {
  let counts = { positives: 0, negatives: 0 }
  for (const [at, { positive, score }] of rows.entries()) {
    counts[positive ? "positives" : "negatives"] += times[at] ?? 0
    if (rows[at + 1]?.score === score) continue
    visit(counts.positives, counts.negatives)
    counts = { positives: 0, negatives: 0 }
  }
}

const totalsOf = (rows: ReadonlyArray<ScoredRow>, times: Uint16Array): Totals => {
  const totals = { positives: 0, negatives: 0 }
  for (const [at, { positive }] of rows.entries())
    totals[positive ? "positives" : "negatives"] += times[at] ?? 0
  return totals
}

const rankingOf = (rows: ReadonlyArray<ScoredRow>, times: Uint16Array, { negatives, positives }: Totals) => {
  let found = 0
  let wrong = 0
  let precision = 0
  let ordered = 0
  let recallAtOnePercent = 0
  eachScore(rows, times, (more, moreWrong) => {
    ordered += moreWrong * (found + more / 2)
    found += more
    wrong += moreWrong
    if (more > 0) precision += (more * found) / (found + wrong)
    if (wrong <= negatives * allowedFalsePositives) recallAtOnePercent = found
  })
  const isRanking = positives > 0 && negatives > 0
  return {
    averagePrecision: isRanking ? precision / positives : null,
    rocAuc: isRanking ? ordered / positives / negatives : null,
    recallAtOnePercent: isRanking ? recallAtOnePercent / positives : null
  }
}

const countsOver = (
  rows: ReadonlyArray<ScoredRow>,
  times: Uint16Array,
  isOver: (row: ScoredRow) => boolean
): Totals =>
  totalsOf(
    rows,
    Uint16Array.from(times, (count, at) => {
      const row = rows[at]
      return row !== undefined && isOver(row) ? count : 0
    })
  )

/** The mean distance between score and truth over bins of equal width, weighted by their rows; null without rows. */
const calibrationErrorOf = (
  rows: ReadonlyArray<ScoredRow>,
  times: Uint16Array,
  all: number
): number | null => {
  const bins = Array.from({ length: calibrationBins }, () => ({ scores: 0, positives: 0 }))
  for (const [at, { positive, score }] of rows.entries()) {
    const bin = bins[Math.min(calibrationBins - 1, Math.floor(score * calibrationBins))]
    const count = times[at] ?? 0
    if (bin === undefined) continue
    bin.scores += score * count
    bin.positives += positive ? count : 0
  }
  return share(
    bins.reduce((sum, { positives, scores }) => sum + Math.abs(scores - positives), 0),
    all
  )
}

/**
 * Measures rows that are sorted by falling score. A row counts as often as `times` says at its index. Every check is
 * measured at the lines of `minors_sexual`.
 */
export const measure = (rows: ReadonlyArray<ScoredRow>, times: Uint16Array): Measures => {
  const totals = totalsOf(rows, times)
  const review = countsOver(rows, times, ({ reviewScore }) => reviewScore >= minorsLines.review)
  const act = countsOver(rows, times, ({ score }) => score >= minorsLines.act)
  return {
    ...rankingOf(rows, times, totals),
    recallAtReview: share(review.positives, totals.positives),
    falsePositivesAtReview: share(review.negatives, totals.negatives),
    recallAtAct: share(act.positives, totals.positives),
    falsePositivesAtAct: share(act.negatives, totals.negatives),
    calibrationError: calibrationErrorOf(rows, times, totals.positives + totals.negatives)
  }
}
