import { assert, describe, it } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import { startCollector } from "../adapters/telemetry/otlpCollector.ts"
import { send } from "../support/httpClient.ts"
import { samplesOf } from "../support/prometheusText.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { answer } from "../support/webhookReceiver.ts"
import { asking, check, decide, jsonHeaders } from "./fixture.ts"
import { policyFor, setUpWithReceiver } from "./webhooks.ts"

const { fixture, receiver } = await setUpWithReceiver({ WEBHOOK_RETRY_DELAYS: "0s,20ms" })

const scrape = async ({ url }: Service) => {
  const reply = await send(url, "/metrics")
  assert.strictEqual(reply.status, 200)
  return reply
}

const samples = async (service: Service) => samplesOf((await scrape(service)).text)

describe("GET /metrics", () => {
  it("measures each part of each text of a moderation once", async () => {
    const { engine, service } = fixture
    const measured = async (part: string) => {
      const all = await samples(service)
      const name = "prescreen_check_part_duration_milliseconds_count"
      return all.has(name, { part }) ? all.value(name, { part }) : 0
    }
    const before = await measured("engine")
    const reply = await send(service.url, "/v1/moderations", {
      method: "POST",
      headers: jsonHeaders(service.keys.test),
      body: JSON.stringify({ input: Array.from({ length: 10 }, () => engine.prompt()) })
    })
    assert.strictEqual(reply.status, 200, reply.text)
    assert.strictEqual((await measured("engine")) - before, 10)
  })

  it("answers without a key, in Prometheus's text format", async () => {
    const reply = await scrape(fixture.service)
    assert.strictEqual(reply.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8")
    assert.isUndefined(reply.headers["x-ratelimit-limit"])
    const { status } = await send(fixture.service.url, "/metrics", { method: "HEAD" })
    assert.strictEqual(status, 200)
  })

  it("counts checks by mode and outcome, their time by part, commits, caches, requests and faults", async () => {
    const { engine, service } = fixture
    const before = await samples(service)
    for (let checks = 0; checks < 3; checks += 1) {
      await decide(service, service.keys.test, asking(engine.prompt({ adult: 0.99 })))
    }
    const broken = engine.prompt((response) => response.writeHead(400).end())
    assert.strictEqual((await check(service, service.keys.test, asking(broken))).status, 503)
    const after = await samples(service)
    const grown = (name: string, labels?: Readonly<Record<string, string>>) =>
      after.value(name, labels) - (before.has(name, labels) ? before.value(name, labels) : 0)

    const { outcome } = await decide(service, service.keys.test, asking(engine.prompt({ adult: 0.99 })))
    assert.strictEqual(grown("prescreen_checks_total", { mode: "test", outcome }), 3)
    assert.strictEqual(grown("prescreen_engine_faults_total"), 1)
    assert.strictEqual(grown("prescreen_check_duration_milliseconds_count"), 3)
    for (const part of ["auth", "rate_limit", "policy", "engine", "floors", "routing", "commit"]) {
      const name = "prescreen_check_part_duration_milliseconds"
      assert.strictEqual(grown(`${name}_count`, { part }), 3, part)
      assert.strictEqual(grown(`${name}_bucket`, { part, le: "+Inf" }), 3, part)
      assert.isAbove(grown(`${name}_sum`, { part }), 0, part)
    }
    assert.strictEqual(grown("prescreen_commit_batch_size_sum"), 3)
    assert.strictEqual(grown("prescreen_http_requests_total", { route: "POST /v1/check", status: "200" }), 3)
    assert.strictEqual(grown("prescreen_http_requests_total", { route: "POST /v1/check", status: "503" }), 1)
    for (const cache of ["keys", "tenants", "policies"]) {
      assert.strictEqual(grown("prescreen_cache_requests_total", { cache }), 4, cache)
      assert.isAtMost(grown("prescreen_cache_misses_total", { cache }), 1, cache)
    }
    assert.strictEqual(after.value("prescreen_queue_items", { queue: "commitDecisions" }), 0)
    assert.strictEqual(after.value("prescreen_database_connections"), 10)
    assert.isAbove(after.value("prescreen_process_memory_bytes"), 1e7)
  })

  it("counts webhook calls by answer, their time, and what waits for receivers and for people", async () => {
    const { engine, service, storage } = fixture
    const before = await samples(service)
    const good = receiver.hook((response, count) => response.writeHead(count === 1 ? 503 : 204).end())
    const policy = policyFor([good, ["review"]], [receiver.hook(answer(404)), ["review"]])
    const workspace = await storage.createWorkspace({ policy })
    await decide(service, workspace.live, asking(engine.prompt({ real_person: 0.6 })))

    const after = await eventually("all is counted", async () => {
      const after = await samples(service)
      const ended = ["delivered", "failed"].every((outcome) =>
        after.has("prescreen_webhook_delivery_attempts_count", { outcome })
      )
      // Looked at every ten seconds.
      return ended && after.value("prescreen_review_queue_items", { mode: "live" }) > 0 ? after : undefined
    })
    const attempts = (outcome: string, answer: string) => {
      const labels = { outcome, answer }
      const name = "prescreen_webhook_attempts_total"
      return after.value(name, labels) - before.value(name, labels)
    }
    assert.strictEqual(attempts("waiting", "5xx"), 1)
    assert.strictEqual(attempts("delivered", "2xx"), 1)
    assert.strictEqual(attempts("waiting", "4xx"), 1)
    assert.strictEqual(attempts("failed", "4xx"), 1)
    assert.strictEqual(attempts("failed", "timeout"), 0)
    assert.strictEqual(after.value("prescreen_webhook_duration_milliseconds_count"), 4)
    assert.strictEqual(after.value("prescreen_webhook_delay_milliseconds_count"), 2)
    for (const outcome of ["delivered", "failed"]) {
      assert.strictEqual(after.value("prescreen_webhook_delivery_attempts_sum", { outcome }), 2)
    }
    assert.strictEqual(after.value("prescreen_review_queue_items", { mode: "test" }), 0)
    assert.isAbove(after.value("prescreen_review_queue_age_milliseconds", { mode: "live" }), 0)
    for (const state of ["due", "later"]) assert.isTrue(after.has("prescreen_webhook_queue_items", { state }))
    assert.isTrue(after.has("prescreen_webhook_queue_age_milliseconds"))
  })

  it("has a few fixed labels, and none for a tenant, a key, an id or what a client makes up", async () => {
    const { engine, service } = fixture
    await check(service, service.keys.test, asking(engine.prompt(), { user: "user-of-a-label" }), {
      headers: { "x-request-id": "id-of-a-label" }
    })
    await send(service.url, "/v1/path-of-a-label", { method: "OPTIONS" })
    const { text } = await scrape(service)
    const names = [...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name)
    const known = ["process", "mode", "outcome", "part", "le", "queue", "cache", "route", "status"].concat([
      "answer",
      "state"
    ])
    assert.sameMembers([...new Set(names)], known)
    assert.notMatch(text, /of-a-label|svc_|ten_[0-9a-f]/)
  })

  it("is not there when it is switched off", async () => {
    await using service = await startService({ dataOf: fixture.service, environment: { METRICS: "off" } })
    const { status, text } = await send(service.url, "/metrics")
    assert.strictEqual(status, 404)
    assert.strictEqual(text, "Not Found\n")
  })
})

/** A metric, whichever of a histogram's series is meant. */
const familyOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, "")

