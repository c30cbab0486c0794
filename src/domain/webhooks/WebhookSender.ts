import { Context } from "effect"
import type { Effect, Redacted } from "effect"
import type { WebhookEvent } from "../policy/PolicyDocument.ts"
import type { DeliveryId } from "../shared/ids.ts"
import type { Answer } from "./Delivery.ts"

export interface WebhookCall {
  readonly id: DeliveryId
  readonly event: WebhookEvent
  readonly url: string
  readonly body: string
  /** The current secret first, then those that it replaced recently. Each of them signs the call. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** Calls a receiver once. It never fails: whatever goes wrong is in the answer. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly send: (call: WebhookCall) => Effect.Effect<Answer> }
>()("prescreen/domain/webhooks/WebhookSender") {}
