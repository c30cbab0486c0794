import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { applyFloors } from "../../../domain/screening/floors/applyFloors.ts"
import type { FloorResult } from "../../../domain/screening/floors/FloorResult.ts"
import { engineFindsSexual } from "../../../domain/screening/scoring.ts"
import type { EngineCheck, EngineReport } from "../../../domain/screening/ScreeningEngine.ts"
import type { LabelledPrompt } from "./DataSet.ts"
import type { ScoredRow } from "./measures.ts"

export type Scores = Readonly<Partial<Record<CheckId, Pick<EngineCheck, "score" | "reviewScore">>>>

const none: FloorResult = {
  findings: [],
  adultClaim: false,
  negativeAdulthood: false,
  score: 0,
  reviewScore: 0
}

/** What the service's floors find beside an engine's report; nothing if they are left out. */
export const floorsOf = (row: LabelledPrompt, report: EngineReport, withFloors: boolean): FloorResult =>
  withFloors
    ? applyFloors({ prompt: row.text, negativePrompt: row.negativePrompt }, engineFindsSexual(report))
    : none

/** A row's scores as the service would have them. None if the engine was at fault. */
export const scoresOf = (row: LabelledPrompt, report: EngineReport | null, withFloors: boolean): Scores => {
  const minors = report?.checks.minors_sexual
  if (report === null || minors === undefined) return report?.checks ?? {}
  const floors = floorsOf(row, report, withFloors)
  return {
    ...report.checks,
    minors_sexual: {
      score: Math.max(minors.score, floors.score),
      reviewScore: Math.max(minors.reviewScore, floors.reviewScore)
    }
  }
}

/** The rows that are labelled for a check and have a score. */
export const scoredRows = (
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
