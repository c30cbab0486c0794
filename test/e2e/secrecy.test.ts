import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Pool } from "pg"
import { findEmbeddedPostgres } from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { fullCheck, makeCanaries } from "../adapters/telemetry/canaries.ts"
import { startCollector } from "../adapters/telemetry/otlpCollector.ts"
import { startModelServer, vllm } from "../fakes/ModelServer.ts"
import { everyRow } from "../support/everyRow.ts"
import { send } from "../support/httpClient.ts"
import type { Call } from "../support/httpClient.ts"
import { createTenant } from "../support/operatorCommand.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { startReceiver } from "../support/webhookReceiver.ts"
import type { Script } from "../support/webhookReceiver.ts"
import { jsonHeaders } from "./fixture.ts"

/** What the service looks things up by, shows again, or has to call. No log, trace, metric or statement has it. */
const keptInTheClear = new Set([
  "Idempotency-Key",
  "user",
  "webhook url",
  "verdict note",
  "pause note",
  "policy name"
])

/** Answers the first call of each delivery in one way, and the others in another. */
const firstOf = (first: Script) => {
  const seen = new Set<string>()
  return (then: Script): Script =>
    (...call) => {
      const delivery = String(call[2].headers["x-service-delivery"])
      const script = seen.has(delivery) ? then : first
      seen.add(delivery)
      return script(...call)
    }
}

type Canaries = ReturnType<typeof makeCanaries>

const policyOf = (canaries: Canaries, urls: ReadonlyArray<string>, secret: string) => {
  const review = { type: "review" }
  const block = { type: "block" }
  return {
    version: 1,
    name: canaries.in("policy name"),
    checks: {
      minors_sexual: { enabled: true, act: 0.5, review: 0.3, on_act: block, on_review: block },
      real_person: { enabled: true, act: 0.5, review: 0.3, on_act: review, on_review: review }
    },
    adult: { max_level: 4 },
    youth_coded_adult: "review",
    webhooks: urls.map((url) => ({ url, events: ["review", "review.verdict"], secret })),
    tags: {}
  }
}

const setUp = async (stack: AsyncDisposableStack, canaries: Canaries) => {
  const collector = stack.use(await startCollector())
  const receiver = await startReceiver()
  stack.defer(receiver.close)
  const model = await startModelServer({ kind: vllm, token: canaries.in("ENGINE_TOKEN") })
  stack.defer(model.close)
  const masterKey = randomBytes(32).toString("base64")
  const service = stack.use(
    await startService({
      database: "embedded",
      environment: {
        ENGINE: "llm",
        ENGINE_MODEL: "test-model",
        ENGINE_TOKEN: canaries.in("ENGINE_TOKEN"),
        ENGINE_URL: model.url,
        LOG_LEVEL: "trace",
        MASTER_KEY: masterKey,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=${canaries.in("OTEL_EXPORTER_OTLP_HEADERS")}`,
        RATE_LIMIT_STORE: `redis://user:${canaries.in("RATE_LIMIT_STORE")}@127.0.0.1:1`,
        STRIPE_PRICES: "price_growth:growth",
        STRIPE_SECRET_KEY: `sk_test_${canaries.in("STRIPE_SECRET_KEY")}`,
        STRIPE_WEBHOOK_SECRET: `whsec_${canaries.in("STRIPE_WEBHOOK_SECRET")}`,
        WEBHOOK_ALLOWED_HOSTS: receiver.host,
        WEBHOOK_RETRY_DELAYS: "0s,10ms"
      }
    })
  )
  const { keys } = await createTenant({ ...service.data.environment, MASTER_KEY: masterKey })
  return { collector, keys, masterKey, model, receiver, service }
}

/** Of a database that goes away with its service, whatever a test comes to. */
const openPool = async ({ data }: Service) => {
  const url = await Effect.runPromise(findEmbeddedPostgres(data.dataDirectory ?? ""))
  const pool = new Pool({ connectionString: Option.getOrThrow(url), max: 1 })
  pool.on("error", () => undefined)
  await pool.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
  return pool
}

/** Calls that must answer with a status, and what all of them answered. */
const makeCaller = ({ url }: Service, key: string) => {
  const refusals: Array<string> = []
  const call = async (status: number, method: string, path: string, body?: unknown, more: Call = {}) => {
    const reply = await send(url, path, {
      method,
      headers: jsonHeaders(key),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more
    })
    assert.strictEqual(reply.status, status, reply.text)
    if (status >= 400) refusals.push(reply.text, JSON.stringify(reply.headers))
    return reply
  }
  return { call, refusals }
}

