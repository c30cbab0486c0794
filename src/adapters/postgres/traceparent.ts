import { Option, Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"

/** How a span is written down: as the W3C writes it in a header. */
export const traceparentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/** The span that was written down; undefined for what is none. */
export const spanOf = (traceparent: string | null): Tracer.ExternalSpan | undefined =>
  traceparent === null
    ? undefined
    : Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput({ traceparent })))
