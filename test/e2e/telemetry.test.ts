import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { send } from "../adapters/telemetry/canaries.ts"
import { startEngine } from "../adapters/telemetry/engineServer.ts"
import { attributesOf, startCollector } from "../adapters/telemetry/otlpCollector.ts"
import type { OtlpSpan } from "../adapters/telemetry/otlpCollector.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"

const check = (key: string, headers: Readonly<Record<string, string>> = {}) => ({
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  body: JSON.stringify({ input: { prompt: "a watercolour of two foxes" } })
})

const stageNames = ["auth", "rate_limit", "replay", "policy", "engine", "floors", "routing", "commit"]

const stagesOf = (timing: string | null) =>
  (timing ?? "")
    .split(", ")
    .map((entry) => entry.split(";dur="))
    .filter(([name = ""]) => stageNames.includes(name))
    .map(([name, milliseconds]) => [name, Number(milliseconds)])

const milliseconds = ({ endTimeUnixNano, startTimeUnixNano }: OtlpSpan) =>
  Math.round(Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e3) / 1e3

const isServer = ({ kind }: OtlpSpan) => kind === 2

const traceId = "0af7651916cd43dd8448eb211c80319c"
const callersSpan = "b7ad6b7169203331"
const traceparent = `00-${traceId}-${callersSpan}-01`

const warnings = (service: Service) =>
  service
    .stderr()
    .split("\n")
    .filter((line) => line.includes("OpenTelemetry collector"))

describe("traces", () => {
  it("show a check as its parts, timed like Server-Timing, within the caller's trace", async () => {
    await using collector = await startCollector()
    await using service = await startService({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
    const { headers, status } = await send(
      service.url,
      check(service.keys.test, { "idempotency-key": "one", traceparent })
    )
    assert.strictEqual(status, 200)
    // What was not yet sent is sent now.
    assert.strictEqual(await service.stop(), 0)

    const spans = collector.spans()
    const [server, ...others] = spans.filter(isServer)
    assert.deepStrictEqual(others, [])
    assert.strictEqual(server?.name, "POST /v1/check")
    assert.strictEqual(server?.traceId, traceId)
    assert.strictEqual(server?.parentSpanId, callersSpan)
    assert.strictEqual(
      attributesOf(server?.attributes ?? [])["prescreen.request_id"],
      headers.get("x-request-id") ?? ""
    )

    const parts = spans.filter(({ parentSpanId }) => parentSpanId === server?.spanId)
    assert.deepStrictEqual(
      parts.map((span) => [span.name, milliseconds(span)]),
      stagesOf(headers.get("server-timing"))
    )
    assert.deepStrictEqual(
      parts.map(({ name }) => name),
      stageNames
    )

    // What many requests share is a trace of its own, which links to each of them.
    const flushes = spans.filter(({ links }) => links.length > 0)
    assert.deepStrictEqual(
      flushes.map(({ links, name }) => [name, links.map(({ spanId }) => spanId)]),
      [
        ["replayDecisions", parts.filter(({ name }) => name === "replay").map(({ spanId }) => spanId)],
        ["commitDecisions", parts.filter(({ name }) => name === "commit").map(({ spanId }) => spanId)]
      ]
    )
    for (const flush of flushes) {
      assert.notStrictEqual(flush.traceId, traceId)
      assert.strictEqual(flush.parentSpanId ?? "", "")
      assert.lengthOf(
        spans.filter(({ parentSpanId }) => parentSpanId === flush.spanId),
        1
      )
    }
  })

  it("go on in the engine's server", async () => {
    await using collector = await startCollector()
    await using engine = await startEngine((response) => response.writeHead(500).end())
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ENGINE: "http",
      ENGINE_URL: engine.url
    }
    await using service = await startService({ environment })
    const { status } = await send(service.url, check(service.keys.test, { traceparent }))
    assert.strictEqual(status, 503)
    await service.stop()

    const asked = engine.requests.map((headers) => headers["traceparent"])
    const calls = collector.spans().filter((span) => span.traceId === traceId && span.name === "POST")
    assert.deepStrictEqual(
      asked,
      calls.map(({ spanId }) => `00-${traceId}-${spanId}-01`)
    )
    assert.isNotEmpty(calls)
    const parent = collector.spans().find(({ spanId }) => spanId === calls[0]?.parentSpanId)
    assert.strictEqual(parent?.name, "ScreeningEngineHttp.screen")
    assert.strictEqual(parent?.status.code, 2)
  })

  it("of a flush are kept when one of its requests is traced, and only then", async () => {
    await using collector = await startCollector()
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0"
    }
    await using service = await startService({ environment })
    const untraced = traceparent.replace(/01$/, "00")
    for (const headers of [{}, { traceparent: untraced }, { traceparent }]) {
      assert.strictEqual((await send(service.url, check(service.keys.test, headers))).status, 200)
    }
    await service.stop()

    assert.lengthOf(collector.spans().filter(isServer), 1)
    const flushes = collector.spans().filter(({ name }) => name === "commitDecisions")
    assert.deepStrictEqual(
      flushes.map(({ links }) => links.map((link) => link.traceId)),
      [[traceId]]
    )
  })
})

