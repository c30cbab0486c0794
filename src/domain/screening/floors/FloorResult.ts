import { Schema } from "effect"

export const FloorName = Schema.Literals(["age", "lexicon", "canon"])
export type FloorName = typeof FloorName.Type

/** The field in which a floor found something. */
export const FloorField = Schema.Literals(["prompt", "negative_prompt"])
export type FloorField = typeof FloorField.Type

/**
 * A match of a floor's deterministic rules. Offsets are UTF-16 units of the field as it was sent; `end` is exclusive.
 */
export interface FloorFinding {
  readonly floor: FloorName
  readonly field: FloorField
  readonly start: number
  readonly end: number
  /** whether it raises the scores */
  readonly counted: boolean
  /** one sentence for reviewers, which never quotes the prompt */
  readonly text: string
}

/** What the floors found in a prompt. The scores are the lowest that the minors check may report; 0 sets no limit. */
export interface FloorResult {
  readonly findings: ReadonlyArray<FloorFinding>
  /** whether the prompt states that somebody is an adult */
  readonly adultClaim: boolean
  /** whether the prompt is sexual and the negative prompt lists adulthood */
  readonly negativeAdulthood: boolean
  readonly score: number
  readonly reviewScore: number
}

/** The most findings that a decision lists. The scores take all of them into account. */
export const mostFindings = 100
