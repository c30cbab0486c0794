import { Context } from "effect"
import type { DateTime, Effect, Option } from "effect"
import type { QueuedDelivery } from "../screening/DecisionLog.ts"
import type { Actor } from "../shared/Actor.ts"
import type { ReviewId } from "../shared/ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { VerdictConsequences } from "./consequencesOfVerdict.ts"
import type { AlreadyDecided } from "./errors.ts"
import type { ReviewItem, ReviewStatus, Verdict } from "./ReviewItem.ts"

/** A verdict with everything that follows from it. All of it is written, or nothing. */
export interface VerdictRecord {
  readonly item: ReviewItem
  readonly actor: Actor
  readonly verdict: Verdict
  readonly note: string | null
  readonly at: DateTime.Utc
  readonly status: VerdictConsequences["status"]
  readonly redactsPrompt: boolean
  readonly deliveries: ReadonlyArray<QueuedDelivery>
}

export interface ReviewFilter {
  readonly status: ReviewStatus
}

/** The decisions that wait for a person's verdict, and those that have been given one. */
export class ReviewQueue extends Context.Service<
  ReviewQueue,
  {
    /** The items with the filter's status, oldest first. */
    readonly list: (
      workspace: Workspace,
      filter: ReviewFilter,
      page: PageRequest<ReviewId>
    ) => Effect.Effect<Page<ReviewItem>, StorageUnavailable>
    /** None if the workspace has no such item. */
    readonly find: (
      workspace: Workspace,
      id: ReviewId
    ) => Effect.Effect<Option.Option<ReviewItem>, StorageUnavailable>
    /**
     * Writes the verdict, the redaction and the deliveries. If several verdicts are given on one item, the first one
     * wins.
     */
    readonly decide: (
      workspace: Workspace,
      record: VerdictRecord
    ) => Effect.Effect<void, AlreadyDecided | StorageUnavailable>
  }
>()("prescreen/domain/review/ReviewQueue") {}
