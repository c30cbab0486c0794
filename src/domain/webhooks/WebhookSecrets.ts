import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"

/** The secrets that sign deliveries. */
export class WebhookSecrets extends Context.Service<
  WebhookSecrets,
  {
    /** The current secret, then those that it replaced recently. Empty if none is known. */
    readonly of: (
      delivery: Pick<ClaimedDelivery, "id" | "workspace" | "policy" | "url" | "event" | "occasion">
    ) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, StorageUnavailable>
  }
>()("prescreen/domain/webhooks/WebhookSecrets") {}
