import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { call } from "./call.ts"
import { asking, assertProblem, assertRecent, decide, shareService } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const get = async (key: string, path: string) => {
  const reply = await call(fixture.service, key, "GET", path)
  assert.strictEqual(reply.status, 200, reply.text)
  return reply.json()
}

const patch = (key: string, body: unknown) => call(fixture.service, key, "PATCH", "/v1/tenant", body)

describe("GET /v1/tenant", () => {
  it("shows the workspace to a key of either mode", async () => {
    const { live, policyId, tenantId, test } = await fixture.storage.createWorkspace({ shadowMode: true })
    const { created_at, ...rest } = await get(live, "/v1/tenant")
    assertRecent(created_at)
    assert.deepStrictEqual(rest, {
      id: tenantId,
      name: "Acme",
      plan: "enterprise",
      shadow_mode: true,
      default_policy_id: policyId,
      weekly_digest: false
    })
    assert.deepStrictEqual(await get(test, "/v1/tenant"), { created_at, ...rest })
  })
})

describe("PATCH /v1/tenant", () => {
  it("changes the name and the weekly digest with a live key, and shows it at once", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const before = await get(live, "/v1/tenant")
    const name = "\u{1f98a}".repeat(120)
    for (const change of [{ name }, { weekly_digest: true }, { name: "B", weekly_digest: false }, {}]) {
      const reply = await patch(live, change)
      assert.strictEqual(reply.status, 200, reply.text)
      Object.assign(before, change)
      assert.deepStrictEqual(reply.json(), before)
      assert.deepStrictEqual(await get(live, "/v1/tenant"), before)
    }
  })

  it("is refused to a test key and for shadow mode, 400 before 403 before 402", async () => {
    const { service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    const ended = await storage.createWorkspace({ subscription: { state: "inactive" } })
    for (const key of [test, ended.test]) {
      for (const body of [{ name: "B" }, { shadow_mode: true }, {}]) {
        assertProblem(service, await patch(key, body), 403, "test_key_forbidden")
      }
      assertProblem(service, await patch(key, { name: "" }), 400, "invalid_request", "some")
    }
    for (const key of [live, ended.live]) {
      for (const shadow_mode of [true, false]) {
        assertProblem(service, await patch(key, { name: "B", shadow_mode }), 403, "dashboard_only")
      }
      assertProblem(service, await patch(key, { shadow_mode: "on" }), 400, "invalid_request", "some")
    }
    assertProblem(service, await patch(ended.live, { name: "B" }), 402, "subscription_inactive")
    assertProblem(service, await patch(ended.live, {}), 402, "subscription_inactive")
    assert.strictEqual((await get(live, "/v1/tenant")).name, "Acme")
    assert.strictEqual((await get(live, "/v1/tenant")).shadow_mode, false)
  })

  it("says everything that is wrong with the body", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const body = { name: "x".repeat(121), weekly_digest: "yes", shadow_mode: null, plan: "scale" }
    const { issues } = assertProblem(service, await patch(live, body), 400, "invalid_request", "some")
    assert.deepStrictEqual(issues.map((issue: string) => issue.split(": ")[0]).toSorted(), [
      "name",
      "plan",
      "shadow_mode",
      "weekly_digest"
    ])
    assertProblem(service, await patch(live, { name: "a\0" }), 400, "invalid_request", "some")
    assertProblem(service, await patch(live, []), 400, "invalid_request", "some")
  })

  it(
    "is in the audit log in the key's name, and the command proves the log",
    { timeout: 90_000 },
    async () => {
      const { service, storage } = fixture
      const { live, tenantId } = await storage.createWorkspace()
      assert.strictEqual((await patch(live, { name: "B" })).status, 200)
      const rows = await storage.rows(
        "SELECT actor, action, after FROM audit_log WHERE tenant_id = $1 ORDER BY entry DESC LIMIT 1",
        [uuidOf(tenantId)]
      )
      const keys = await get(live, "/v1/keys")
      const { id } = keys.data.find((key: { readonly prefix: string }) => live.startsWith(key.prefix))
      assert.deepStrictEqual(rows, [{ actor: id, action: "settings.changed", after: { name: "B" } }])

      const verify = () => service.cli(["audit", "verify", tenantId, "--json"])
      const good = await verify()
      const { entries, ...rest } = JSON.parse(good.stdout)
      assert.deepStrictEqual([good.code, rest], [0, { ok: true }])
      await storage.rows(
        "SET session_replication_role = replica; DELETE FROM audit_log WHERE action = 'settings.changed'; SET session_replication_role = origin"
      )
      const bad = await verify()
      assert.deepStrictEqual(
        [bad.code, JSON.parse(bad.stdout)],
        [1, { ok: false, entry: entries, reason: "missing" }]
      )
      const unknown = await service.cli(["audit", "verify", `ten_${"0".repeat(32)}`, "--json"])
      assert.deepStrictEqual([unknown.code, unknown.stdout], [1, ""])
    }
  )
})

describe("GET /v1/plan", () => {
  const plan = (key: string) => get(key, "/v1/plan")

  it("shows the plan, its limits with those set apart, and what is used", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace({
      subscription: { plan: "starter" },
      limits: { policies: 7, testChecksPerMonth: 9 }
    })
    await decide(service, workspace.test, asking(engine.prompt()))
    await decide(service, workspace.live, asking(engine.prompt()))
    const shown = await plan(workspace.live)
    assert.deepStrictEqual(shown, {
      plan: "starter",
      name: "Starter",
      state: "active",
      trial_ends_at: null,
      pauses_at: null,
      ended_at: null,
      cancels_at: null,
      limits: {
        included_decisions: 50_000,
        policies: 7,
        rules: 3,
        reviewer_seats: 2,
        retention_days: 7,
        playground_bulk_rows: 100,
        rate_limit_per_minute: 600,
        live_checks: true,
        test_checks_per_month: 9
      },
      usage: { policies: 1, rules: 0, reviewer_seats: 0, test_checks_this_month: 1 },
      upgrade_url: `${service.url}/settings/billing`
    })
    assert.deepStrictEqual(await plan(workspace.test), shown)
  })

  it("works in every state, and says which it is now", async () => {
    const { storage } = fixture
    const past = DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
    const future = DateTime.makeUnsafe("2099-01-02T03:04:05.678Z")
    for (const [subscription, expected] of [
      [{ plan: "none", state: "none" }, { state: "none" }],
      [
        { state: "trialing", trialEndsAt: future },
        { state: "trialing", trial_ends_at: "2099-01-02T03:04:05.678Z" }
      ],
      [
        { state: "active", cancelsAt: future },
        { state: "active", cancels_at: "2099-01-02T03:04:05.678Z" }
      ],
      [
        { state: "past_due", pausesAt: future },
        { state: "past_due", pauses_at: "2099-01-02T03:04:05.678Z" }
      ],
      [
        { state: "past_due", pausesAt: past },
        { state: "paused", pauses_at: "2026-01-02T03:04:05.678Z" }
      ],
      [
        { state: "inactive", endedAt: past },
        { state: "inactive", ended_at: "2026-01-02T03:04:05.678Z" }
      ]
    ] as const) {
      const { live, test } = await storage.createWorkspace({ subscription })
      assert.deepInclude(await plan(live), expected)
      assert.deepInclude(await plan(test), expected)
    }
  })
})
