import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { call } from "./call.ts"
import { asking, assertProblem, check, decide, dryRun, shareService } from "./fixture.ts"
import type { TestWorkspace } from "./Storage.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const read = async (key: string, query = "") => {
  const reply = await call(fixture.service, key, "GET", `/v1/usage${query}`)
  assert.strictEqual(reply.status, 200, reply.text)
  return reply.json()
}

const zero = { checks: 0, blocked: 0, reviewed: 0, input_tokens: 0 }

const day = (offset: number) =>
  DateTime.formatIsoDateUtc(DateTime.add(DateTime.startOf(DateTime.nowUnsafe(), "day"), { days: offset }))

/** Writes usage as processes wrote it, in slots of their own. */
const used = (
  { tenantId }: TestWorkspace,
  days: ReadonlyArray<readonly [day: string, mode: string, slot: number, checks: number]>
) =>
  fixture.storage.rows(
    `INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
     SELECT $1, mode, day::date, slot, checks, 1, 2, checks * 3000000000
     FROM unnest($2::text[], $3::text[], $4::int[], $5::bigint[]) AS used(day, mode, slot, checks)`,
    [uuidOf(tenantId), ...[0, 1, 2, 3].map((column) => days.map((row) => row[column]))]
  )

describe("GET /v1/usage", () => {
  it("is exact as soon as a check has answered, and shows each mode to its own keys", async () => {
    const { engine, service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    assert.deepStrictEqual(await read(live), {
      from: day(-29),
      to: day(0),
      data: [],
      totals: { live: zero, test: zero }
    })
    const blocked = engine.prompt({ minors_sexual: { score: 0.9 } })
    const calls = [
      [asking(engine.prompt()), {}],
      [asking(blocked), {}],
      [asking(engine.prompt()), dryRun],
      [asking("a fox"), { headers: { "idempotency-key": "k" } }],
      [asking("a fox"), { headers: { "idempotency-key": "k" } }]
    ] as const
    const ids = new Set<string>()
    for (const [body, options] of calls) ids.add((await decide(service, live, body, options)).id)
    let tokens = 0
    for (const id of ids) {
      tokens += (await call(service, live, "GET", `/v1/decisions/${id}`)).json().input_tokens
    }
    const expected = { checks: 4, blocked: 1, reviewed: 0, input_tokens: tokens }
    assert.deepStrictEqual(await read(live), {
      from: day(-29),
      to: day(0),
      data: [{ day: day(0), mode: "live", ...expected }],
      totals: { live: expected, test: zero }
    })
    assert.deepStrictEqual((await read(test)).data, [])
    await decide(service, test, asking(engine.prompt()))
    const { totals } = await read(test)
    assert.deepStrictEqual([totals.live, totals.test.checks], [zero, 1])
  })

  it("lists the days with checks in the range, both ends included, the newest last", async () => {
    const workspace = await fixture.storage.createWorkspace()
    await used(workspace, [
      ["2024-02-28", "live", 0, 1],
      ["2024-02-29", "live", 3, 2],
      ["2024-02-29", "live", 31, 3],
      ["2024-02-29", "test", 0, 100],
      ["2024-03-02", "live", 0, 4],
      ["2024-03-03", "live", 0, 5]
    ])
    const { data, totals, ...range } = await read(workspace.live, "?from=2024-02-29&to=2024-03-02&mode=live")
    assert.deepStrictEqual(range, { from: "2024-02-29", to: "2024-03-02" })
    assert.deepStrictEqual(data, [
      { day: "2024-02-29", mode: "live", checks: 5, blocked: 2, reviewed: 4, input_tokens: 15e9 },
      { day: "2024-03-02", mode: "live", checks: 4, blocked: 1, reviewed: 2, input_tokens: 12e9 }
    ])
    assert.deepStrictEqual(totals, {
      live: { checks: 9, blocked: 3, reviewed: 6, input_tokens: 27e9 },
      test: zero
    })
    assert.strictEqual((await read(workspace.live, "?from=2024-03-03&to=2024-03-03")).totals.live.checks, 5)
    const unstarted = await read(workspace.live, "?to=2024-03-29")
    assert.deepStrictEqual([unstarted.from, unstarted.totals.live.checks], ["2024-02-29", 14])
    assert.strictEqual((await read(workspace.live, `?from=${day(-365)}`)).to, day(0))
  })

  it("refuses the other mode, days that are none, and ranges that are", async () => {
    const { service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    const ask = (key: string, query: string) => call(service, key, "GET", `/v1/usage?${query}`)
    assertProblem(service, await ask(live, "mode=test"), 403, "mode_forbidden")
    assertProblem(service, await ask(test, "mode=live"), 403, "mode_forbidden")
    const refused = async (query: string, ...places: ReadonlyArray<string>) => {
      const { issues } = assertProblem(service, await ask(live, query), 400, "invalid_request", "some")
      assert.deepStrictEqual(
        issues.map((issue: string) => issue.split(": ")[0]).toSorted(),
        places.toSorted()
      )
    }
    for (const text of [
      "2025-02-29",
      "2025-13-01",
      "2025-1-1",
      "2025-01-01T00:00:00Z",
      "",
      "today",
      "2025-00-10"
    ]) {
      await refused(`from=${text}`, "query.from")
      await refused(`to=${text}`, "query.to")
    }
    await refused("from=x&to=y&mode=z&form=1", "query.from", "query.to", "query.mode", "query.form")
    await refused("from=2025-01-02&to=2025-01-01", "query.from")
    await refused("from=2099-01-01", "query.from")
    await refused("from=0000-01-01", "query.from")
    await refused("from=2025-01-02&to=2025-01-01&mode=test", "query.from")
    assert.strictEqual((await ask(live, "from=2024-01-01&to=2024-12-31")).status, 200)
  })

  it("is read in every state of the plan", async () => {
    for (const state of ["none", "paused", "inactive"] as const) {
      const { live, test } = await fixture.storage.createWorkspace({ subscription: { state } })
      await read(live)
      await read(test)
    }
  })
})

describe("a month's allowance of test checks", () => {
  it(
    "admits exactly that many of 200 requests at once, over two processes",
    { timeout: 120_000 },
    async () => {
      const { engine, service, storage } = fixture
      const environment = { ENGINE: "http", ENGINE_URL: engine.url }
      await using second = await startService({ dataOf: service, environment })
      const workspace = await storage.createWorkspace({ limits: { testChecksPerMonth: 25 } })
      const prompt = engine.prompt()
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          check(index % 2 === 0 ? service : second, workspace.test, asking(prompt), {
            headers: index % 5 === 0 ? { "idempotency-key": `k${index}` } : {}
          })
        )
      )
      const admitted = replies.filter(({ status }) => status === 200)
      assert.lengthOf(admitted, 25)
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        const { type, ...problem } = reply.json()
        assert.deepInclude(problem, {
          code: "plan_required",
          limit: "test_checks_per_month",
          allowed: 25,
          used: 25,
          plan: "enterprise",
          state: "active"
        })
        assert.match(type, /plan_required$/)
      }
      const { totals } = await read(workspace.test)
      assert.strictEqual(totals.test.checks, 25)
      const ids = admitted.map((reply) => reply.json().id)
      const logged = await storage.rows("SELECT id FROM decisions WHERE tenant_id = $1", [
        uuidOf(workspace.tenantId)
      ])
      assert.strictEqual(new Set(ids).size, logged.length)
      // Those past it cost the engine nothing, but for at most the one that the other process was ahead of.
      assert.isAtMost(engine.asked(prompt).length, 26)
    }
  )

  it("does not count a replay, and lets one through when it is spent", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace({ limits: { testChecksPerMonth: 1 } })
    const body = asking(engine.prompt())
    const withKey = { headers: { "idempotency-key": "k" } }
    const first = await decide(service, workspace.test, body, withKey)
    assert.deepStrictEqual(await decide(service, workspace.test, body, withKey), first)
    assertProblem(service, await check(service, workspace.test, body), 402, "plan_required")
    const health = await send(service.url, "/ready")
    assert.strictEqual(health.status, 200)
  })
})
