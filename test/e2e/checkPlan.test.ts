import { assert, describe, it } from "@effect/vitest"
import { DateTime, Struct } from "effect"
import { until } from "../support/until.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  check,
  checkUntil,
  decide,
  shareService
} from "./fixture.ts"
import type { WorkspaceOptions } from "./Storage.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const at = (text: string) => DateTime.makeUnsafe(text)
const past = "2026-01-02T03:04:05.678Z"
const future = "2099-01-02T03:04:05.678Z"

/** The 402 that a key of a workspace gets, and that nothing was screened or counted for it. */
const refusal = async (options: WorkspaceOptions, mode: "live" | "test", code: string) => {
  const { engine, service, storage } = fixture
  const workspace = await storage.createWorkspace(options)
  const prompt = engine.prompt()
  const reply = await check(service, workspace[mode], asking(prompt))
  assertRateLimitHeaders(reply)
  const problem = assertProblem(service, reply, 402, code)
  assert.isTrue(URL.canParse(problem.upgrade_url), problem.upgrade_url)
  assert.isTrue(problem.upgrade_url.startsWith(service.url), problem.upgrade_url)
  assert.deepStrictEqual(engine.asked(prompt), [])
  const tenant = [uuidOf(workspace.tenantId)]
  assert.deepStrictEqual(await storage.rows("SELECT 1 FROM decisions WHERE tenant_id = $1", tenant), [])
  assert.deepStrictEqual(await storage.rows("SELECT 1 FROM usage_days WHERE tenant_id = $1", tenant), [])
  return Struct.omit(problem, ["type", "title", "status", "detail", "instance", "issues", "upgrade_url"])
}

const works = async (options: WorkspaceOptions) => {
  const { engine, service, storage } = fixture
  const { live, test } = await storage.createWorkspace(options)
  const prompt = engine.prompt()
  await decide(service, test, asking(prompt))
  await decide(service, live, asking(prompt))
}

describe("a workspace without a plan", () => {
  const subscription = { plan: "none", state: "none" } as const

  it("is refused live checks", async () => {
    const { code, limit, plan, state } = await refusal({ subscription }, "live", "plan_required")
    assert.deepStrictEqual(
      { code, limit, plan, state },
      { code: "plan_required", limit: "live_checks", plan: "none", state: "none" }
    )
  })

  it("has test checks up to its allowance, of which dry runs use one each", async () => {
    const { engine, service, storage } = fixture
    const { test } = await storage.createWorkspace({ subscription, limits: { testChecksPerMonth: 2 } })
    const prompt = engine.prompt()
    await decide(service, test, asking(prompt))
    await decide(service, test, asking(prompt), { headers: { "x-service-dry-run": "true" } })
    const problem = assertProblem(service, await check(service, test, asking(prompt)), 402, "plan_required")
    const { allowed, limit, plan, state, used } = problem
    assert.deepStrictEqual(
      { allowed, limit, plan, state, used },
      { allowed: 2, limit: "test_checks_per_month", plan: "none", state: "none", used: 2 }
    )
    assert.lengthOf(engine.asked(prompt), 2)
  })

  it("has one test key's allowance for all of its test keys", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace({ subscription, limits: { testChecksPerMonth: 1 } })
    const another = await storage.createKey(workspace, "test")
    const prompt = engine.prompt()
    await decide(service, workspace.test, asking(prompt))
    assertProblem(service, await check(service, another.key, asking(prompt)), 402, "plan_required")
  })

  it("has 1,000 test checks a month", async () => {
    const { engine, service, storage } = fixture
    const { tenantId, test } = await storage.createWorkspace({ subscription })
    const use = (checks: number, day: string) =>
      storage.rows(
        `INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
         VALUES ($1, 'test', ${day}, 9999, $2, 0, 0, 0)`,
        [uuidOf(tenantId), checks]
      )
    await use(999, "(now() AT TIME ZONE 'UTC')::date")
    await use(5_000, "(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 day')::date")
    const prompt = engine.prompt()
    await decide(service, test, asking(prompt))
    const reply = await check(service, test, asking(prompt))
    const { allowed, used } = assertProblem(service, reply, 402, "plan_required")
    assert.deepStrictEqual([allowed, used], [1_000, 1_000])
  })
})

