import { assert, describe, it } from "@effect/vitest"
import { Client } from "pg"
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

describe("answers of one tenant that may be large", () => {
  it.each([
    ["policies", "GET", "", undefined],
    ["policy_versions", "GET", "/:id", undefined],
    ["policy_versions", "GET", "/:id/versions/1", undefined],
    ["policy_versions", "POST", "/:id/publish", { version: 1 }],
    ["policy_versions", "POST", "/:id/versions", wireDocument()]
  ])("are made in turn, and keep no other tenant waiting: %s, %s %s", async (table, method, path, body) => {
    const { service, storage } = fixture
    const limits = { rateLimitPerMinute: 10_000 }
    const busy = await storage.createWorkspace({ limits })
    const other = await storage.createWorkspace({})
    const target = `/v1/policies${path.replace(":id", busy.policyId ?? "")}`
    const letGo = await hold(table)
    const statuses: Array<number> = []
    const all = Promise.all(
      Array.from({ length: 220 }, async () => {
        statuses.push((await call(service, busy.live, method, target, body)).status)
      })
    )
    await until("what is past two hundred is refused", () => statuses.length === 20)
    assert.strictEqual((await call(service, other.live, "GET", "/v1/keys")).status, 200)
    await letGo()
    await all
    assert.isTrue(statuses.slice(20).every((status) => status < 300))
  })
})
