import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { ClaimedDelivery } from "./DeliveryQueue.ts"

/** What deliveries are signed with. */
export class WebhookSecrets extends Context.Service<
  WebhookSecrets,
  {
    /** The secret that counts, then those that it replaced not long ago. */
    readonly of: (
      delivery: Pick<ClaimedDelivery, "id" | "workspace" | "policy" | "url" | "event" | "occasion">
    ) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, StorageUnavailable>
  }
>()("prescreen/domain/webhooks/WebhookSecrets") {}
