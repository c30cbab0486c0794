import { Schema } from "effect"
import { Outcome } from "../../../domain/policy/Action.ts"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import { Faults, Measured } from "./Report.ts"

/** What asking the model cost, in tokens as its server counts them. */
const Spent = Schema.Struct({
  /** calls that were made */
  calls: Schema.Int,
  input: Schema.Int,
  output: Schema.Int,
  /** calls whose answer had no count of tokens */
  uncounted: Schema.Int
})
export type Spent = typeof Spent.Type

const Outcomes = Schema.Struct({
  allow: Schema.Int,
  review: Schema.Int,
  block: Schema.Int,
  /** rows that are allowed although they are labelled as a violation of a check that the policy stops */
  violationsAllowed: Schema.Int,
  /** rows stopped by a check of which they are labelled as no example */
  harmlessStopped: Schema.Int
})
export type Outcomes = typeof Outcomes.Type

const Changes = Schema.Struct({
  milder: Schema.Int,
  stricter: Schema.Int,
  /** rows with the same outcome and other tags */
  tagsOnly: Schema.Int,
  transitions: Schema.Array(Schema.Struct({ from: Outcome, to: Outcome, rows: Schema.Int }))
})
export type Changes = typeof Changes.Type

const CheckComparison = Schema.Struct({
  rows: Schema.Int,
  positives: Schema.Int,
  builtin: Measured,
  model: Measured,
  cascade: Measured
})
export type CheckComparison = typeof CheckComparison.Type

/** The figures of a cascade with these lines. `milder` and `stricter` count changes from the model alone. */
const SweepRow = Schema.Struct({
  low: Schema.Finite,
  high: Schema.Finite,
  spent: Spent,
  milder: Schema.Int,
  stricter: Schema.Int,
  violationsAllowed: Schema.Int,
  harmlessStopped: Schema.Int
})
export type SweepRow = typeof SweepRow.Type

const SetComparison = Schema.Struct({
  name: Schema.String,
  /** rows that the model answered; the rest is left out of every figure */
  rows: Schema.Int,
  faults: Faults,
  /** rows labelled as a violation of a check that the policy stops */
  violations: Schema.Int,
  spent: Schema.Struct({ model: Spent, cascade: Spent }),
  outcomes: Schema.Struct({ builtin: Outcomes, model: Outcomes, cascade: Outcomes }),
  changes: Schema.Struct({ fromModel: Changes, fromBuiltin: Changes }),
  checks: Schema.Record(Schema.Literals(checkIds), Schema.optionalKey(CheckComparison)),
  sweep: Schema.Array(SweepRow)
})
export type SetComparison = typeof SetComparison.Type

/**
 * What the cascade saves and what it costs, compared with each of its engines alone. It holds figures only, never a
 * row.
 */
export const CascadeReport = Schema.Struct({
  format: Schema.Literal(1),
  kind: Schema.Literal("cascade"),
  builtinVersion: Schema.String,
  modelVersion: Schema.String,
  preset: Schema.String,
  band: Schema.Struct({ low: Schema.Finite, high: Schema.Finite }),
  withFloors: Schema.Boolean,
  samples: Schema.Int,
  /** each data set and, if there are several, all of them together at the end */
  sets: Schema.Array(SetComparison)
})
export type CascadeReport = typeof CascadeReport.Type
