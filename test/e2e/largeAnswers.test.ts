import { assert, describe, it } from "@effect/vitest"
import { Client } from "pg"
import { idOf } from "../fixtures.ts"
import { until } from "../support/until.ts"
import { call } from "./call.ts"
import { setUp } from "./fixture.ts"
import { wireDocument } from "./policyCalls.ts"

const fixture = setUp()

/** Keeps all who ask for what is in a table waiting, until it is let go. */
const hold = async (table: string) => {
  const client = new Client({ connectionString: fixture.service.data.environment.DATABASE_URL })
  await client.connect()
  await client.query("BEGIN")
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  return () => client.end()
}

/**
 * Sends twenty more requests of one tenant than may wait for what is in a table that is held, and one of another tenant
 * beside them. Returns the statuses of those that have waited.
 */
const crowd = async (most: number, table: string, method: string, path: string, body?: unknown) => {
  const { service, storage } = fixture
  const limits = { rateLimitPerMinute: 10_000 }
  const busy = await storage.createWorkspace({ limits })
  const other = await storage.createWorkspace({})
  const target = path.replace(":id", busy.policyId ?? "")
  const letGo = await hold(table)
  const statuses: Array<number> = []
  const all = Promise.all(
    Array.from({ length: most + 20 }, async () => {
      statuses.push((await call(service, busy.live, method, target, body)).status)
    })
  )
  await until("what is past that is refused", () => statuses.length === 20)
  assert.strictEqual((await call(service, other.live, "GET", "/v1/keys")).status, 200)
  await letGo()
  await all
  return statuses.slice(20)
}

describe("answers of one tenant that may be large", () => {
  it.each([
    ["policies", "GET", "/v1/policies", undefined],
    ["policy_versions", "GET", "/v1/policies/:id", undefined],
    ["policy_versions", "GET", "/v1/policies/:id/versions/1", undefined],
    ["policy_versions", "POST", "/v1/policies/:id/publish", { version: 1 }],
    ["policy_versions", "POST", "/v1/policies/:id/versions", wireDocument()]
  ])("are made in turn, and keep no other tenant waiting: %s, %s %s", async (table, method, path, body) => {
    const statuses = await crowd(200, table, method, path, body)
    assert.isTrue(statuses.every((status) => status < 300))
  })
})

describe("pages and documents of one tenant", () => {
  it.each([
    ["decisions", "/v1/decisions", 200],
    ["decisions", `/v1/decisions/${idOf("dec", "1")}`, 404],
    ["decisions", `/v1/decisions/${idOf("dec", "1")}/explain`, 404],
    ["webhook_deliveries", "/v1/deliveries", 200],
    ["webhook_deliveries", "/v1/deliveries/01a1f98f-b3b1-7525-8749-8d8522714825", 404],
    ["usage_days", "/v1/usage", 200],
    ["review_items", `/v1/review/${idOf("rev", "1")}`, 404]
  ])(
    "are read a few at a time, and keep no other tenant waiting: %s, GET %s",
    async (table, path, status) => {
      const statuses = await crowd(500, table, "GET", path)
      assert.deepStrictEqual(new Set(statuses), new Set([status]))
    }
  )
})