describe("a plan's state", () => {
  it("lets everything through while trialing, active and past due", async () => {
    for (const state of ["trialing", "active"] as const)
      await works({ subscription: { state, plan: "starter" } })
    await works({ subscription: { state: "past_due", pausesAt: at(future) } })
    await works({ subscription: { state: "past_due", pausesAt: null } })
  })

  it("lets nothing through once a payment has failed for too long, by the clock alone", async () => {
    for (const state of ["past_due", "paused"] as const) {
      for (const mode of ["live", "test"] as const) {
        const subscription = { state, plan: "growth", pausesAt: at(past) } as const
        assert.deepStrictEqual(await refusal({ subscription }, mode, "subscription_paused"), {
          code: "subscription_paused",
          plan: "growth",
          state: "paused",
          paused_since: past
        })
      }
    }
  })

  it("lets nothing through once the plan has ended", async () => {
    for (const mode of ["live", "test"] as const) {
      for (const endedAt of [at(past), null]) {
        const subscription = { state: "inactive", plan: "scale", endedAt } as const
        assert.deepStrictEqual(await refusal({ subscription }, mode, "subscription_inactive"), {
          code: "subscription_inactive",
          plan: "scale",
          state: "inactive",
          ended_at: endedAt === null ? null : past
        })
      }
    }
  })

  it("reaches the next checks within seconds of a change", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt()
    await decide(service, workspace.live, asking(prompt))
    await storage.setSubscription(workspace, { state: "inactive" })
    await checkUntil(402, service, workspace.live, asking(prompt))
  })

  it("is active where the operator gave one to a workspace without, and else as it was", async () => {
    const { service, storage } = fixture
    const subscription = { plan: "none", state: "none" } as const
    const { tenantId } = await storage.createWorkspace({ subscription })
    const operator = async (...words: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await service.cli(["tenants", "plan", tenantId, ...words, "--json"])
      assert.strictEqual(code, 0, stderr)
      const { plan, state } = JSON.parse(stdout)
      return [plan, state]
    }
    assert.deepStrictEqual(await operator("--plan", "growth"), ["growth", "active"])
    assert.deepStrictEqual(await operator("--plan", "none"), ["none", "none"])
    assert.deepStrictEqual(await operator("--plan", "scale", "--state", "trialing"), ["scale", "trialing"])
    assert.deepStrictEqual(await operator("--plan", "starter"), ["starter", "trialing"])
  })
})

describe("a state that the operator sets without its times", () => {
  const setState = async (tenantId: string, state: string) => {
    const { code, stderr, stdout } = await fixture.service.cli([
      "tenants",
      "plan",
      tenantId,
      "--state",
      state,
      "--json"
    ])
    assert.strictEqual(code, 0, stderr)
    return JSON.parse(stdout)
  }

  it("has those that a 402 tells of, and leaves none behind", async () => {
    const { service, storage } = fixture
    const { live, tenantId } = await storage.createWorkspace()
    const paused = await setState(tenantId, "paused")
    const ask = () => check(service, live, asking("a fox"))
    await until("checks are refused", async () => (await ask()).status === 402)
    const { paused_since } = assertProblem(service, await ask(), 402, "subscription_paused")
    assert.strictEqual(paused_since, paused.pauses_at)
    const ended = await setState(tenantId, "inactive")
    assert.deepStrictEqual([ended.pauses_at, typeof ended.ended_at], [null, "string"])
    const back = await setState(tenantId, "active")
    assert.deepStrictEqual([back.pauses_at, back.ended_at], [null, null])
  })
})
