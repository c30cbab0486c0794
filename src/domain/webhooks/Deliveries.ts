import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { Actor } from "../shared/Actor.ts"
import type { DecisionId, DeliveryId } from "../shared/ids.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { Attempt, Delivery, DeliveryStatus } from "./Delivery.ts"

export interface DeliveryFilter {
  readonly decisionId: DecisionId | null
  readonly status: DeliveryStatus | null
  readonly event: WebhookEvent | null
}

export interface DeliveryReport extends Delivery {
  /** The latest hundred, oldest first. */
  readonly made: ReadonlyArray<Attempt>
}

/** A workspace's deliveries and their attempts. */
export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Newest first. */
    readonly list: (
      workspace: Workspace,
      filter: DeliveryFilter,
      page: PageRequest<DeliveryId>
    ) => Effect.Effect<Page<Delivery>, StorageUnavailable>
    readonly find: (
      workspace: Workspace,
      id: DeliveryId
    ) => Effect.Effect<Option.Option<DeliveryReport>, StorageUnavailable>
    /**
     * Makes the next attempt due now, even after the last one of the schedule. A delivery that is already due or
     * under way stays as it is. None if the workspace has no such delivery, or no longer has its decision.
     */
    readonly redeliver: (
      workspace: Workspace,
      id: DeliveryId,
      actor: Actor
    ) => Effect.Effect<Option.Option<DeliveryReport>, StorageUnavailable>
  }
>()("prescreen/domain/webhooks/Deliveries") {}
