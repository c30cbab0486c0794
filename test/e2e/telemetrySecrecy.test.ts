import { assert, describe, it } from "@effect/vitest"
import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { fullCheck, makeCanaries, refusedChecks, send, sendGarbage } from "../adapters/telemetry/canaries.ts"
import { startEngine } from "../adapters/telemetry/engineServer.ts"
import { startCollector } from "../adapters/telemetry/otlpCollector.ts"
import { createTenant } from "../support/operatorCommand.ts"
import { postmasterPid } from "../support/postmasterPid.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"

const seenOf = (service: Service, collector: Awaited<ReturnType<typeof startCollector>>) => {
  const sent = collector.received.map(
    ({ body, headers, path }) => `${path} ${JSON.stringify(headers)} ${body}`
  )
  return [service.stdout(), service.stderr(), ...sent].join("\n")
}

describe("what an operator can see holds no prompt, no key and no secret", () => {
  it("when requests are answered, replayed and refused, and when the database fails", async () => {
    const canaries = makeCanaries()
    await using collector = await startCollector()
    const masterKey = randomBytes(32).toString("base64")
    const engineToken = canaries.in("ENGINE_TOKEN")
    await using service = await startService({
      database: "embedded",
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        LOG_LEVEL: "trace",
        MASTER_KEY: masterKey,
        ENGINE_TOKEN: engineToken
      }
    })
    // The demo's own keys are printed on purpose.
    const { keys } = await createTenant({ ...service.data.environment, MASTER_KEY: masterKey })
    const good = fullCheck(keys.test, canaries)
    assert.strictEqual((await send(service.url, good)).status, 200)
    assert.strictEqual((await send(service.url, good)).status, 200)
    for (const [status, request] of refusedChecks(keys.test, canaries)) {
      assert.strictEqual((await send(service.url, request)).status, status, request.path ?? request.body)
    }
    await sendGarbage(service.port, canaries.in("malformed request"))

    const { DATA_DIR = "" } = service.data.environment
    process.kill(await postmasterPid(DATA_DIR), "SIGKILL")
    // Until the connections have gone the way of the server.
    for (let status = 200, tries = 0; status !== 503; tries += 1) {
      assert.isBelow(tries, 200)
      const headers = { ...good.headers, "idempotency-key": `${canaries.in("lost key")}${tries}` }
      status = (await send(service.url, { ...good, headers })).status
    }
    await until("the database is back", () => service.stderr().includes("running again"))
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    assert.include(metrics, "prescreen_checks_total")
    assert.strictEqual(await service.stop(), 0)

    const postgresLog = await readFile(join(DATA_DIR, "postgres.log"), "utf8")
    const seen = [seenOf(service, collector), postgresLog, metrics].join("\n")
    assert.deepStrictEqual(canaries.foundIn(seen), [])
    for (const secret of [keys.test, keys.live, keys.test.slice(16), masterKey])
      assert.notInclude(seen, secret)

    const names = new Set(
      collector
        .spans()
        .filter(({ kind }) => kind === 2)
        .map(({ name }) => name)
    )
    assert.sameMembers([...names], ["POST /v1/check", "POST", "PUT", "GET", "GET /metrics"])
    assert.isNotEmpty(collector.metrics())
  })

  it("when the engine resets, fails, and sends back what it was asked", async () => {
    const canaries = makeCanaries()
    await using collector = await startCollector()
    await using engine = await startEngine(
      (response) => response.socket?.resetAndDestroy(),
      (response) => response.socket?.resetAndDestroy(),
      (response, asked) => response.writeHead(500, { "x-echo": encodeURIComponent(asked) }).end(asked),
      (response, asked) => response.writeHead(200, { "content-type": "application/json" }).end(asked),
      (response, asked) => response.writeHead(302, { location: `/${encodeURIComponent(asked)}` }).end(),
      (response, asked) => response.writeHead(500).end(asked)
    )
    await using service = await startService({
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        LOG_LEVEL: "trace",
        ENGINE: "http",
        ENGINE_URL: `${engine.url}/base?token=${canaries.in("ENGINE_URL")}`,
        ENGINE_TOKEN: canaries.in("ENGINE_TOKEN")
      }
    })
    const good = fullCheck(service.keys.test, canaries)
    for (let requests = 0; requests < 14; requests += 1) {
      assert.strictEqual((await send(service.url, good)).status, 503)
    }
    await send(service.url, { method: "GET", path: "/health" })
    assert.strictEqual(await service.stop(), 0)

    assert.isAbove(engine.requests.length, 6)
    const seen = seenOf(service, collector)
    assert.deepStrictEqual(canaries.foundIn(seen), [])
    const { MASTER_KEY = "" } = service.data.environment
    assert.isNotEmpty(MASTER_KEY)
    for (const secret of [service.keys.test, service.keys.live, MASTER_KEY]) assert.notInclude(seen, secret)
    assert.include(seen, "the connection was reset")
    const faults = collector.metrics().get("prescreen.engine.faults")?.sum?.dataPoints
    assert.deepStrictEqual(
      faults?.map(({ asDouble }) => asDouble),
      [14]
    )
  })
})
