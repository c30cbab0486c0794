import { assert, describe, it } from "@effect/vitest"
import { asking, assertProblem, check, decide, jsonHeaders, setUp } from "../e2e/fixture.ts"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { until } from "../support/until.ts"

const fixture = setUp({ MAX_REQUESTS_IN_FLIGHT: "2" })

describe("more requests than may be under way", () => {
  it("are refused, and the next is answered when there is room again", async () => {
    const { engine, service } = fixture
    const { live } = service.keys
    // From then on the process knows whose key it is.
    await decide(service, live, asking(engine.prompt()))
    const held: Array<() => void> = []
    const prompt = engine.prompt((response, request) => {
      held.push(() => sendJson(response, answerTo(request)))
    })
    // Three times as many, which is a burst.
    const underWay = Array.from({ length: 6 }, () => check(service, live, asking(prompt)))
    await until("the engine has them all", () => held.length === 6)

    const headers = { "x-request-id": "one-too-many" }
    const refused = await check(service, live, asking(engine.prompt()), { headers })
    assertProblem(service, refused, 503, "screening_unavailable")
    assert.strictEqual(refused.headers["retry-after"], "1")
    assert.strictEqual(refused.headers["x-request-id"], "one-too-many")
    assert.notProperty(refused.json(), "error")
    const moderation = await check(service, live, { input: "two foxes" }, { path: "/v1/moderations" })
    const { error } = assertProblem(service, moderation, 503, "screening_unavailable")
    assert.strictEqual(error.code, "screening_unavailable", "what OpenAI's clients read")
    const ways = [
      { headers: { expect: "100-continue" } },
      { headers: { connection: "upgrade", upgrade: "h2c" } },
      ...["/v1/%63heck", "/%761/check", `${service.url}/v1/check`].map((path) => ({ path }))
    ]
    for (const reply of await Promise.all(ways.map((way) => check(service, live, asking(prompt), way)))) {
      assert.strictEqual(reply.status, 503, reply.text)
    }
    assert.strictEqual((await send(service.url, "/health")).status, 200)
    assert.include((await send(service.url, "/metrics")).text, 'route="overload"')

    for (const release of held) release()
    for (const reply of await Promise.all(underWay)) {
      assert.strictEqual(reply.status, 200, reply.text)
      assert.strictEqual(reply.headers["x-ratelimit-limit"], refused.headers["x-ratelimit-limit"])
    }
    const left = Number(refused.headers["x-ratelimit-limit"]) - underWay.length - 1
    assert.strictEqual(refused.headers["x-ratelimit-remaining"], String(left))
    assert.match(String(refused.headers["x-ratelimit-reset"]), /^(?:59|60)$/)
    await decide(service, live, asking(engine.prompt()))
  })

  it("leave room for other tenants, which have less than their share, but not for more keys of the same", async () => {
    const { engine, service, storage } = fixture
    const [noisy, other] = [await storage.createWorkspace({}), await storage.createWorkspace({})]
    // From then on the process knows whose keys they are.
    for (const key of [noisy.live, noisy.test]) await decide(service, key, asking(engine.prompt()))
    const held: Array<() => void> = []
    const prompt = engine.prompt((response, request) => {
      held.push(() => sendJson(response, answerTo(request)))
    })
    const underWay = Array.from({ length: 6 }, () => check(service, noisy.live, asking(prompt)))
    await until("the engine has them all", () => held.length === 6)

    const [refused, refusedToo, answered] = await Promise.all([
      check(service, noisy.live, asking(engine.prompt())),
      check(service, noisy.test, asking(engine.prompt())),
      check(service, other.live, asking(engine.prompt()))
    ])
    assertProblem(service, refused, 503, "screening_unavailable")
    assertProblem(service, refusedToo, 503, "screening_unavailable")
    assert.strictEqual(answered.status, 200, answered.text)
    const others = [check(service, other.live, asking(prompt))]
    await until("the engine has the other's", () => held.length === 7)
    // Two are shared by two tenants.
    assert.strictEqual((await check(service, other.live, asking(prompt))).status, 503)

    for (const release of held) release()
    for (const reply of await Promise.all([...underWay, ...others])) assert.strictEqual(reply.status, 200)
  })

  it("are not those that only have begun to arrive", async () => {
    const { engine, service } = fixture
    const unfinished = Array.from({ length: 10 }, () => new AbortController()).map((controller) => {
      const body = new ReadableStream({ pull: () => new Promise(() => undefined) })
      const headers = jsonHeaders(service.keys.live)
      const options = { method: "POST", headers, body, duplex: "half", signal: controller.signal } as const
      return { controller, ended: fetch(`${service.url}/v1/check`, options).catch(() => undefined) }
    })
    await decide(service, service.keys.live, asking(engine.prompt()))
    for (const { controller, ended } of unfinished) {
      controller.abort()
      await ended
    }
  })
})
