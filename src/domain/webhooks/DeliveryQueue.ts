import { Context } from "effect"
import type { Duration, Effect, Tracer } from "effect"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { DeliveryId, PolicyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Attempt } from "./Delivery.ts"
import type { Occasion } from "./payload.ts"
import type { AttemptOutcome, RetryDelays } from "./schedule.ts"

/** A delivery that only this process may attempt, until its lease ends. */
export interface ClaimedDelivery {
  readonly id: DeliveryId
  readonly workspace: Workspace
  readonly url: string
  readonly event: WebhookEvent
  readonly policy: { readonly id: PolicyId; readonly version: number }
  readonly occasion: Occasion
  /** The number of the attempt to make, from 1. */
  readonly attempt: number
  /** Identifies the receiver: one destination for each tenant and url. */
  readonly destination: string
  /** The span of the request that caused the delivery; undefined unless it was sampled. */
  readonly cause: Tracer.AnySpan | undefined
}

/** How many more deliveries a process can take on. */
export interface Room {
  readonly total: number
  /** For each tenant that is not in `tenants`. */
  readonly perTenant: number
  /** For each destination that is not in `destinations`. */
  readonly perDestination: number
  readonly tenants: ReadonlyArray<{ readonly tenantId: TenantId; readonly free: number }>
  readonly destinations: ReadonlyArray<{
    readonly tenantId: TenantId
    readonly destination: string
    readonly free: number
  }>
}

export interface Claim {
  readonly deliveries: ReadonlyArray<ClaimedDelivery>
  /**
   * True if this claim did not get to all that is due. The next claim continues where it stopped. What is not due never
   * cuts a claim, however much it is.
   */
  readonly isCut: boolean
}

/** An attempt to record, and what follows from it. */
export interface AttemptRecord {
  readonly id: DeliveryId
  readonly workspace: Workspace
  readonly attempt: Attempt
  readonly outcome: AttemptOutcome
}

/** The unfinished deliveries, shared by all processes. None is ever lost. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Takes due deliveries, the oldest of each destination first, visiting the destinations in turn. A delivery whose
     * attempt is not recorded before the lease ends becomes due again.
     */
    readonly claim: (room: Room) => Effect.Effect<Claim, StorageUnavailable>
    /**
     * Records an attempt and what follows from it. An attempt whose number is already recorded is dropped: its lease
     * had ended, and the delivery was taken over.
     */
    readonly record: (record: AttemptRecord) => Effect.Effect<void, StorageUnavailable>
    /** Waits until something has been queued since the last call. */
    readonly untilQueued: Effect.Effect<void>
  }
>()("prescreen/domain/webhooks/DeliveryQueue") {}

export interface QueueOptions {
  /** The pause before each attempt. The first one starts when the delivery is queued. */
  readonly delays: RetryDelays
  /**
   * How long a claim holds. It must be longer than any attempt. The deliveries of a process that was killed wait this
   * long.
   */
  readonly lease: Duration.Duration
}
