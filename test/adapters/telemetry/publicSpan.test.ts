import { assert, describe, it } from "@effect/vitest"
import { SpanKind, SpanStatusCode } from "@opentelemetry/api"
import type { Attributes } from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { toPublicSpan } from "../../../src/adapters/telemetry/publicSpan.ts"

const canary = "canary a fox"

/** A span of the real SDK, with a canary in every place that can hold text, as it leaves the process. */
const published = (name: string, kind: SpanKind, attributes: Attributes) => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const tracer = provider.getTracer("test")
  const linked = tracer.startSpan("linked").spanContext()
  const links = [{ context: linked, attributes: { note: canary } }]
  const span = tracer.startSpan(name, { kind, links, attributes: { ...attributes, note: canary } })
  span.recordException(
    Object.assign(new TypeError(canary), { stack: `TypeError: ${canary}\n    at ${canary}` })
  )
  span.addEvent(canary, { note: canary })
  span.setStatus({ code: SpanStatusCode.ERROR, message: canary })
  span.end()
  const [readable] = exporter.getFinishedSpans()
  assert.isDefined(readable)
  const { attributes: kept, events, links: keptLinks, name: told, status } = toPublicSpan(readable)
  return { name: told, attributes: kept, events, links: keptLinks, status, linked }
}

describe("what leaves the process of a span", () => {
  it("names a request by its route, and holds nothing else of its address", () => {
    const { attributes, name } = published(`POST /v1/decisions/${canary}`, SpanKind.SERVER, {
      "http.request.method": "POST",
      "http.route": "/v1/decisions/:id",
      "http.response.status_code": 200,
      "client.address": "192.0.2.1",
      "server.address": canary,
      "url.full": `http://localhost/v1/decisions/${canary}?key=${canary}`,
      "url.path": `/v1/decisions/${canary}`,
      "url.query": `key=${canary}`,
      "user_agent.original": canary
    })
    assert.strictEqual(name, "POST /v1/decisions/:id")
    assert.deepStrictEqual(attributes, {
      "http.request.method": "POST",
      "http.route": "/v1/decisions/:id",
      "http.response.status_code": 200,
      "client.address": "192.0.2.1"
    })
  })

  it("names a request that no route took by its method alone", () => {
    assert.strictEqual(published(`GET /${canary}`, SpanKind.SERVER, {}).name, "GET")
  })

  it("names a statement by its first word, and does not hold it", () => {
    const { attributes, name } = published("postgres", SpanKind.CLIENT, {
      "db.system.name": "postgresql",
      "db.query.text": `\n  with x AS (SELECT '${canary}')`
    })
    assert.strictEqual(name, "WITH")
    assert.deepStrictEqual(attributes, { "db.system.name": "postgresql" })
  })

  it("keeps the names that the code gave", () => {
    assert.strictEqual(published("commitDecisions", SpanKind.INTERNAL, {}).name, "commitDecisions")
    assert.strictEqual(
      published("sql.transaction", SpanKind.INTERNAL, { "db.system.name": "postgresql" }).name,
      "sql.transaction"
    )
  })

  it("says of a call whom it called and how that ended", () => {
    const { attributes } = published("POST", SpanKind.CLIENT, {
      "http.request.method": "POST",
      "server.address": "engine.internal",
      "server.port": 8081,
      "error.type": "500",
      "url.full": `http://engine.internal:8081/v1/screen?token=${canary}`
    })
    assert.deepStrictEqual(attributes, {
      "http.request.method": "POST",
      "server.address": "engine.internal",
      "server.port": 8081,
      "error.type": "500"
    })
  })

  it("says of a failure that it was one and of which type, without its message", () => {
    const { events, linked, links, status } = published("commitDecisions", SpanKind.INTERNAL, {})
    assert.deepStrictEqual(status, { code: SpanStatusCode.ERROR })
    assert.deepStrictEqual(
      events.map(({ attributes, name }) => [name, attributes]),
      [["exception", { "exception.type": "TypeError" }]]
    )
    assert.deepStrictEqual(links, [{ context: linked }])
  })
})
