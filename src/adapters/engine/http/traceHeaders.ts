import { Effect, Option, References } from "effect"
import { Headers, HttpTraceContext } from "effect/http"
import { IncomingTrace } from "../../../domain/shared/IncomingTrace.ts"

const hex = (digits: number): string => crypto.randomUUID().replaceAll("-", "").slice(0, digits)

const callersTrace = Effect.map(IncomingTrace, (traceparent) =>
  traceparent === undefined ? Option.none() : HttpTraceContext.w3c(Headers.fromInput({ traceparent }))
)

/**
 * The trace header that the protocol requires, while this service records no spans: the caller's `traceparent`, or else
 * a new one that is marked as not recorded. With spans it is empty, because the client sends the header of its own
 * span.
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
