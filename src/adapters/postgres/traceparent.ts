import { Option } from "effect"
import type { Tracer } from "effect"
// Not all of effect/http, which every command would load for one header.
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"

/** A sampled span as a W3C `traceparent`; null if there is no span. */
export const traceparentOf = (span: Tracer.AnySpan | undefined): string | null =>
  span === undefined ? null : `00-${span.traceId}-${span.spanId}-01`

/** The span that a stored `traceparent` names; undefined for null, or if it is not valid. */
export const spanOf = (traceparent: string | null): Tracer.ExternalSpan | undefined =>
  traceparent === null
    ? undefined
    : Option.getOrUndefined(HttpTraceContext.fromHeaders(Headers.fromInput({ traceparent })))
