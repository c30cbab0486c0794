import { Option } from "effect"
import type { Tracer } from "effect"
import { Headers, HttpTraceContext } from "effect/http"

/** How a sampled span is written down: as the W3C writes it in a header. Null for none. */
export const traceparentOf = (span: Tracer.AnySpan | undefined): string | null =>
  span === undefined ? null : `00-${span.traceId}-${span.spanId}-01`

/** The span that was written down; undefined for what is none. */
export const spanOf = (traceparent: string | null): Tracer.ExternalSpan | undefined =>
  traceparent === null
    ? undefined
    : Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput({ traceparent })))
