import { assert, describe, it } from "@effect/vitest"
import { until } from "../support/until.ts"
import { asking, assertProblem, check, checkUntil, decide, shareService, timestamp } from "./fixture.ts"

const fixture = shareService()

/** Runs a command that must succeed, and returns the one JSON document that it prints. */
const run = async (...words: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await fixture.service.cli([...words, "--json"])
  assert.strictEqual(code, 0, stderr)
  assert.strictEqual(stdout.trimEnd().split("\n").length, 1)
  return JSON.parse(stdout)
}

const newTenant = async (...words: ReadonlyArray<string>) => {
  const { keys, tenant } = await run("tenants", "create", "--name", "Acme", ...words)
  return { id: String(tenant.id), live: String(keys.live), test: String(keys.test), tenant, keys }
}

const enterprise = ["--plan", "enterprise", "--preset", "adult-platform"]

const untilStatus = (status: number, key: string) => checkUntil(status, fixture.service, key, asking("a fox"))

describe("tenants create", () => {
  it("prints the tenant and a key of each mode, which work at once", async () => {
    const { service } = fixture
    const { keys, live, tenant, test } = await newTenant(...enterprise)
    const { created_at, default_policy_id, id, ...rest } = tenant
    assert.match(id, /^ten_[0-9a-f]{32}$/)
    assert.match(default_policy_id, /^pol_[0-9a-f]{32}$/)
    assert.match(created_at, timestamp)
    assert.deepStrictEqual(rest, {
      name: "Acme",
      plan: "enterprise",
      shadow_mode: false,
      weekly_digest: false
    })
    assert.deepStrictEqual(Object.keys(keys).sort(), ["live", "test"])
    assert.match(live, /^svc_live_[0-9A-Za-z]{43}$/)
    assert.match(test, /^svc_test_[0-9A-Za-z]{43}$/)
    assert.strictEqual((await decide(service, live, asking("a fox"))).policy.id, default_policy_id)
    assert.strictEqual((await decide(service, test, asking("a fox"))).mode, "test")
  })

  it("makes neither plan nor policy unless told to", async () => {
    const { service } = fixture
    const { id, live, tenant, test } = await newTenant()
    assert.strictEqual(tenant.plan, "none")
    assert.isNull(tenant.default_policy_id)
    assertProblem(service, await check(service, live, asking("a fox")), 402, "plan_required")
    assertProblem(service, await check(service, test, asking("a fox")), 422, "no_default_policy")
    assert.strictEqual((await run("tenants", "plan", id)).state, "none")
  })

  it("takes a state, and counts a name's characters as code points", async () => {
    const name = "\u{1F98A}".repeat(120)
    const words = ["--plan", "starter", "--state", "trialing"]
    const { tenant } = await run("tenants", "create", "--name", name, ...words)
    assert.strictEqual(tenant.name, name)
    const { plan, state, trial_ends_at } = await run("tenants", "plan", tenant.id)
    assert.deepStrictEqual([plan, state], ["starter", "trialing"])
    const days = (Date.parse(trial_ends_at) - Date.parse(tenant.created_at)) / 86_400_000
    assert.closeTo(days, 14, 0.1)
  })

  it("is listed, oldest first", async () => {
    const earlier = await fixture.storage.createWorkspace()
    const { tenant } = await newTenant()
    const { data, ...rest } = await run("tenants", "list")
    assert.deepStrictEqual(rest, {})
    const ids = data.map(({ id }: { readonly id: string }) => id)
    assert.isTrue(ids.includes(earlier.tenantId))
    assert.deepStrictEqual(data.at(-1), tenant)
  })
})

describe("tenants plan", () => {
  it("prints the plan, and changes only what it is told to", async () => {
    const { service } = fixture
    const { live, tenantId: id } = await fixture.storage.createWorkspace()
    const before = await run("tenants", "plan", id)
    assert.deepStrictEqual(before, {
      plan: "enterprise",
      name: before.name,
      state: "active",
      trial_ends_at: null,
      pauses_at: null,
      ended_at: null,
      cancels_at: null,
      limits: {
        included_decisions: 50_000_000,
        policies: null,
        rules: null,
        reviewer_seats: null,
        retention_days: 365,
        playground_bulk_rows: 10_000,
        rate_limit_per_minute: 12_000,
        live_checks: true,
        test_checks_per_month: null
      },
      usage: { policies: 1, rules: 0, reviewer_seats: 0, test_checks_this_month: 0 },
      upgrade_url: before.upgrade_url
    })
    assert.isTrue(URL.canParse(before.upgrade_url))
    assert.isNotEmpty(before.name)

    const failing = await run(
      "tenants",
      "plan",
      id,
      "--state",
      "past_due",
      "--pauses-at",
      "2026-01-02T03:04:05Z"
    )
    const pauses_at = "2026-01-02T03:04:05.000Z"
    assert.deepStrictEqual(failing, { ...before, state: "paused", pauses_at })
    await untilStatus(402, live)

    const well = await run(
      "tenants",
      "plan",
      id,
      "--state",
      "active",
      "--pauses-at",
      "none",
      "--plan",
      "growth"
    )
    assert.deepStrictEqual([well.state, well.pauses_at, well.plan], ["active", null, "growth"])
    const reply = await untilStatus(200, live)
    assert.strictEqual(reply.headers["x-ratelimit-limit"], "1200")
    assertProblem(service, await check(service, live, "{"), 400, "invalid_request", "some")
  })
})

