import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { send } from "../support/httpClient.ts"
import { madeUpKey } from "../support/madeUpKey.ts"
import { samplesOf } from "../support/prometheusText.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, jsonHeaders, setUp } from "./fixture.ts"

const timeToLive = 100
const fixture = setUp({ KEY_CACHE_TTL: `${timeToLive}ms` })

/** Keys of one address that may turn out to be nobody's within a minute. */
const most = 600

/** How many keys the service has looked up. */
const lookedUp = async () => {
  const { text } = await send(fixture.service.url, "/metrics")
  return samplesOf(text).value("prescreen_cache_misses_total", { cache: "keys" })
}

const inTurns = async (many: number, atATime: number, work: (index: number) => Promise<unknown>) => {
  for (let done = 0; done < many; done += atATime) {
    await Promise.all(
      Array.from({ length: Math.min(atATime, many - done) }, (_, index) => work(done + index))
    )
  }
}

describe("keys that somebody makes up", () => {
  it("are not looked up without end, and keep out nobody who was let in before or comes from elsewhere", async () => {
    const { engine, service, storage } = fixture
    const [known, stranger] = [await storage.createWorkspace(), await storage.createWorkspace()]
    const body = asking(engine.prompt())
    assert.strictEqual((await check(service, known.live, body)).status, 200)
    const before = await lookedUp()
    const statuses = new Set<number>()
    await inTurns(most + 200, 20, async (index) => {
      // A path that does not have the method has no limit of its own.
      const method = index % 2 === 0 ? "POST" : "GET"
      const headers = jsonHeaders(madeUpKey("live", `madeUp${index}`))
      statuses.add((await send(service.url, "/v1/check", { method, headers, body: "{}" })).status)
    })
    assert.deepStrictEqual(statuses, new Set([401, 405, 429]))
    assert.isAtMost((await lookedUp()) - before, most + 20)

    await delay(timeToLive)
    assert.strictEqual((await check(service, known.live, body)).status, 200)

    const here = await check(service, stranger.live, body)
    assertProblem(service, here, 429, "rate_limited")
    assert.match(String(here.headers["retry-after"]), /^[1-9]\d?$/)
    assert.deepInclude(assertRateLimitHeaders(here), { limit: most, remaining: 0 })
    const elsewhere = { localAddress: "127.0.0.2" }
    assert.strictEqual((await check(service, stranger.live, body, elsewhere)).status, 200)
    // Found there, it is known here.
    assert.strictEqual((await check(service, stranger.live, body)).status, 200)
  })
})
