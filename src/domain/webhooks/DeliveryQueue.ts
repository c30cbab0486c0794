import { Context } from "effect"
import type { Duration, Effect, Tracer } from "effect"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { DeliveryId, PolicyId, TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Attempt } from "./Delivery.ts"
import type { Occasion } from "./payload.ts"
import type { AttemptOutcome, RetryDelays } from "./schedule.ts"

/** A delivery that this process alone may attempt until its lease ends. */
export interface ClaimedDelivery {
  readonly id: DeliveryId
  readonly workspace: Workspace
  readonly url: string
  readonly event: WebhookEvent
  readonly policy: { readonly id: PolicyId; readonly version: number }
  readonly occasion: Occasion
  /** The number of the attempt to make. */
  readonly attempt: number
  /** Names the receiver: one for each tenant and url. */
  readonly destination: string
  /** The span of the request that it comes from; undefined unless that was sampled. */
  readonly cause: Tracer.AnySpan | undefined
}

/** How many deliveries a process can take on. */
export interface Room {
  readonly total: number
  /** For a tenant, unless it is listed. */
  readonly perTenant: number
  /** For a destination, unless it is listed. */
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
  /** True when destinations were left that the next claim would look at. */
  readonly isCut: boolean
}

/** What became of an attempt, as it is written down. */
export interface AttemptRecord {
  readonly id: DeliveryId
  readonly workspace: Workspace
  readonly attempt: Attempt
  readonly outcome: AttemptOutcome
}

/** Deliveries that are still to be made, shared by every process. None is ever lost. */
export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Takes deliveries that are due, the oldest of each destination, and destinations in turn. Whatever is not
     * recorded before the lease ends is due again.
     */
    readonly claim: (room: Room) => Effect.Effect<Claim, StorageUnavailable>
    /**
     * Keeps an attempt and what follows from it. An attempt whose number was recorded before is left out: its
     * delivery was taken over.
     */
    readonly record: (record: AttemptRecord) => Effect.Effect<void, StorageUnavailable>
    /** Waits until something was queued since the last call. */
    readonly untilQueued: Effect.Effect<void>
  }
>()("prescreen/domain/webhooks/DeliveryQueue") {}

export interface QueueOptions {
  /** The first is the pause between queueing and the first attempt. */
  readonly delays: RetryDelays
  /** How long a claim holds. It must outlast any attempt, and ends the wait for a process that was killed. */
  readonly lease: Duration.Duration
}
