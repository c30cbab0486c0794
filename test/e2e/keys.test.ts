import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { startService } from "../support/serviceProcess.ts"
import { eventually, until } from "../support/until.ts"
import { call } from "./call.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  assertRecent,
  check,
  shareService
} from "./fixture.ts"

const fixture = shareService()

const list = async (key: string) => {
  const reply = await call(fixture.service, key, "GET", "/v1/keys")
  assert.strictEqual(reply.status, 200, reply.text)
  assertRateLimitHeaders(reply)
  const { data, ...rest } = reply.json()
  assert.deepStrictEqual(rest, {})
  return data
}

const create = async (key: string, body: unknown) => {
  const reply = await call(fixture.service, key, "POST", "/v1/keys", body)
  assert.strictEqual(reply.status, 201, reply.text)
  return reply.json()
}

const revoke = (key: string, id: string) => call(fixture.service, key, "DELETE", `/v1/keys/${id}`)

const idOf = async (key: string): Promise<string> =>
  (await list(key)).find(({ prefix }: { readonly prefix: string }) => key.startsWith(prefix)).id

const nobody = `key_${"0".repeat(32)}`

describe("POST /v1/keys", () => {
  it("makes a test key with a live or a test key, shows it once, and it works at once", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    for (const maker of [workspace.live, workspace.test]) {
      const { created_at, id, key, ...rest } = await create(maker, { mode: "test", label: "\u{1f511} ci" })
      assert.match(id, /^key_[0-9a-f]{32}$/)
      assert.match(key, /^svc_test_[0-9A-Za-z]{43}$/)
      assertRecent(created_at)
      assert.deepStrictEqual(rest, {
        prefix: key.slice(0, 16),
        mode: "test",
        label: "\u{1f511} ci",
        last_used_at: null,
        revoked_at: null
      })
      assert.strictEqual((await check(service, key, asking(engine.prompt()))).status, 200)
      assert.notInclude(JSON.stringify(await list(maker)), key)
    }
    assert.isNull((await create(workspace.live, { mode: "test" })).label)
  })

  it("makes no live key", async () => {
    const { service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    const attempt = (key: string) => call(service, key, "POST", "/v1/keys", { mode: "live" })
    assertProblem(service, await attempt(test), 403, "test_key_forbidden")
    assertProblem(service, await attempt(live), 403, "dashboard_only")
    assert.lengthOf(await list(live), 2)
  })

  it("makes none once the plan has ended, and says 403 before 402 and 400 before both", async () => {
    const { service, storage } = fixture
    const { live, test } = await storage.createWorkspace({ subscription: { state: "inactive" } })
    const attempt = (key: string, body: unknown) => call(service, key, "POST", "/v1/keys", body)
    for (const key of [live, test]) {
      assertProblem(service, await attempt(key, { mode: "test" }), 402, "subscription_inactive")
    }
    assertProblem(service, await attempt(live, { mode: "live" }), 403, "dashboard_only")
    assertProblem(service, await attempt(test, { mode: "live" }), 403, "test_key_forbidden")
    assertProblem(service, await attempt(test, { mode: "live", x: 1 }), 400, "invalid_request", [
      "x: is not a known field"
    ])
  })

  it("says everything that is wrong with the body", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const refused = async (body: unknown, places: ReadonlyArray<string>) => {
      const reply = await call(service, live, "POST", "/v1/keys", body)
      const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
      assert.deepStrictEqual(issues.map((issue: string) => issue.split(": ")[0]).toSorted(), places)
    }
    await refused({}, ["mode"])
    await refused({ mode: "prod", label: "x".repeat(121), more: true }, ["label", "mode", "more"])
    await refused({ mode: "test", label: null }, ["label"])
    await refused({ mode: "test", label: "a\0b" }, ["label"])
    await create(live, { mode: "test", label: "\u{1f511}".repeat(120) })
    await create(live, { mode: "test", label: "" })
  })
})

describe("GET /v1/keys", () => {
  it("lists every key of the workspace for any of its keys, of both modes, revoked ones too", async () => {
    const { storage } = fixture
    const [workspace, other] = [await storage.createWorkspace(), await storage.createWorkspace()]
    const { key, ...made } = await create(workspace.live, { mode: "test", label: "a" })
    const revoked = (await revoke(workspace.live, made.id)).json()
    for (const mode of ["live", "test"] as const) {
      const data = await list(workspace[mode])
      assert.deepStrictEqual(
        data.map(({ mode }: { readonly mode: string }) => mode),
        ["test", "live", "test"]
      )
      assert.deepStrictEqual({ ...data[2], last_used_at: null }, revoked)
      assert.notProperty(data[0], "key")
    }
    assert.notInclude(JSON.stringify(await list(other.live)), made.prefix)
    assert.match(key, /^svc_test_/)
  })
})

