import { Schema } from "effect"
import { checkIds } from "../../../domain/policy/CheckId.ts"
import { disguiseNames } from "./disguises.ts"
import { measureNames } from "./measures.ts"

/** A figure and its 95 % interval. */
const Estimate = Schema.Struct({ value: Schema.Finite, low: Schema.Finite, high: Schema.Finite })

export type Estimate = typeof Estimate.Type

/** Null if a measure has no meaning. */
export const Measured = Schema.Record(Schema.Literals(measureNames), Schema.NullOr(Estimate))

const CheckReport = Schema.Struct({
  /** rows that are labelled for the check */
  rows: Schema.Int,
  positives: Schema.Int,
  measures: Measured,
  /** recall at the review line, of rows that name their language */
  recallByLanguage: Schema.Record(
    Schema.String,
    Schema.Struct({ positives: Schema.Int, recall: Schema.Finite })
  ),
  /** of the positives at the act line, the share that stays there in a disguise */
  keptInDisguise: Schema.Record(Schema.Literals(disguiseNames), Schema.optionalKey(Schema.Finite))
})

export type CheckReport = typeof CheckReport.Type

/** Why an engine gave no answer, and for how many rows. */
export const Faults = Schema.Array(Schema.Struct({ reason: Schema.String, rows: Schema.Int }))

const SetReport = Schema.Struct({
  name: Schema.String,
  rows: Schema.Int,
  /** tokens of the rows as they are written, as the engine counts them */
  inputTokens: Schema.optionalKey(Schema.Int),
  /** rows without an answer, which are left out of every figure */
  faults: Schema.optionalKey(Faults),
  checks: Schema.Record(Schema.Literals(checkIds), Schema.optionalKey(CheckReport))
})

export type SetReport = typeof SetReport.Type

/** What an evaluation found. It holds figures only, never a row. */
export const Report = Schema.Struct({
  format: Schema.Literal(1),
  engineVersion: Schema.String,
  withFloors: Schema.Boolean,
  samples: Schema.Int,
  sets: Schema.Array(SetReport)
})

export type Report = typeof Report.Type