/** Everything that can be done with a prompt and its user, and some of it wrongly. Returns the tokens that were given. */
const useAll = async (
  { call }: ReturnType<typeof makeCaller>,
  key: string,
  urls: ReadonlyArray<string>,
  canaries: Canaries
) => {
  const user = canaries.in("user")
  const policy = policyOf(canaries, urls, canaries.in("first webhook secret"))
  const { id } = (await call(201, "POST", "/v1/policies", { policy })).json()
  const second = policyOf(canaries, urls, canaries.in("webhook secret"))
  await call(201, "POST", `/v1/policies/${id}/versions`, second)
  await call(200, "POST", `/v1/policies/${id}/publish`, { version: 2 })
  const short = policyOf(canaries, [`https://10.0.0.1/${canaries.in("refused url")}`], "short")
  await call(422, "POST", "/v1/policies", { policy: short })

  const given = fullCheck(key, canaries)
  const asked = { ...JSON.parse(given.body ?? ""), policy: id }
  const headers = given.headers as Record<string, string>
  await call(200, "POST", "/v1/check", asked, { headers })
  await call(200, "POST", "/v1/check", asked)

  const list = (await call(200, "GET", `/v1/decisions?limit=1&user=${user}`)).json()
  const cursor = String(list.next_cursor)
  await call(200, "GET", `/v1/decisions?limit=1&user=${user}&cursor=${cursor}`)
  await call(400, "GET", `/v1/decisions?limit=1&user=${user}&cursor=${cursor}${canaries.in("broken cursor")}`)
  const [{ id: review }] = (await call(200, "GET", "/v1/review")).json().data
  const ruling = { verdict: "block", note: canaries.in("verdict note") }
  await call(200, "POST", `/v1/review/${review}/verdict`, ruling)
  await call(409, "POST", `/v1/review/${review}/verdict`, ruling)
  await call(200, "POST", `/v1/users/${user}/pause`, { note: canaries.in("pause note") })
  await call(200, "GET", `/v1/users/${user}`)
  const other = (await call(201, "POST", "/v1/keys", { mode: "test" })).json()
  await call(
    400,
    "POST",
    "/integrations/stripe/webhook",
    { id: canaries.in("Stripe's event") },
    {
      headers: { "content-type": "application/json", "stripe-signature": canaries.in("Stripe's signature") }
    }
  )
  return { cursor, key: String(other.key) }
}

describe("a service that is used in every way", () => {
  it("shows no prompt, key, secret, token or user to its operator, and keeps them encrypted", async () => {
    await using stack = new AsyncDisposableStack()
    const canaries = makeCanaries()
    const { collector, keys, masterKey, model, receiver, service } = await setUp(stack, canaries)
    model.onPrompt(canaries.in("prompt"), { p1: 0.85 })
    const pool = await openPool(service)
    // One takes it after a failure, one fails in its own ways, and both say things that nobody asked for.
    const said = canaries.in("receiver's answer")
    const again = firstOf((response) => response.writeHead(500, { "x-said": said }).end(said))
    const hooks = [
      receiver.hook(again((response) => response.writeHead(200, { "x-said": said }).end(said))),
      receiver.hook(
        firstOf((response) => response.socket?.resetAndDestroy())((response) =>
          response.writeHead(302, { location: `http://${said}/` }).end()
        )
      )
    ]
    const secretly = (hook: string) => `${hook}?token=${canaries.in("webhook url")}`
    const caller = makeCaller(service, keys.live)
    const tokens = await useAll(caller, keys.live, hooks.map(secretly), canaries)
    await until("every delivery has ended", async () => {
      const { rows } = await pool.query(
        "SELECT status, count(*)::int FROM webhook_deliveries GROUP BY 1 ORDER BY 1"
      )
      return JSON.stringify(rows) === '[{"status":"delivered","count":3},{"status":"failed","count":3}]'
    })
    await pool.query("CHECKPOINT")
    const { rows: statements } = await pool.query("SELECT query FROM pg_stat_statements")
    const dump = await everyRow(pool)
    const metrics = (await send(service.url, "/metrics")).text
    await pool.end()
    assert.strictEqual(await service.stop(), 0)

    const shown = {
      log: service.stderr(),
      postgresLog: await readFile(join(service.data.dataDirectory ?? "", "postgres.log"), "utf8"),
      telemetry: collector.received.map(({ body, path }) => `${path} ${body}`).join("\n"),
      metrics,
      statements: statements.map(({ query }) => query).join("\n"),
      refusals: caller.refusals.join("\n")
    }
    const secrets = [keys.test, keys.live, tokens.key, tokens.cursor, masterKey].flatMap((secret) => [
      secret,
      secret.slice(16)
    ])
    for (const [where, text] of Object.entries(shown)) {
      assert.isAbove(text.length, 100, where)
      assert.deepStrictEqual(canaries.foundIn(text), [], where)
      for (const [index, secret] of secrets.entries()) assert.notInclude(text, secret, `${where}, ${index}`)
    }
    const clear = canaries.foundIn(dump)
    assert.isEmpty(clear.filter((place) => !keptInTheClear.has(place)))
    for (const [index, secret] of secrets.entries()) assert.notInclude(dump, secret, `dump, ${index}`)

    // It was there to be seen: every attempt, each linked to what caused it, and each way to fail.
    const attempts = collector.spans().filter(({ name }) => name === "attemptDelivery")
    assert.lengthOf(attempts, 12)
    for (const { links } of attempts) assert.lengthOf(links, 1)
    for (const answer of ["5xx", "3xx", "connection_lost"]) assert.include(metrics, `answer="${answer}"`)
  })
})
