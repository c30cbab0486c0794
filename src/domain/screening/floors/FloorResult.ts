import { Schema } from "effect"

export const FloorName = Schema.Literals(["age", "lexicon", "canon"])
export type FloorName = typeof FloorName.Type

/** Where a floor was found. */
export const FloorField = Schema.Literals(["prompt", "negative_prompt"])
export type FloorField = typeof FloorField.Type

/** A deterministic rule that matched. Offsets are UTF-16 units of the field as it was sent; `end` is not included. */
export interface FloorFinding {
  readonly floor: FloorName
  readonly field: FloorField
  readonly start: number
  readonly end: number
  /** whether it raises the scores */
  readonly counted: boolean
  /** one sentence for a reviewer, which never quotes the prompt */
  readonly text: string
}

/** What the floors say of a prompt. The scores are the lowest that the minors check may report, 0 when any may be. */
export interface FloorResult {
  readonly findings: ReadonlyArray<FloorFinding>
  readonly adultClaim: boolean
  /** the negative prompt lists adulthood beside a sexual prompt */
  readonly negativeAdulthood: boolean
  readonly score: number
  readonly reviewScore: number
}
