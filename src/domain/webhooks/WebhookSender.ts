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
  /** The one that counts first, then those that it replaced not long ago. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** Calls a receiver, once. Whatever goes wrong is its answer. */
export class WebhookSender extends Context.Service<
  WebhookSender,
  { readonly send: (call: WebhookCall) => Effect.Effect<Answer> }
>()("prescreen/domain/webhooks/WebhookSender") {}
