import { Schema } from "effect"
import type { DateTime } from "effect"
import type { Decision } from "../screening/Decision.ts"
import type { ReviewId } from "../shared/ids.ts"

/** A reviewer's verdict. `dismiss` closes an item without allowing or blocking. */
export const Verdict = Schema.Literals(["allow", "block", "dismiss"])
export type Verdict = typeof Verdict.Type

export const ReviewStatus = Schema.Literals(["open", "allowed", "blocked", "dismissed"])
export type ReviewStatus = typeof ReviewStatus.Type

export interface GivenVerdict {
  readonly verdict: Verdict
  readonly note: string | null
  /** The name of the actor who gave the verdict. */
  readonly by: string | null
  readonly at: DateTime.Utc
}

/** A decision that waits for a person's verdict or has been given one. A verdict is given once and never changes. */
export interface ReviewItem {
  readonly id: ReviewId
  readonly status: ReviewStatus
  readonly decision: Decision
  /** Null while the item is open. */
  readonly verdict: GivenVerdict | null
}