describe("DELETE /v1/keys/{id}", () => {
  it("revokes a key once and for all, and answers a repeat with the same", async () => {
    const { engine, service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    const { id, key } = await create(test, { mode: "test" })
    const first = await revoke(test, id)
    assert.strictEqual(first.status, 200, first.text)
    assertRecent(first.json().revoked_at)
    assert.notProperty(first.json(), "key")
    assertProblem(service, await check(service, key, asking(engine.prompt())), 401, "unauthorized")
    assert.strictEqual((await revoke(live, id)).json().revoked_at, first.json().revoked_at)
  })

  it("revokes test keys with a test key, and live ones only with another live key", async () => {
    const { service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const { id: liveId } = await storage.createKey(workspace, "live")
    const { id: testId } = await storage.createKey(workspace, "test")
    assertProblem(service, await revoke(workspace.test, liveId), 403, "test_key_forbidden")
    assert.strictEqual((await revoke(workspace.live, liveId)).status, 200)
    // Although it is revoked already.
    assertProblem(service, await revoke(workspace.test, liveId), 403, "test_key_forbidden")
    assert.strictEqual((await revoke(workspace.test, testId)).status, 200)
  })

  it("does not let a key revoke itself", async () => {
    const { service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    for (const key of [live, test]) {
      assertProblem(service, await revoke(key, await idOf(key)), 409, "cannot_revoke_current_key")
      assert.strictEqual((await list(key)).length, 2)
    }
  })

  it("knows no key of another workspace, no other text, and refuses a text that is no id at all", async () => {
    const { service, storage } = fixture
    const [mine, theirs] = [await storage.createWorkspace(), await storage.createWorkspace()]
    for (const id of [
      await idOf(theirs.live),
      nobody,
      "x",
      "key_",
      `KEY_${"0".repeat(32)}`,
      "%00",
      "x".repeat(64)
    ]) {
      assertProblem(service, await revoke(mine.live, id), 404, "not_found")
    }
    assertProblem(service, await revoke(mine.live, "x".repeat(65)), 400, "invalid_request", "some")
    assert.strictEqual((await list(theirs.live)).length, 2)
  })

  it("works when the plan has ended", async () => {
    const { storage } = fixture
    const workspace = await storage.createWorkspace({ subscription: { state: "inactive" } })
    const { id } = await storage.createKey(workspace, "live")
    assert.strictEqual((await revoke(workspace.live, id)).status, 200)
  })
})

describe("last_used_at", () => {
  it("appears soon after a key is used, and is not written again for minutes", async () => {
    const { storage } = fixture
    const { live } = await storage.createWorkspace()
    const id = await idOf(live)
    const lastUse = async () =>
      (await list(live)).find((key: { readonly id: string }) => key.id === id).last_used_at
    const used = await eventually("the use is written", async () => (await lastUse()) ?? undefined)
    assertRecent(used)
    await delay(1_500)
    assert.strictEqual(await lastUse(), used)
  })
})

describe("what one process changes", () => {
  it(
    "reaches another at once: a revoked key, shadow mode, a plan, a limit",
    { timeout: 60_000 },
    async () => {
      const { engine, service, storage } = fixture
      // What it remembers lasts for an hour, so that only a notification ends it.
      const environment = { ENGINE: "http", ENGINE_URL: engine.url, KEY_CACHE_TTL: "1h" }
      await using second = await startService({ dataOf: service, environment })
      const workspace = await storage.createWorkspace()
      const { id, key } = await storage.createKey(workspace, "live")
      const ask = (with_: string) => check(second, with_, asking(engine.prompt()))
      const untilIt = (holds: (reply: Awaited<ReturnType<typeof ask>>) => boolean, with_: string) =>
        until("the other process has heard of it", async () => holds(await ask(with_)))
      assert.strictEqual((await ask(key)).status, 200)
      assert.strictEqual((await ask(workspace.live)).json().shadow_mode, false)

      assert.strictEqual((await revoke(workspace.live, id)).status, 200)
      await untilIt(({ status }) => status === 401, key)
      const words = ["tenants", "shadow", workspace.tenantId, "on", "--json"]
      assert.strictEqual((await service.cli(words)).code, 0)
      await untilIt((reply) => reply.json().shadow_mode === true, workspace.live)
      await storage.setLimits(workspace, { rateLimitPerMinute: 5_000 })
      await untilIt(({ headers }) => headers["x-ratelimit-limit"] === "5000", workspace.live)
      await storage.setSubscription(workspace, { state: "inactive" })
      await untilIt(({ status }) => status === 402, workspace.live)
    }
  )
})
