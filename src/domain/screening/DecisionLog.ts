import { Context } from "effect"
import type { Effect, Option, Tracer } from "effect"
import type { AllowanceSpent } from "../billing/errors.ts"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { DecisionId, DeliveryId } from "../shared/ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Decision, DecisionSummary } from "./Decision.ts"
import type { DecisionFilter, DecisionListItem } from "./DecisionFilter.ts"
import type { UserChanged, UserUpdate } from "./EndUsers.ts"
import type { IdempotencyClaim, IdempotencyKeyReused } from "./idempotency.ts"

/** One webhook call that a decision causes. */
export interface QueuedDelivery {
  readonly id: DeliveryId
  readonly url: string
  readonly event: WebhookEvent
  /** The request's span, which the attempts link to; left out unless it is sampled. */
  readonly cause?: Tracer.AnySpan | undefined
}

/** A decision with everything that follows from it. It is written as a whole or not at all. */
export interface DecisionRecord {
  readonly workspace: Workspace
  readonly decision: Decision
  readonly deliveries: ReadonlyArray<QueuedDelivery>
  readonly claim: IdempotencyClaim | null
  /**
   * What the policy's dry-run version came to from the same scores. It is logged if and only if the decision is, and
   * counts as no usage.
   */
  readonly dryRunDecision?: Decision
  /** The test checks that the tenant may make in a month, of which this is one; null when they are not counted. */
  readonly testAllowance: number | null
  /** What the decision changes of its end user; left out where it counts for no rule. */
  readonly userUpdate?: UserUpdate
}

/** The decision that stands: the caller's own, or the one that an earlier request with the same key made. */
export interface LoggedDecision {
  readonly decision: DecisionSummary
  readonly replayed: boolean
}

/** Every decision that was ever acknowledged. */
export class DecisionLog extends Context.Service<
  DecisionLog,
  {
    /** The decision that the key already made, if it made one. */
    readonly replay: (
      workspace: Workspace,
      claim: IdempotencyClaim
    ) => Effect.Effect<Option.Option<DecisionSummary>, IdempotencyKeyReused | StorageUnavailable>
    /**
     * Writes the decision, its input, review item, deliveries and usage, and the dry-run decision beside it. Of
     * several commits with one key the first wins; the others write nothing and get the winner's decision. Of commits
     * that count against an allowance exactly as many are written as it has room for, from however many processes
     * they come. A decision that counts for a rule is written only while its end user is as the rules saw it.
     */
    readonly commit: (
      record: DecisionRecord
    ) => Effect.Effect<
      LoggedDecision,
      AllowanceSpent | IdempotencyKeyReused | UserChanged | StorageUnavailable
    >
    /** None when the decision is another workspace's. */
    readonly find: (
      workspace: Workspace,
      id: DecisionId
    ) => Effect.Effect<Option.Option<Decision>, StorageUnavailable>
    /**
     * Newest first. The pages of one list have every matching decision that was there when the first was read, and
     * none twice. Ids are given before the commit: what is committed meanwhile is on a later page when its id is older
     * than all ids of the page at hand, and else on none.
     */
    readonly list: (
      workspace: Workspace,
      filter: DecisionFilter,
      page: PageRequest<DecisionId>
    ) => Effect.Effect<Page<DecisionListItem>, StorageUnavailable>
  }
>()("prescreen/domain/screening/DecisionLog") {}
