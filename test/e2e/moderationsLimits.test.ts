import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, jsonHeaders, shareService } from "./fixture.ts"

const fixture = shareService()

const moderate = (key: string, input: unknown) =>
  check(fixture.service, key, { input }, { path: "/v1/moderations" })

const limited = (rateLimitPerMinute: number) =>
  fixture.storage.createWorkspace({ limits: { rateLimitPerMinute } })

describe("the texts of a moderation", () => {
  it("count one by one towards the key's rate limit", async () => {
    const { engine, service } = fixture
    const { live } = await limited(10)
    const text = engine.prompt()
    const left = async (input: unknown) => {
      const reply = await moderate(live, input)
      assert.strictEqual(reply.status, 200, reply.text)
      return assertRateLimitHeaders(reply).remaining
    }
    assert.strictEqual(await left(text), 9)
    assert.strictEqual(await left([text]), 8)
    assert.strictEqual(await left([text, text, { type: "text", text }]), 5)
    assert.strictEqual(await left([text, text, text, text, text]), 0)
    assertProblem(service, await check(service, live, asking(text)), 429, "rate_limited")
  })

  it("are all refused where the limit leaves no room for all, and none of them is screened or counted", async () => {
    const { engine, service } = fixture
    const { live } = await limited(10)
    const text = engine.prompt()
    const seven = Array.from({ length: 7 }, () => text)
    assert.strictEqual((await moderate(live, seven)).status, 200)
    const reply = await moderate(live, seven)
    const { detail } = assertProblem(service, reply, 429, "rate_limited")
    assert.strictEqual(detail, "At most 10 requests a minute, and each text counts as one.")
    const { limit, remaining, reset } = assertRateLimitHeaders(reply)
    assert.deepStrictEqual([limit, remaining], [10, 3])
    const wait = Number(reply.headers["retry-after"])
    assert.isTrue(Number.isInteger(wait) && wait >= 1 && wait <= Number(reset), String(wait))
    assert.lengthOf(engine.asked(text), 7)

    assert.strictEqual(assertRateLimitHeaders(await moderate(live, [text, text, text])).remaining, 0)
    assert.lengthOf(engine.asked(text), 10)
  })

  it("will fit when the caller has waited for as long as the answer says", async () => {
    const { engine, service } = fixture
    const { live } = await limited(10)
    const text = engine.prompt()
    const send = (texts: number) =>
      moderate(
        live,
        Array.from({ length: texts }, () => text)
      )
    assert.strictEqual((await send(4)).status, 200)
    await delay(3_000)
    const secondSent = performance.now()
    assert.strictEqual((await send(5)).status, 200)
    // Room for five comes when the first of the two is a minute old, and for six only when the second is.
    const first = await send(5)
    assertProblem(service, first, 429, "rate_limited")
    assert.isAtMost(Number(first.headers["retry-after"]), 57)
    const second = await send(6)
    const passed = (performance.now() - secondSent) / 1_000
    assertProblem(service, second, 429, "rate_limited")
    assert.isAtLeast(Number(second.headers["retry-after"]), Math.floor(60 - passed))
  })

  it("are refused when they are more than the limit ever allows", async () => {
    const { engine, service } = fixture
    const { live } = await limited(3)
    const text = engine.prompt()
    const reply = await moderate(live, [text, text, text, text])
    assertProblem(service, reply, 429, "rate_limited")
    assert.isTrue(Number(reply.headers["retry-after"]) <= 60)
    assert.lengthOf(engine.asked(text), 0)
  })

  it("do not count when the request is not valid", async () => {
    const { service } = fixture
    const { live } = await limited(10)
    const reply = await moderate(live, ["two foxes", "", "three foxes"])
    assertProblem(service, reply, 400, "invalid_request", "some")
    assert.strictEqual(assertRateLimitHeaders(reply).remaining, 9)
  })
})

describe("many long texts of one moderation, on the built-in engine", () => {
  it("let other requests through between them", { timeout: 60_000 }, async () => {
    await using service = await startService({ dataOf: fixture.service })
    const { live } = await fixture.storage.createWorkspace()
    const input = Array.from({ length: 16 }, (_, number) => `fox ${number} ${"by the river ".repeat(700)}`)
    const call = { method: "POST", headers: jsonHeaders(live), body: JSON.stringify({ input }) }

    /** The part of a moderation's time for which another request waited at the longest. */
    const longestWait = async () => {
      const start = performance.now()
      const state = { isOver: false }
      const moderation = send(service.url, "/v1/moderations", call).finally(() => {
        state.isOver = true
      })
      let longest = 0
      while (!state.isOver) {
        const sent = performance.now()
        await send(service.url, "/")
        longest = Math.max(longest, performance.now() - sent)
      }
      assert.strictEqual((await moderation).status, 200)
      return longest / (performance.now() - start)
    }
    // Whatever else the machine does makes a wait longer, and none shorter. With eight texts at once it is a half.
    await until("another request waits for a text or two", async () => (await longestWait()) < 0.25)
  })
})
