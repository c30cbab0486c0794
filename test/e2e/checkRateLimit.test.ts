import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, jsonHeaders, setUp } from "./fixture.ts"

const fixture = setUp()

const limited = (rateLimitPerMinute: number) =>
  fixture.storage.createWorkspace({ limits: { rateLimitPerMinute } })

describe("the rate limit of a key", () => {
  it("lets exactly as many through as it says, and counts down to none", async () => {
    const { engine, service } = fixture
    const { live } = await limited(4)
    const prompt = engine.prompt()
    for (const left of [3, 2, 1, 0]) {
      const reply = await check(service, live, asking(prompt))
      assert.strictEqual(reply.status, 200, reply.text)
      const { limit, remaining, reset } = assertRateLimitHeaders(reply)
      assert.deepStrictEqual([limit, remaining], [4, left])
      assert.isTrue(reset !== undefined && reset > 0 && reset <= 60, String(reset))
    }
    for (const _ of [1, 2]) {
      const reply = await check(service, live, asking(prompt))
      assertProblem(service, reply, 429, "rate_limited")
      const { limit, remaining, reset } = assertRateLimitHeaders(reply)
      assert.deepStrictEqual([limit, remaining], [4, 0])
      const wait = Number(reply.headers["retry-after"])
      assert.isTrue(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait))
      assert.isAtMost(wait, Number(reset))
    }
    assert.lengthOf(engine.asked(prompt), 4)
  })

  it("holds for simultaneous requests", async () => {
    const { engine, service } = fixture
    const { live } = await limited(10)
    const prompt = engine.prompt()
    const replies = await Promise.all(Array.from({ length: 40 }, () => check(service, live, asking(prompt))))
    const statuses = replies.map(({ status }) => status)
    assert.deepStrictEqual(
      [
        statuses.filter((status) => status === 200).length,
        statuses.filter((status) => status === 429).length
      ],
      [10, 30]
    )
    const left = replies
      .map((reply) => assertRateLimitHeaders(reply).remaining ?? -1)
      .toSorted((a, b) => b - a)
    assert.deepStrictEqual(left.slice(0, 10), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  it("is each key's own, of whatever mode", async () => {
    const { engine, service, storage } = fixture
    const workspace = await limited(1)
    const another = await storage.createKey(workspace, "live")
    const prompt = engine.prompt()
    for (const key of [workspace.live, workspace.test, another.key]) {
      assert.strictEqual((await check(service, key, asking(prompt))).status, 200)
      assert.strictEqual((await check(service, key, asking(prompt))).status, 429)
    }
  })

  it("counts requests that are refused, too", async () => {
    const { engine, service } = fixture
    const { live } = await limited(3)
    const prompt = engine.prompt()
    assert.strictEqual((await check(service, live, "{")).status, 400)
    assert.strictEqual((await check(service, live, asking(prompt, { policy: "none" }))).status, 404)
    const text = { headers: { "content-type": "text/plain" } }
    assert.strictEqual((await check(service, live, asking(prompt), text)).status, 415)
    assertProblem(service, await check(service, live, asking(prompt)), 429, "rate_limited")
  })

  it("is the plan's: 60, 600, 1,200, 3,000 and 12,000 a minute", async () => {
    const { engine, service, storage } = fixture
    const prompt = engine.prompt()
    const limits = { none: 60, starter: 600, growth: 1_200, scale: 3_000, enterprise: 12_000 } as const
    for (const plan of ["none", "starter", "growth", "scale", "enterprise"] as const) {
      const state = plan === "none" ? "none" : "active"
      const { test } = await storage.createWorkspace({ subscription: { plan, state } })
      const { limit } = assertRateLimitHeaders(await check(service, test, asking(prompt)))
      assert.strictEqual(limit, limits[plan])
    }
  })
})

describe("requests without a valid key", () => {
  it("are 60 a minute for each address, and those with a key go on", async () => {
    const { engine, service } = fixture
    const { live } = await limited(10)
    const call = { method: "POST", body: "{}" }
    for (let sent = 1; sent <= 60; sent += 1) {
      // An address that a caller claims for itself is not taken at its word.
      const claimed = { "x-forwarded-for": `203.0.113.${sent}`, forwarded: `for=203.0.113.${sent}` }
      const headers = sent % 2 === 0 ? { ...jsonHeaders(`svc_live_${sent}`), ...claimed } : claimed
      const reply = await send(service.url, "/v1/check", { ...call, headers })
      assertProblem(service, reply, 401, "unauthorized")
      const { limit, remaining } = assertRateLimitHeaders(reply)
      assert.deepStrictEqual([limit, remaining], [60, 60 - sent])
    }
    const reply = await send(service.url, "/v1/check", {
      ...call,
      headers: { "x-forwarded-for": "203.0.113.99" }
    })
    assertProblem(service, reply, 429, "rate_limited")
    assert.match(String(reply.headers["retry-after"]), /^[1-9]\d?$/)
    const known = await check(service, live, asking(engine.prompt()))
    assert.strictEqual(known.status, 200)
    assert.deepStrictEqual(assertRateLimitHeaders(known).limit, 10)
    for (const path of ["/", "/health", "/nowhere"]) {
      const { headers, status } = await send(service.url, path)
      assert.strictEqual(status, path === "/nowhere" ? 404 : 200)
      assert.deepStrictEqual(
        Object.keys(headers).filter((name) => name.startsWith("x-ratelimit")),
        []
      )
    }
  })
})
