import { assert, describe, it } from "@effect/vitest"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { asking, checkUntil, decide, setUp } from "./fixture.ts"
import { ok, policyCalls, wireDocument } from "./policyCalls.ts"
import { uuidOf } from "./Storage.ts"

/** What a process remembers lasts so long that only a notification can end it. */
const remembering = { POLICY_CACHE_TTL: "1h", KEY_CACHE_TTL: "1h" }

const fixture = setUp(remembering)

const startOther = () =>
  startService({
    dataOf: fixture.service,
    environment: { ENGINE: "http", ENGINE_URL: fixture.engine.url, ...remembering }
  })

/** Waits until a process decides by a version, which takes less than a second unless the machine is busy. */
const untilDecidedBy = (service: Service, key: string, version: number) =>
  until(`version ${version} is decided by`, async () => {
    const { policy } = await decide(service, key, asking(fixture.engine.prompt()))
    return policy.version === version
  })

describe("two processes of one service", () => {
  it("decide by a version soon after either of them published it", async () => {
    const { service, storage } = fixture
    await using other = await startOther()
    const { live } = await storage.createWorkspace({ policy: undefined })
    const here = policyCalls(service, live)
    const there = policyCalls(other, live)
    const { id } = await ok(here.create({ policy: wireDocument() }), 201)
    await untilDecidedBy(other, live, 1)
    await untilDecidedBy(service, live, 1)

    await ok(here.addVersion(id, wireDocument({ name: "two" })), 201)
    await ok(here.publish(id, { version: 2 }))
    // The process that published decides by it at once.
    const { policy } = await decide(service, live, asking(fixture.engine.prompt()))
    assert.strictEqual(policy.version, 2)
    await untilDecidedBy(other, live, 2)

    await ok(there.publish(id, { version: 1 }))
    await untilDecidedBy(service, live, 1)
  })

  it("try a version on live traffic soon after either of them was told to", async () => {
    const { service, storage } = fixture
    await using other = await startOther()
    const { live, tenantId } = await storage.createWorkspace({ policy: undefined })
    const { id } = await ok(policyCalls(service, live).create({ policy: wireDocument() }), 201)
    await untilDecidedBy(other, live, 1)
    await ok(policyCalls(service, live).dryRun(id, { version: 1 }))
    await until("the version is tried", async () => {
      await decide(other, live, asking(fixture.engine.prompt()))
      const tried = await storage.rows("SELECT 1 FROM decisions WHERE tenant_id = $1 AND dry_run", [
        uuidOf(tenantId)
      ])
      return tried.length > 0
    })
  })

  it("forget what they remember when the connection that tells of changes is lost", async () => {
    const { service, storage } = fixture
    // On a busy machine, what tells of the policy's making may arrive late and end what is remembered.
    const live = await eventually("the former version is remembered", async () => {
      const { live, tenantId } = await storage.createWorkspace({ policy: undefined })
      const { id } = await ok(policyCalls(service, live).create({ policy: wireDocument() }), 201)
      await ok(policyCalls(service, live).addVersion(id, wireDocument({ name: "two" })), 201)
      await untilDecidedBy(service, live, 1)
      // Behind the service's back: nobody is told.
      await storage.rows("UPDATE policies SET current_version = 2 WHERE tenant_id = $1", [uuidOf(tenantId)])
      const { policy } = await decide(service, live, asking(fixture.engine.prompt()))
      return policy.version === 1 ? live : undefined
    })
    await storage.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN%'`
    )
    await untilDecidedBy(service, live, 2)
  })
})

describe("a process that is told of nothing", () => {
  it("decides by a new version once the time of its cache is over", async () => {
    const { engine, storage } = fixture
    await using other = await startService({
      dataOf: fixture.service,
      environment: { ENGINE: "http", ENGINE_URL: engine.url, ...remembering, POLICY_CACHE_TTL: "500ms" }
    })
    const { live, tenantId } = await storage.createWorkspace({ policy: undefined })
    const { id } = await ok(policyCalls(other, live).create({ policy: wireDocument() }), 201)
    await ok(policyCalls(other, live).addVersion(id, wireDocument({ name: "two" })), 201)
    await untilDecidedBy(other, live, 1)
    await storage.rows("UPDATE policies SET current_version = 2 WHERE tenant_id = $1", [uuidOf(tenantId)])
    await untilDecidedBy(other, live, 2)
  })

  it("goes by a changed plan, and refuses a revoked key, once the time of its cache is over", async () => {
    const { engine, storage } = fixture
    await using other = await startService({
      dataOf: fixture.service,
      environment: { ENGINE: "http", ENGINE_URL: engine.url, ...remembering, KEY_CACHE_TTL: "500ms" }
    })
    const { live, tenantId } = await storage.createWorkspace()
    const body = asking(engine.prompt())
    await checkUntil(200, other, live, body)
    await storage.rows("UPDATE tenants SET plan = 'none', state = 'none' WHERE tenant_id = $1", [
      uuidOf(tenantId)
    ])
    await checkUntil(402, other, live, body)
    await storage.rows("UPDATE api_keys SET revoked_at = now() WHERE tenant_id = $1", [uuidOf(tenantId)])
    await checkUntil(401, other, live, body)
  })
})
