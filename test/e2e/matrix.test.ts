import { assert, describe, it } from "@effect/vitest"
import { DateTime, Struct } from "effect"
import { Client } from "pg"
import type { Subscription, SubscriptionState } from "../../src/domain/billing/Subscription.ts"
import type { Mode } from "../../src/domain/shared/Workspace.ts"
import { webhook } from "../fixtures.ts"
import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import { assertScoped, readSent } from "../support/sentStatements.ts"
import { until } from "../support/until.ts"
import { call } from "./call.ts"
import { assertDescribed } from "./described.ts"
import { endpoints, rule } from "./endpoints.ts"
import type { Endpoint, ObjectKind } from "./endpoints.ts"
import { asking, assertProblem, assertRateLimitHeaders, decide, jsonHeaders, setUp } from "./fixture.ts"
import { presetDocument, uuidOf } from "./Storage.ts"
import type { TestWorkspace } from "./Storage.ts"

const fixture = setUp()

const modes = ["live", "test"] as const

const request = (key: string, { body, method, path }: Endpoint, id: string) =>
  call(fixture.service, key, method, path(id), body)

interface Populated extends TestWorkspace {
  /** One thing of each kind, and of each mode where it has one; nothing in test mode is ever delivered. */
  readonly ids: { readonly [Key in Mode]: { readonly [Kind in ObjectKind]: string } }
}

/** Ids of nothing. */
const absent: { readonly [Kind in ObjectKind]: string } = {
  decision: `dec_${"0".repeat(12)}70008${"0".repeat(15)}`,
  review: `rev_${"0".repeat(12)}70008${"0".repeat(15)}`,
  policy: `pol_${"0".repeat(12)}70008${"0".repeat(15)}`,
  key: `key_${"0".repeat(12)}70008${"0".repeat(15)}`,
  delivery: "00000000-0000-7000-8000-000000000000",
  rule: `rul_${"0".repeat(12)}70008${"0".repeat(15)}`
}

const populate = async (): Promise<Populated> => {
  const { engine, service, storage } = fixture
  const document = presetDocument("adult-platform")
  const workspace = await storage.createWorkspace({
    limits: { policies: null },
    policy: { ...document, webhooks: [webhook("https://hooks.example.com/prescreen", "review")] }
  })
  const policy = String(workspace.policyId)
  const { id: ruleId } = (await call(service, workspace.live, "POST", "/v1/rules", rule)).json()
  const things = async (mode: Mode) => {
    const prompt = engine.prompt({ minors_sexual: { score: 0.4 } })
    const { id: decision } = await decide(service, workspace[mode], asking(prompt))
    const { actions } = (await call(service, workspace[mode], "GET", `/v1/decisions/${decision}`)).json()
    const { id: key } = await storage.createKey(workspace, mode)
    const [delivery] = await storage.rows(
      "SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND decision_id = $2",
      [uuidOf(workspace.tenantId), uuidOf(String(decision))]
    )
    return {
      decision,
      review: String(actions.review_id),
      delivery: String(delivery?.id ?? absent.delivery),
      policy,
      key,
      rule: String(ruleId)
    }
  }
  return { ...workspace, ids: { live: await things("live"), test: await things("test") } }
}

const idFor = ({ ids }: Populated, { object }: Endpoint, mode: Mode) =>
  object === undefined ? "" : ids[mode][object]

const past = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
const future = DateTime.makeUnsafe("2099-01-02T03:04:05.678Z")

const standings: ReadonlyArray<readonly [SubscriptionState, Partial<Subscription>]> = [
  ["none", { plan: "none", state: "none" }],
  ["trialing", { state: "trialing", trialEndsAt: future }],
  ["active", { state: "active", cancelsAt: future }],
  ["past_due", { state: "past_due", pausesAt: future }],
  ["paused", { state: "past_due", pausesAt: past }],
  ["paused", { state: "paused", pausesAt: past }],
  ["inactive", { state: "inactive", endedAt: past }]
]

/** The refusal that the plan has for a request, if it has one. */
const refusalOf = (
  { kind, needsPlan }: Endpoint,
  state: SubscriptionState,
  mode: Mode
): string | undefined => {
  if (kind === "read" || kind === "revocation") return undefined
  if (state === "inactive") return "subscription_inactive"
  if (kind === "write") return state === "none" && needsPlan === true ? "plan_required" : undefined
  if (state === "paused") return "subscription_paused"
  return state === "none" && mode === "live" ? "plan_required" : undefined
}

const untilState = ({ live }: TestWorkspace, state: SubscriptionState) =>
  until(
    `the service has heard that the plan is ${state}`,
    async () => (await call(fixture.service, live, "GET", "/v1/plan")).json().state === state
  )

const assertAnswer = (endpoint: Endpoint, reply: Reply, state: SubscriptionState, mode: Mode) => {
  const { service } = fixture
  assertRateLimitHeaders(reply)
  const forbidden = endpoint.forbidden?.[mode]
  if (forbidden !== undefined) return assertProblem(service, reply, 403, forbidden)
  const refusal = refusalOf(endpoint, state, mode)
  if (refusal === undefined && endpoint.object === "delivery" && mode === "test") {
    return assertProblem(service, reply, 404, "not_found")
  }
  if (refusal === undefined) {
    return assert.isBelow(reply.status, 300, `${endpoint.name}, ${mode}, ${state}: ${reply.text}`)
  }
  const problem = assertProblem(service, reply, 402, refusal)
  assert.strictEqual(problem.state, state)
  assert.strictEqual(problem.upgrade_url, `${service.url}/settings/billing`)
  const moment = "2026-01-02T03:04:05.678Z"
  if (refusal === "subscription_paused") assert.strictEqual(problem.paused_since, moment)
  if (refusal === "subscription_inactive") assert.strictEqual(problem.ended_at, moment)
}

