import { Clock, Data, Effect, Layer, Option } from "effect"
import type { Duration } from "effect"
import { HttpTraceContext } from "effect/http"
import { isAccepted } from "../../domain/webhooks/Delivery.ts"
import type { Answer, AttemptFault } from "../../domain/webhooks/Delivery.ts"
import { WebhookSender } from "../../domain/webhooks/WebhookSender.ts"
import type { WebhookCall } from "../../domain/webhooks/WebhookSender.ts"
import { findAddresses } from "./findAddresses.ts"
import type { AllowedHosts } from "./findAddresses.ts"
import { HostResolver } from "./HostResolver.ts"
import { signatureHeaders } from "./signatures.ts"
import { answerOf, exchange, newProgress } from "./webhookExchange.ts"

export interface SenderOptions extends AllowedHosts {
  /** For the whole exchange: the name lookup, the connection, and the answer to its last byte. */
  readonly timeout: Duration.Duration
  readonly userAgent: string
}

/** The trace headers of the current span. Without tracing there is none, or a stand-in whose ids are not valid. */
const traceHeaders = Effect.map(Effect.option(Effect.currentSpan), (span): Record<string, string> => {
  if (Option.isNone(span) || !/^[0-9a-f]{32}$/.test(span.value.traceId)) return {}
  const { traceparent } = HttpTraceContext.toHeaders(span.value)
  return traceparent === undefined ? {} : { traceparent }
})

/** Makes the span of a call fail that no receiver accepted, so that a search for failures finds it. */
class NotAccepted extends Data.TaggedError("NotAccepted")<{ readonly answer: Answer }> {
  override get message() {
    const { fault, statusCode } = this.answer
    return fault ?? `answered with status ${statusCode}`
  }
}

/** Leaves out where the call went, because what an address contains is the tenant's own. */
const annotate = ({ fault, statusCode }: Answer) =>
  Effect.annotateCurrentSpan({
    "http.request.method": "POST",
    ...(statusCode === null ? {} : { "http.response.status_code": statusCode }),
    ...(fault === null ? {} : { "error.type": fault })
  })

const headersOf = Effect.fnUntraced(function* ({ body, event, id, secrets }: WebhookCall, userAgent: string) {
  const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
  return {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "User-Agent": userAgent,
    "X-Service-Event": event,
    "X-Service-Delivery": id,
    ...signatureHeaders({ id, body, timestamp, secrets }),
    ...(yield* traceHeaders)
  }
})

export const WebhookSenderHttp = (options: SenderOptions) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const resolver = yield* HostResolver

      const send = Effect.fnUntraced(function* (call: WebhookCall) {
        const url = URL.parse(call.url)
        const refused = (fault: AttemptFault): Answer => ({ statusCode: null, fault })
        if (url === null) return refused("address_refused")
        const progress = newProgress()
        const headers = yield* headersOf(call, options.userAgent)
        return yield* findAddresses(url, options).pipe(
          Effect.flatMap((addresses) => exchange({ url, addresses, headers, body: call.body }, progress)),
          Effect.catch((fault) => Effect.succeed(refused(fault))),
          Effect.timeoutOrElse({
            duration: options.timeout,
            orElse: () => Effect.sync(() => answerOf(progress, "timeout"))
          })
        )
      })

      return WebhookSender.of({
        send: (call) =>
          send(call).pipe(
            Effect.provideService(HostResolver, resolver),
            Effect.tap(annotate),
            Effect.filterOrFail(isAccepted, (answer) => new NotAccepted({ answer })),
            Effect.withSpan("WebhookSenderHttp.send", { kind: "client" }),
            Effect.catch(({ answer }) => Effect.succeed(answer))
          )
      })
    })
  )
