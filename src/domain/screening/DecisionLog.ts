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

/** A webhook call that a decision or a verdict causes. */
export interface QueuedDelivery {
  readonly id: DeliveryId
  readonly url: string
  readonly event: WebhookEvent
  /** The span of the request, which the attempts link to; undefined unless it is sampled. */
  readonly cause?: Tracer.AnySpan | undefined
}

/** A decision with everything that follows from it. All of it is written, or nothing. */
export interface DecisionRecord {
  readonly workspace: Workspace
  readonly decision: Decision
  readonly deliveries: ReadonlyArray<QueuedDelivery>
  readonly claim: IdempotencyClaim | null
  /**
   * The dry-run version's decision on the same scores. It is logged if and only if the decision is, and is not
   * counted as usage.
   */
  readonly dryRunDecision?: Decision
  /** How many test checks the tenant may make in a month, this one included; null if they are not limited. */
  readonly testAllowance: number | null
  /** What the decision changes about its end user; left out if no rule counts the decision. */
  readonly userUpdate?: UserUpdate
}

/** The decision that the caller gets: a new one, or the one made by an earlier request with the same key. */
export interface LoggedDecision {
  readonly decision: DecisionSummary
  readonly replayed: boolean
}

/** All decisions that were ever acknowledged. */
export class DecisionLog extends Context.Service<
  DecisionLog,
  {
    /** The decision made by an earlier request with this key; none if there is none. */
    readonly replay: (
      workspace: Workspace,
      claim: IdempotencyClaim
    ) => Effect.Effect<Option.Option<DecisionSummary>, IdempotencyKeyReused | StorageUnavailable>
    /**
     * Writes the decision with its input, review item, deliveries and usage, and the dry-run decision beside it. If
     * several commits have the same key, the first one wins; the others write nothing and return the first one's
     * decision. Commits that count against an allowance never exceed it, from however many processes they come. A
     * decision that a rule counts is written only if its end user has not changed since the rules looked.
     */
    readonly commit: (
      record: DecisionRecord
    ) => Effect.Effect<
      LoggedDecision,
      AllowanceSpent | IdempotencyKeyReused | UserChanged | StorageUnavailable
    >
    /** None if the workspace has no such decision. */
    readonly find: (
      workspace: Workspace,
      id: DecisionId
    ) => Effect.Effect<Option.Option<Decision>, StorageUnavailable>
    /**
     * Newest first. Together, the pages have every matching decision that existed when the first page was read, each
     * once. A decision that is committed while the pages are read appears on a later page if its id, which it got
     * before the commit, is lower than all ids of the current page. Otherwise it appears on none.
     */
    readonly list: (
      workspace: Workspace,
      filter: DecisionFilter,
      page: PageRequest<DecisionId>
    ) => Effect.Effect<Page<DecisionListItem>, StorageUnavailable>
  }
>()("prescreen/domain/screening/DecisionLog") {}
