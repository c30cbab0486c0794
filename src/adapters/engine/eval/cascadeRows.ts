import { outcomeOf } from "../../../domain/policy/Action.ts"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import type { PolicyDocument } from "../../../domain/policy/PolicyDocument.ts"
import { routePolicy } from "../../../domain/policy/routing.ts"
import type { Routing } from "../../../domain/policy/routing.ts"
import { checksToAsk, enabledChecks, reportOn, scoreChecks } from "../../../domain/screening/scoring.ts"
import type { ScoredChecks } from "../../../domain/screening/scoring.ts"
import type { EngineReport } from "../../../domain/screening/ScreeningEngine.ts"
import { checksToAskAgain, mergeReports } from "../cascade/mergeReports.ts"
import type { Band } from "../cascade/mergeReports.ts"
import type { LabelledPrompt } from "./DataSet.ts"
import { floorsOf } from "./rowScores.ts"

export interface ComparisonSettings {
  readonly policy: PolicyDocument
  /** The checks that the model answers; the built-in engine answers the rest wherever. */
  readonly modelChecks: ReadonlyArray<CheckId>
  readonly withFloors: boolean
}

/** What the service would make of a row. */
export interface RowJudgement {
  readonly scores: ScoredChecks
  readonly routing: Routing
  /** Whether the row is labelled as a violation of a check that the policy stops, and allowed. */
  readonly allowsViolation: boolean
  /** Whether the check that stopped the row is one that it is labelled as no example of. */
  readonly stopsHarmless: boolean
}

/** A row that both engines answered. */
export interface ComparedRow {
  readonly row: LabelledPrompt
  readonly isViolation: boolean
  /** The built-in engine's report as the policy asks for it. */
  readonly first: EngineReport
  /** The model's report on the checks that it was asked about again, all of them for what it says alone. */
  readonly second: EngineReport
  readonly builtin: RowJudgement
  readonly model: RowJudgement
  /** The judgement of a cascade with these lines, and whether it asked the model. */
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

/** Compares the two engines' reports of rows. The cascade is made of them, as it would make it of the same answers. */
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
    // Few sets of checks are ever asked again, over all the lines there are.
    const known = new Map<string, RowJudgement>([["", judged.builtin]])
    const cascade = (band: Band) => {
      const again = checksToAskAgain(band, asked, first)
      const key = again.join()
      const judgement =
        known.get(key) ?? judge(row, isViolation, mergeReports(first, reportOn(again, second)))
      known.set(key, judgement)
      return { judgement, asksModel: again.some((check) => modelChecks.includes(check)) }
    }
    return { row, isViolation, first, second, ...judged, cascade }
  }
}