const withoutUnit = (name: string) => name.replace(/_(?:milliseconds|bytes|total)$/, "")

/** What a dashboard draws: every metric that its queries name. */
const metricsIn = async (dashboard: URL) => {
  const { panels } = JSON.parse(await readFile(dashboard, "utf8"))
  const queries: ReadonlyArray<string> = panels.flatMap(
    ({ targets = [] }: { readonly targets?: ReadonlyArray<{ readonly expr: string }> }) =>
      targets.map(({ expr }) => expr)
  )
  return queries.join(" ").match(/\bprescreen_\w+/g) ?? []
}

const namesIn = (text: string) => text.match(/^prescreen_\w+/gm) ?? []

const familiesOf = (names: ReadonlyArray<string>) => [...new Set(names.map(familyOf))]

describe("metrics of a service whose engine and Redis are away", () => {
  it("start at nothing, show both, and with those of a well one are what the dashboard draws", async () => {
    const away = "127.0.0.1:1"
    await using service = await startService({
      dataOf: fixture.service,
      environment: { ENGINE: "http", ENGINE_URL: `http://${away}`, RATE_LIMIT_STORE: `redis://${away}` }
    })
    const fresh = await samples(service)
    for (const mode of ["test", "live"]) {
      for (const outcome of ["allow", "review", "block"]) {
        assert.strictEqual(fresh.value("prescreen_checks_total", { mode, outcome }), 0)
      }
    }
    assert.strictEqual(fresh.value("prescreen_engine_faults_total"), 0)
    assert.strictEqual(fresh.value("prescreen_engine_circuit"), 0)
    assert.strictEqual(fresh.value("prescreen_rate_limit_shared"), 0)

    for (let faults = 0; faults < 10; faults += 1) {
      assert.strictEqual((await check(service, service.keys.test, asking("a fox"))).status, 503)
    }
    assert.strictEqual((await samples(service)).value("prescreen_engine_circuit"), 2)

    // By now the other one has made checks and called webhooks.
    const replies = await Promise.all([service, fixture.service].map(scrape))
    const exported = replies.flatMap(({ text }) => namesIn(text))
    const drawn = await metricsIn(new URL("../../docs/grafana-dashboard.json", import.meta.url))
    assert.isEmpty(drawn.filter((name) => !exported.includes(name)))
    assert.sameMembers(familiesOf(drawn), familiesOf(exported))
  })

  it("go to a collector too, by their names without a unit", async () => {
    await using collector = await startCollector()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: "300" }
    await using service = await startService({ dataOf: fixture.service, environment })
    await decide(service, service.keys.live, asking("a watercolour of two foxes"))
    const names = familiesOf(namesIn((await scrape(service)).text)).map(withoutUnit)
    assert.include(names, "prescreen_review_queue_age")
    await until("all of them were sent", () => {
      const sent = new Set([...collector.metrics().keys()].map((name) => name.replaceAll(".", "_")))
      return collector.received.length > 0 && names.every((name) => sent.has(name))
    })
  })

  it("are all in the manual", async () => {
    const { text } = await scrape(fixture.service)
    const manual = await readFile(new URL("../../docs/operations.md", import.meta.url), "utf8")
    const words = manual.matchAll(/`(prescreen(?:\.\w+)+)`/g)
    const documented = new Set(Array.from(words, ([, name = ""]) => name.replaceAll(".", "_")))
    const families = familiesOf(namesIn(text)).map(withoutUnit)
    assert.isEmpty(families.filter((name) => !documented.has(name)))
  })
})
