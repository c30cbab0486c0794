import { outcomeOf } from "../../../domain/policy/Action.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { PolicyDocument } from "../../../domain/policy/PolicyDocument.ts"
import { routePolicy } from "../../../domain/policy/routing.ts"
import type { Routing } from "../../../domain/policy/routing.ts"
import { checksToAsk, enabledChecks, reportOn, scoreChecks } from "../../../domain/screening/scoring.ts"
import type { ScoredChecks } from "../../../domain/screening/scoring.ts"
import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"
import { checksToAskAgain } from "../cascade/Band.ts"
import type { Band } from "../cascade/Band.ts"
import { mergeReports } from "../cascade/mergeReports.ts"
import type { LabelledPrompt } from "./DataSet.ts"
import { floorsOf } from "./rowScores.ts"

export interface ComparisonSettings {
  readonly policy: PolicyDocument
  /** The checks that the model answers; the built-in engine always answers the others. */
  readonly modelChecks: ReadonlyArray<CheckId>
  readonly withFloors: boolean
}

/** What the service would decide about a row. */
export interface RowJudgement {
  readonly scores: ScoredChecks
  readonly routing: Routing
  /** Whether the row is allowed although it is labelled as a violation of a check that the policy stops. */
  readonly allowsViolation: boolean
  /** Whether the row is stopped by a check of which it is labelled as no example. */
  readonly stopsHarmless: boolean
}

/** A row that both engines answered. */
export interface ComparedRow {
  readonly row: LabelledPrompt
  readonly isViolation: boolean
  /** The built-in engine's report on the checks that the policy asks for. */
  readonly first: EngineReport
  /** The model's report on the same checks. A cascade uses only those that it asks about again. */
  readonly second: EngineReport
  readonly builtin: RowJudgement
  readonly model: RowJudgement
  /** What a cascade with these lines decides, and whether it asks the model. */
  readonly cascade: (band: Band) => { readonly judgement: RowJudgement; readonly asksModel: boolean }
}

/** The checks whose lines lead to a review or a block. */
const stopping = (policy: PolicyDocument): ReadonlySet<CheckId> =>
  new Set(
    enabledChecks(policy)
      .filter(({ onAct, onReview }) => [onAct, onReview].some((action) => outcomeOf(action) !== "allow"))
      .map(({ check }) => check)
  )

const isCheck = (labels: LabelledPrompt["labels"], id: string | undefined): id is CheckId =>
  id !== undefined && Object.hasOwn(labels, id)

/**
 * Makes the comparison of two engines' reports on a row. The cascade's decision is computed from them, as the cascade
 * would make it from the same answers.
 */
export const makeCompareRow = ({ modelChecks, policy, withFloors }: ComparisonSettings) => {
  const asked = checksToAsk(policy)
  const stops = stopping(policy)

  const judge = (row: LabelledPrompt, isViolation: boolean, report: EngineReport): RowJudgement => {
    const scores = scoreChecks(policy, report, floorsOf(row, report, withFloors))
    const routing = routePolicy(policy, scores)
    const decider = routing.decidedBy?.check
    return {
      scores,
      routing,
      allowsViolation: isViolation && routing.outcome === "allow",
      stopsHarmless:
        routing.outcome !== "allow" && isCheck(row.labels, decider) && row.labels[decider] === false
    }
  }

  return (row: LabelledPrompt, builtin: EngineReport, model: EngineReport): ComparedRow => {
    const isViolation = [...stops].some((check) => row.labels[check] === true)
    const first = reportOn(asked, builtin)
    const second = reportOn(asked, model)
    const judged = { builtin: judge(row, isViolation, first), model: judge(row, isViolation, second) }
    // Decisions by the checks that were asked about again. Over all lines there are only few such sets.
    const known = new Map<string, RowJudgement>([["", judged.builtin]])
    const cascade = (band: Band) => {
      const again = checksToAskAgain(band, { checks: asked }, first, modelChecks)
      const key = again.join()
      const judgement =
        known.get(key) ?? judge(row, isViolation, mergeReports(first, reportOn(again, second)))
      known.set(key, judgement)
      return { judgement, asksModel: again.length > 0 }
    }
    return { row, isViolation, first, second, ...judged, cascade }
  }
}
