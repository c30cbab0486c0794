import { Effect, Option, References } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import { IncomingTrace } from "../../../domain/shared/IncomingTrace.ts"

const hex = (digits: number): string => crypto.randomUUID().replaceAll("-", "").slice(0, digits)

const callersTrace = Effect.map(IncomingTrace, (traceparent) =>
  traceparent === undefined ? Option.none() : HttpTraceContext.w3c(Headers.fromInput({ traceparent }))
)

/**
 * What the protocol asks to send while this service makes no spans of its own: the caller's `traceparent` as it came,
 * else a new one that says of itself that nothing was recorded. With spans the client sends theirs.
 */
export const traceHeaders: Effect.Effect<Readonly<Record<string, string>>> = Effect.gen(function* () {
  if (yield* References.TracerEnabled) return {}
  const trace = yield* callersTrace
  const traceparent = Option.match(trace, {
    onNone: () => `00-${hex(32)}-${hex(16)}-00`,
    onSome: ({ sampled, spanId, traceId }) => `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`
  })
  return { traceparent }
})