describe("tenants limits", () => {
  it("overrides limits of one tenant", async () => {
    const { live, tenantId: id } = await fixture.storage.createWorkspace()
    const words = ["--rate-limit-per-minute", "7", "--policies", "3", "--live-checks", "false"]
    const { limits } = await run("tenants", "limits", id, ...words, "--test-checks-per-month", "9")
    assert.deepInclude(limits, {
      rate_limit_per_minute: 7,
      policies: 3,
      live_checks: false,
      test_checks_per_month: 9,
      retention_days: 365
    })
    const reply = await untilStatus(402, live)
    assert.strictEqual(reply.headers["x-ratelimit-limit"], "7")
    assert.strictEqual(reply.json().limit, "live_checks")
    const back = await run("tenants", "limits", id, "--policies", "unlimited", "--live-checks", "true")
    assert.deepInclude(back.limits, { policies: null, live_checks: true, rate_limit_per_minute: 7 })
  })

  it("shows the plan when it is to change nothing", async () => {
    const { tenantId: id } = await fixture.storage.createWorkspace()
    assert.deepStrictEqual(await run("tenants", "limits", id), await run("tenants", "plan", id))
    const { entries } = await run("audit", "verify", id)
    await run("tenants", "limits", id)
    assert.deepInclude(await run("audit", "verify", id), { entries })
  })
})

describe("tenants shadow", () => {
  it("switches shadow mode on and off for the running service", async () => {
    const { service } = fixture
    const { id, live, tenant } = await newTenant(...enterprise)
    const untilShadow = (on: boolean) =>
      until(
        "the service has heard of it",
        async () => (await decide(service, live, asking("a fox"))).shadow_mode === on
      )
    assert.deepStrictEqual(await run("tenants", "shadow", id, "on"), { ...tenant, shadow_mode: true })
    await untilShadow(true)
    // The flag takes no word after it for its value.
    const { stdout } = await service.cli(["tenants", "shadow", id, "--json", "off"])
    assert.deepStrictEqual(JSON.parse(stdout), tenant)
    await untilShadow(false)
  })
})

describe("keys", () => {
  it("are created with a label and work at once, and revoked once and for all", async () => {
    const { service } = fixture
    const { live, tenantId: tenant } = await fixture.storage.createWorkspace()
    const created = await run("keys", "create", tenant, "--mode", "live", "--label", "\u{1F511} ci")
    const { created_at, id, key, ...rest } = created
    assert.match(id, /^key_[0-9a-f]{32}$/)
    assert.match(created_at, timestamp)
    assert.deepStrictEqual(rest, {
      prefix: key.slice(0, 16),
      mode: "live",
      label: "\u{1F511} ci",
      last_used_at: null,
      revoked_at: null
    })
    await decide(service, key, asking("a fox"))

    const { data } = await run("keys", "list", tenant)
    const listed = data.find((other: { readonly id: string }) => other.id === id)
    assert.deepStrictEqual([data.length, listed?.prefix, listed?.key], [3, key.slice(0, 16), undefined])

    const revoked = await run("keys", "revoke", tenant, id)
    assert.match(revoked.revoked_at, timestamp)
    const fields = ["created_at", "id", "label", "last_used_at", "mode", "prefix", "revoked_at"]
    assert.deepStrictEqual(Object.keys(revoked).sort(), fields)
    await untilStatus(401, key)
    assert.strictEqual((await run("keys", "revoke", tenant, id)).revoked_at, revoked.revoked_at)
    await decide(service, live, asking("a fox"))
  })

  it("have labels of at most 120 code points", async () => {
    const { tenantId: id } = await fixture.storage.createWorkspace()
    const label = "\u{1F511}".repeat(120)
    const create = ["keys", "create", id, "--mode", "test", "--label"]
    const [longest, longer] = await Promise.all([
      run(...create, label),
      fixture.service.cli([...create, `${label}x`, "--json"])
    ])
    assert.strictEqual(longest.label, label)
    assert.isAbove(longer.code, 0)
  })
})

describe("migrate", () => {
  it("has nothing to apply to a database that is up to date", async () => {
    assert.deepStrictEqual(await run("migrate"), { applied: [] })
  })
})
