import { Duration, Effect, Layer, Redacted } from "effect"
import { HostResolverNode } from "../../../src/adapters/delivery/HostResolver.ts"
import type { HostResolver } from "../../../src/adapters/delivery/HostResolver.ts"
import { WebhookSenderHttp } from "../../../src/adapters/delivery/WebhookSenderHttp.ts"
import { DeliveryId } from "../../../src/domain/shared/ids.ts"
import { WebhookSender } from "../../../src/domain/webhooks/WebhookSender.ts"

export interface SendingOptions {
  readonly timeout?: Duration.Duration
  readonly allowedHosts?: ReadonlyArray<string>
  readonly resolver?: Layer.Layer<HostResolver>
}

const callTo = (url: string) => ({
  id: DeliveryId.make("01a1f98f-b3b1-7525-8749-8d8522714825"),
  event: "block" as const,
  url,
  body: '{"id":"…"}',
  secrets: [Redacted.make("a secret of 16 or more")]
})

/** Calls a url once, with everything of the real sender. */
export const sendTo = (
  url: string,
  { allowedHosts = [], resolver = HostResolverNode(), timeout = Duration.seconds(10) }: SendingOptions = {}
) =>
  Effect.flatMap(WebhookSender, (sender) => sender.send(callTo(url))).pipe(
    Effect.provide(
      WebhookSenderHttp({ timeout, allowedHosts, userAgent: "Prescreen/test" }).pipe(Layer.provide(resolver))
    )
  )