describe("metrics", () => {
  it("count decisions by outcome and mode, their time and the size of commits", async () => {
    await using collector = await startCollector()
    const environment = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/v1/metrics` }
    await using service = await startService({ environment })
    const request = check(service.keys.test, { "idempotency-key": "one" })
    assert.strictEqual((await send(service.url, request)).status, 200)
    // A replay is no new decision.
    assert.strictEqual((await send(service.url, request)).status, 200)
    assert.strictEqual((await send(service.url, check(service.keys.live))).status, 200)
    await service.stop()

    const metrics = collector.metrics()
    const counted = metrics
      .get("prescreen.checks")
      ?.sum?.dataPoints.filter(({ asDouble }) => asDouble !== 0)
      .map(({ asDouble, attributes }) => [attributesOf(attributes), asDouble])
    assert.sameDeepMembers(counted ?? [], [
      [{ mode: "test", outcome: "allow" }, 1],
      [{ mode: "live", outcome: "allow" }, 1]
    ])
    assert.strictEqual(metrics.get("prescreen.check.duration")?.unit, "ms")
    for (const name of ["prescreen.check.duration", "prescreen.commit.batch_size"]) {
      assert.deepStrictEqual(
        metrics.get(name)?.histogram?.dataPoints.map(({ count }) => count),
        [2],
        name
      )
    }
    assert.deepStrictEqual(collector.spans(), [])
  })
})

describe("OpenTelemetry's own variables", () => {
  it("name the service, describe it, and add headers to what is sent", async () => {
    await using collector = await startCollector()
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "screening-eu",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging,service.instance.id=eu%201",
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=abc",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_BSP_SCHEDULE_DELAY: "50"
    }
    await using service = await startService({ environment })
    await send(service.url, { method: "GET", path: "/health" })
    await until("the span has arrived", () => collector.spans().some(({ name }) => name === "GET /health"))

    const { received } = collector
    assert.include(collector.resource(), {
      "service.name": "screening-eu",
      "service.version": manifest.version,
      "service.instance.id": "eu 1",
      "deployment.environment.name": "staging"
    })
    assert.deepStrictEqual([...new Set(received.map(({ path }) => path))], ["/v1/traces"])
    assert.deepStrictEqual([...new Set(received.map(({ headers }) => headers["x-token"]))], ["abc"])
  })

  // Tells of every module that is loaded.
  const watchImports = [
    "import { registerHooks } from 'node:module'",
    "const load = (url, context, next) => {",
    "  if (/@(effect.)?opentelemetry|OpenTelemetryLayer-/.test(url)) process.stderr.write('loaded ' + url + '\\n')",
    "  return next(url, context)",
    "}",
    "registerHooks({ load })"
  ].join("\n")
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(watchImports)}`

  const quiet: Readonly<Record<string, (url: string) => Record<string, string>>> = {
    "no endpoint is set": () => ({ OTEL_SERVICE_NAME: "screening" }),
    "both exporters are none": (url) => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_TRACES_EXPORTER: "none",
      OTEL_METRICS_EXPORTER: "none"
    }),
    "the SDK is disabled": (url) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "TRUE" })
  }
  for (const [when, environment] of Object.entries(quiet)) {
    it(`send nothing and load nothing when ${when}`, async () => {
      await using collector = await startCollector()
      await using service = await startService({
        environment: { ...environment(collector.url), NODE_OPTIONS }
      })
      const { headers, status } = await send(service.url, check(service.keys.test, { traceparent }))
      assert.strictEqual(status, 200)
      assert.isNotEmpty(stagesOf(headers.get("server-timing")))
      assert.strictEqual(await service.stop(), 0)
      assert.notInclude(service.stderr(), "loaded ")
      assert.deepStrictEqual(collector.received, [])
    })
  }

  it("load the SDK when there is something to send", async () => {
    await using collector = await startCollector()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, NODE_OPTIONS }
    await using service = await startService({ environment })
    assert.include(service.stderr(), "loaded ")
  })
})

describe("a collector that is not there", () => {
  const collectors: Readonly<Record<string, () => ReturnType<typeof startCollector>>> = {
    "that refuses connections": async () => {
      const collector = await startCollector()
      await collector[Symbol.asyncDispose]()
      return collector
    },
    "that never answers": () => startCollector(() => undefined),
    "that answers with errors": () => startCollector((response) => response.writeHead(400).end())
  }
  for (const [which, start] of Object.entries(collectors)) {
    it(`${which} delays neither requests nor the stop, and is logged once`, async () => {
      const collector = await start()
      const environment = {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: "300",
        OTEL_BSP_SCHEDULE_DELAY: "20",
        OTEL_METRIC_EXPORT_INTERVAL: "50"
      }
      await using service = await startService({ environment })
      for (let requests = 0; requests < 20; requests += 1) {
        assert.strictEqual((await send(service.url, check(service.keys.test))).status, 200)
      }
      await until("it is logged", () => warnings(service).length > 0)
      const before = performance.now()
      assert.strictEqual(await service.stop(), 0)
      // Metrics would be tried for ten seconds. It is given three, and the rest of the stop on a busy machine.
      assert.isBelow(performance.now() - before, 6_000)
      assert.lengthOf(warnings(service), 1)
      if (which !== "that refuses connections") await collector[Symbol.asyncDispose]()
    })
  }
})
