import { createServer } from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { text as readText } from "node:stream/consumers"
import { listen } from "../../support/listen.ts"

interface OtlpAttribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

/** A span as OTLP writes it in JSON. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 2 is a server's. */
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<OtlpAttribute>
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  /** 2 is an error. */
  readonly status: { readonly code: number; readonly message?: string }
}

interface OtlpDataPoint {
  readonly attributes: ReadonlyArray<OtlpAttribute>
  /** Of a counter. */
  readonly asDouble?: number
  /** Of a histogram. */
  readonly count?: number
}

interface OtlpMetric {
  readonly name: string
  readonly unit: string
  readonly sum?: { readonly dataPoints: ReadonlyArray<OtlpDataPoint> }
  readonly histogram?: { readonly dataPoints: ReadonlyArray<OtlpDataPoint> }
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const accept = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" }).end("{}")
}

/** The fields of one resource's part of an export. */
interface Exported {
  readonly resource: { readonly attributes: ReadonlyArray<OtlpAttribute> }
  readonly scopeSpans?: ReadonlyArray<{ readonly spans: ReadonlyArray<OtlpSpan> }>
  readonly scopeMetrics?: ReadonlyArray<{ readonly metrics: ReadonlyArray<OtlpMetric> }>
}

/** A name and a value per line, whatever the type of the value. */
export const attributesOf = (
  attributes: ReadonlyArray<OtlpAttribute>
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]))

/** A real collector on localhost that keeps every byte it is sent, and answers as it is told to. */
export const startCollector = async (answer: (response: ServerResponse) => void = accept) => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    void readText(request).then(
      (body) => {
        received.push({ path: request.url ?? "", headers: request.headers, body })
        answer(response)
      },
      () => undefined
    )
  })
  const port = await listen(server)

  const exported = (path: string, field: string): ReadonlyArray<Exported> =>
    received.filter((one) => one.path === path).flatMap(({ body }) => JSON.parse(body)[field])
  const traces = () => exported("/v1/traces", "resourceSpans")
  const metrics = () => exported("/v1/metrics", "resourceMetrics")

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    spans: () =>
      traces()
        .flatMap(({ scopeSpans = [] }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    /** As they were exported last. */
    metrics: () => {
      const { scopeMetrics = [] } = metrics().at(-1) ?? {}
      return new Map(scopeMetrics.flatMap(({ metrics }) => metrics).map((metric) => [metric.name, metric]))
    },
    resource: () => attributesOf([...traces(), ...metrics()].flatMap(({ resource }) => resource.attributes)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
