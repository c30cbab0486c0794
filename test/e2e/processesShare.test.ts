import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { startScriptedEngine } from "../fakes/ScriptedEngineServer.ts"
import type { ScriptedEngineServer } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import { samplesOf } from "../support/prometheusText.ts"
import { redisIsMissing, startRedis, whenRedisIsMissing } from "../support/redisServer.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, jsonHeaders } from "./fixture.ts"
import { wireDocument } from "./policyCalls.ts"

interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** On a connection of its own, which is what the kernel deals out between the processes. */
const call = ({ url }: Service, key: string, path: string, { body, headers, method = "GET" }: Call = {}) =>
  send(url, path, {
    method,
    headers: { ...jsonHeaders(key), connection: "close", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const times = <A>(count: number, ask: (nth: number) => Promise<A>): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, (_, nth) => ask(nth)))

/** How many replies have each status. */
const tally = (replies: ReadonlyArray<Reply>): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const posting = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  method: "POST",
  headers,
  body
})

describe.runIf(process.platform === "linux")("PROCESSES=2, asked by chance", { timeout: 60_000 }, () => {
  const parts: { engine?: ScriptedEngineServer; service?: Service } = {}
  beforeAll(async () => {
    const engine = await startScriptedEngine()
    parts.engine = engine
    // What a process remembers lasts so long that only a notification can end it.
    const remembering = { POLICY_CACHE_TTL: "1h", KEY_CACHE_TTL: "1h" }
    parts.service = await startService({
      environment: { PROCESSES: "2", ENGINE: "http", ENGINE_URL: engine.url, ...remembering }
    })
  })
  afterAll(async () => {
    await parts.service?.[Symbol.asyncDispose]()
    await parts.engine?.close()
  })
  const running = () => {
    const { engine, service } = parts
    if (engine === undefined || service === undefined) throw new Error("it has not started")
    return { engine, service, live: service.keys.live }
  }

  it("makes one decision of one idempotency key, counts it once, and shows it whoever is asked", async () => {
    const { engine, live, service } = running()
    const checking = posting(asking(engine.prompt()), { "idempotency-key": "shared" })
    const replies = await times(30, () => call(service, live, "/v1/check", checking))
    assert.deepStrictEqual(tally(replies), { 200: 30 })
    const ids = new Set(replies.map((reply) => String(reply.json().id)))
    assert.strictEqual(ids.size, 1)
    const [id = ""] = ids
    assert.deepStrictEqual(tally(await times(20, () => call(service, live, `/v1/decisions/${id}`))), {
      200: 20
    })
    for (const usage of await times(10, () => call(service, live, "/v1/usage"))) {
      assert.strictEqual(usage.json().totals.live.checks, 1, usage.text)
    }
    const answered = samplesOf((await send(service.url, "/metrics")).text).byProcess(
      "prescreen_http_requests_total",
      { route: "POST /v1/check", status: "200" }
    )
    assert.deepStrictEqual(Object.values(answered).filter((count) => count > 0).length, 2)
  })

  it("takes one process's cursor in the other", async () => {
    const { engine, live, service } = running()
    for (let made = 0; made < 3; made += 1) {
      await call(service, live, "/v1/check", posting(asking(engine.prompt())))
    }
    const first = (await call(service, live, "/v1/decisions?limit=2")).json()
    const cursor = encodeURIComponent(first.next_cursor)
    const next = await times(20, () => call(service, live, `/v1/decisions?limit=2&cursor=${cursor}`))
    assert.deepStrictEqual(tally(next), { 200: 20 })
    assert.strictEqual(new Set(next.map(({ text }) => text)).size, 1)
  })

  it("lets one verdict on an item be given, whichever process is asked", async () => {
    const { engine, live, service } = running()
    const body = asking(engine.prompt({ real_person: 0.6 }))
    const { id } = (await call(service, live, "/v1/check", posting(body))).json()
    const stored = (await call(service, live, `/v1/decisions/${id}`)).json()
    const path = `/v1/review/${stored.actions.review_id}/verdict`
    const verdicts = await times(20, (nth) =>
      call(service, live, path, posting({ verdict: nth % 2 === 0 ? "allow" : "block" }))
    )
    assert.deepStrictEqual(tally(verdicts), { 200: 1, 409: 19 })
  })

  it("decides by a version, and refuses a key, in both processes soon after one was told", async () => {
    const { engine, live, service } = running()
    const made = await call(service, live, "/v1/policies", posting({ policy: wireDocument() }))
    assert.strictEqual(made.status, 201, made.text)
    const { id } = made.json()
    const published = posting({ version: 1 })
    assert.strictEqual((await call(service, live, `/v1/policies/${id}/publish`, published)).status, 200)
    const checking = posting({ ...asking(engine.prompt()), policy: id })
    await until("both decide by it", async () => {
      const replies = await times(20, () => call(service, live, "/v1/check", checking))
      return replies.every(({ status, text }) => status === 200 && JSON.parse(text).policy.id === id)
    })

    const { key, id: keyId } = (
      await call(service, live, "/v1/keys", posting({ mode: "test", label: "shared" }))
    ).json()
    assert.deepStrictEqual(tally(await times(20, () => call(service, key, "/v1/decisions"))), { 200: 20 })
    assert.strictEqual((await call(service, live, `/v1/keys/${keyId}`, { method: "DELETE" })).status, 200)
    await until("both refuse it", async () => {
      const replies = await times(20, () => call(service, key, "/v1/decisions"))
      return replies.every(({ status }) => status === 401)
    })
  })
})

describe.skipIf(redisIsMissing || process.platform !== "linux")(
  `PROCESSES=2 with RATE_LIMIT_STORE=redis://…${whenRedisIsMissing}`,
  () => {
    it("is one limit over both processes, to the request", { timeout: 60_000 }, async () => {
      await using redis = await startRedis()
      const environment = { PROCESSES: "2", RATE_LIMIT_STORE: redis.url }
      await using service = await startService({ environment })
      const ask = () => call(service, service.keys.test, "/v1/decisions")
      await service.cli(["tenants", "limits", String(service.tenantId), "--rate-limit-per-minute", "150"])
      await until("both know the new limit", async () => {
        const replies = await times(10, () => call(service, service.keys.live, "/v1/decisions"))
        return replies.every(({ headers }) => headers["x-ratelimit-limit"] === "150")
      })
      assert.deepStrictEqual(tally(await times(200, ask)), { 200: 150, 429: 50 })
      const shared = samplesOf((await send(service.url, "/metrics")).text)
      assert.deepStrictEqual(shared.byProcess("prescreen_rate_limit_shared"), { 1: 1, 2: 1 })
    })
  }
)