describe("every endpoint", () => {
  it("is a 401 in the same words without a key that is valid", async () => {
    const { service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const revoked = await storage.createKey(workspace, "live")
    const reply = await call(service, workspace.live, "DELETE", `/v1/keys/${revoked.id}`)
    assert.strictEqual(reply.status, 200, reply.text)
    const never = `${workspace.live.slice(0, -7)}0000000`
    const keys = [undefined, "nonsense", never, workspace.test.replace("test", "live"), revoked.key]
    const bodies = new Set<string>()
    let caller = 1
    for (const { body, method, name, path } of endpoints()) {
      // Each address is let in 60 times a minute without a key.
      caller += 1
      for (const key of keys) {
        const reply = await send(service.url, path(`dec_${"0".repeat(32)}`), {
          method,
          localAddress: `127.0.0.${caller}`,
          headers: key === undefined ? { "content-type": "application/json" } : jsonHeaders(key),
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        assertProblem(service, reply, 401, "unauthorized")
        assertDescribed(method, path("x"), reply)
        assertRateLimitHeaders(reply)
        assert.isUndefined(reply.headers["server-timing"]?.includes("engine") === true ? name : undefined)
        // What OpenAI's clients read besides, on the endpoint that is for them.
        const { error: _, ...problem } = reply.json()
        bodies.add(JSON.stringify(problem))
      }
    }
    assert.strictEqual(bodies.size, 1)
  })

  it.each(standings)(
    "lets through what the plan lets through: %s",
    { timeout: 60_000 },
    async (state, change) => {
      const workspace = await populate()
      await fixture.storage.setSubscription(workspace, change)
      await untilState(workspace, state)
      for (const endpoint of endpoints()) {
        for (const mode of modes) {
          const reply = await request(workspace[mode], endpoint, idFor(workspace, endpoint, mode))
          assertAnswer(endpoint, reply, state, mode)
        }
      }
    }
  )
})

/** Everything of an answer but what tells one request from another. */
const comparable = ({ headers, status, text }: Reply) => ({
  status,
  text,
  headers: Struct.omit(headers, [
    "date",
    "x-request-id",
    "server-timing",
    "x-ratelimit-remaining",
    "x-ratelimit-reset"
  ])
})

const ofWorkspace = new Set<ObjectKind>(["policy", "key", "rule"])

describe("every endpoint with an id", () => {
  it("answers for what is another's or of the other mode byte for byte as for what never was", async () => {
    const { service } = fixture
    const [mine, theirs] = [await populate(), await populate()]
    const hidden = endpoints().filter(({ object }) => object !== undefined)
    assert.isAtLeast(hidden.length, 3)
    for (const endpoint of hidden) {
      const { object = "decision" } = endpoint
      for (const mode of modes) {
        if (endpoint.forbidden?.[mode] !== undefined) continue
        const other = mode === "live" ? "test" : "live"
        const ids = [theirs.ids[mode][object], theirs.ids[other][object]]
        if (!ofWorkspace.has(object)) ids.push(mine.ids[other][object])
        const expected = await request(mine[mode], endpoint, absent[object])
        assertProblem(service, expected, 404, "not_found")
        for (const id of ids) {
          const reply = await request(mine[mode], endpoint, id)
          assert.deepStrictEqual(comparable(reply), comparable(expected), `${endpoint.name} ${id}`)
        }
      }
    }
  })
})

describe("every statement that the service sent", () => {
  const databaseUrl = () => fixture.service.data.environment["DATABASE_URL"] ?? ""

  // All services of the test run are held to the same when they end; this one's endpoints have all been called.
  it("is bound to a tenant, or has a reason not to be", async () => {
    const { statements, tables } = await readSent(databaseUrl())
    assert.isAtLeast(statements.length, 20)
    for (const table of ["decisions", "api_keys", "usage_days", "tenants", "audit_log"]) {
      assert.isTrue(tables.all.has(table), table)
      assert.isTrue(
        statements.some((statement) => statement.includes(table)),
        `${table} was never touched`
      )
    }
    assert.isTrue(tables.moded.has("decisions"))
    await assertScoped(databaseUrl())
  })

  it("would be found if it forgot its tenant, or its mode", async () => {
    const planted = [
      "SELECT outcome FROM decisions WHERE id = $1 AND mode = $2",
      "SELECT outcome FROM decisions WHERE id = $1 AND tenant_id = $2"
    ]
    const client = new Client({ connectionString: databaseUrl() })
    await client.connect()
    const nothing = "00000000-0000-7000-8000-000000000000"
    await client.query(planted[0] ?? "", [nothing, "live"])
    await client.query(planted[1] ?? "", [nothing, nothing])
    const refusal = await assertScoped(databaseUrl()).then(() => "", String)
    for (const statement of planted) assert.include(refusal, statement)
    assert.lengthOf(refusal.split("\n"), 1 + planted.length)
    // It was not the service that sent them.
    await client.query(`
      SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database WHERE datname = current_database()`)
    await client.end()
  })
})
