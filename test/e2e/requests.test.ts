import { assert, describe, it } from "@effect/vitest"
import { exchange, repliesIn, send } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import type { Service } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { asking, assertProblem, check, dryRun, jsonHeaders, setUp } from "./fixture.ts"

const fixture = setUp({ LOG_FORMAT: "json" })

const ownId = /^req_[0-9a-z]{9,}$/

const askedAs = (id: string) => {
  const { engine, service } = fixture
  return check(service, service.keys.test, asking(engine.prompt()), { headers: { "x-request-id": id } })
}

describe("the id of a request", () => {
  it("is the client's, when it can be used", async () => {
    for (const id of [
      "a",
      "trace-7f3a:42",
      "urn:uuid:0190a8e0-7c1d@node/1",
      "a+b=c~d.e_F",
      "x".repeat(128)
    ]) {
      const reply = await askedAs(id)
      assert.strictEqual(reply.status, 200)
      assert.strictEqual(reply.headers["x-request-id"], id)
    }
  })

  it("is made here when the client's cannot be used, or might be a key", async () => {
    const { service } = fixture
    const unusable = [
      "",
      "two words",
      "x".repeat(129),
      '"quoted"',
      "a,b",
      "é",
      "<id>",
      "a#b",
      service.keys.test
    ]
    const ids = []
    for (const id of unusable) {
      const reply = await askedAs(id)
      assert.strictEqual(reply.status, 200, id)
      ids.push(String(reply.headers["x-request-id"]))
    }
    for (const id of ids) assert.match(id, ownId)
    assert.strictEqual(new Set(ids).size, unusable.length)
  })

  it("is what a problem is an instance of, where the client gave it", async () => {
    const { service } = fixture
    const headers = { "x-request-id": "order-17" }
    const refused = await check(service, service.keys.test, { input: {} }, { headers })
    const { instance } = assertProblem(service, refused, 400, "invalid_request", "some")
    assert.strictEqual(instance, "urn:prescreen:request:order-17")
    const unauthorized = await send(service.url, "/v1/decisions/dec_0", { headers })
    assert.strictEqual(assertProblem(service, unauthorized, 401, "unauthorized").instance, instance)
    const unnamed = await send(service.url, "/v1/decisions/dec_0")
    assert.notProperty(assertProblem(service, unnamed, 401, "unauthorized"), "instance")
    assert.match(String(unnamed.headers["x-request-id"]), ownId)
  })
})

const linesOf = ({ stderr }: Service): ReadonlyArray<ReturnType<typeof JSON.parse>> =>
  stderr()
    .split("\n")
    .filter((line) => line.includes('"Request answered"'))
    .map((line) => JSON.parse(line))

/** The line of one request, once it is written. */
const lineOf = async (service: Service, id: string) => {
  const find = () => linesOf(service).filter(({ annotations }) => annotations.requestId === id)
  await until(`${id} is logged`, () => find().length > 0)
  assert.lengthOf(find(), 1)
  const [{ annotations, level }] = find() as [ReturnType<typeof JSON.parse>]
  assert.strictEqual(level, "INFO")
  return annotations
}

describe("the log", () => {
  it("has one line for a check, with its outcome, mode and the time of each part", async () => {
    const { engine, service } = fixture
    const body = asking(engine.prompt({ adult: 0.99 }))
    const headers = { ...dryRun.headers, "x-request-id": "line-1", "idempotency-key": "line-1" }
    const reply = await check(service, service.keys.live, body, { headers })
    const { milliseconds, parts, ...line } = await lineOf(service, "line-1")
    assert.deepStrictEqual(line, {
      requestId: "line-1",
      route: "POST /v1/check",
      status: 200,
      mode: "live",
      outcome: reply.json().outcome
    })
    assert.deepStrictEqual(Object.keys(parts), [
      "auth",
      "rate_limit",
      "replay",
      "policy",
      "engine",
      "floors",
      "routing",
      "commit"
    ])
    const sum = Object.values<number>(parts).reduce((total, part) => total + part, 0)
    assert.isAtLeast(milliseconds, sum - 0.01)
  })

  it("names a route by its pattern, and what no route takes as unmatched", async () => {
    const { service } = fixture
    const { keys, url } = service
    const headers = { authorization: `Bearer ${keys.test}` }
    const calls = {
      "line-2": {
        path: "/v1/decisions/dec_0?q=1",
        status: 400,
        route: "GET /v1/decisions/:id",
        mode: "test"
      },
      "line-3": { path: "/v1/secret-of-a-path?q=1", status: 404, route: "unmatched" },
      "line-4": { path: "/v1/check", status: 405, route: "unmatched" },
      "line-5": { path: "/health", status: 200, route: "GET /health" }
    }
    for (const [id, { path, ...expected }] of Object.entries(calls)) {
      await send(url, path, { headers: { ...headers, "x-request-id": id } })
      const { milliseconds, parts, ...line } = await lineOf(service, id)
      assert.isNumber(milliseconds)
      assert.isObject(parts)
      assert.deepStrictEqual(line, { requestId: id, ...expected })
    }
    assert.notInclude(service.stderr(), "secret-of-a-path")
  })
})

describe("what never was a whole request", () => {
  it("has a line and a count with the status that it was answered with", async () => {
    const { service } = fixture
    const authorization = `Authorization: Bearer ${service.keys.test}`
    const head = ["Host: x", authorization, "Content-Type: application/json", "X-Request-Id: broken-1"]
    const broken = ["POST /v1/check HTTP/1.1", ...head, "Transfer-Encoding: chunked", "", "zz\r\n"]
    await exchange(service.port, broken.join("\r\n"))
    const { route, status } = await lineOf(service, "broken-1")
    assert.deepStrictEqual([route, status], ["POST /v1/check", 400])

    const { text } = await exchange(service.port, "nonsense\r\n\r\n")
    const [reply] = repliesIn(text)
    const line = await lineOf(service, String(reply?.headers["x-request-id"]))
    assert.deepStrictEqual([line.route, line.status], ["malformed", 400])
  })

  it("is told apart from a client that went away", async () => {
    const { engine, service } = fixture
    // A check by a key that is known is read without the framework, one by a new key with it.
    await askedAs("known-1")
    const { test } = await fixture.storage.createWorkspace()
    for (const [id, key] of [
      ["gone-1", service.keys.test],
      ["gone-2", test]
    ] as const) {
      const prompt = engine.prompt(() => {})
      const gone = new AbortController()
      const call = fetch(`${service.url}/v1/check`, {
        method: "POST",
        headers: { ...jsonHeaders(key), "x-request-id": id },
        body: JSON.stringify(asking(prompt)),
        signal: gone.signal
      })
      await until("the engine is asked", () => engine.asked(prompt).length > 0)
      gone.abort()
      await call.catch(() => undefined)
      const { route, status } = await lineOf(service, id)
      assert.deepStrictEqual([route, status], ["POST /v1/check", 499])
    }
  })
})

describe("the log at level warn", () => {
  it("has no line for each request", async () => {
    const environment = { LOG_LEVEL: "warn", LOG_FORMAT: "json" }
    await using service = await startService({ dataOf: fixture.service, environment })
    for (let requests = 0; requests < 3; requests += 1) {
      assert.strictEqual((await check(service, service.keys.test, asking("a fox"))).status, 200)
    }
    await service.stop()
    assert.deepStrictEqual(linesOf(service), [])
  })
})

describe("the log for people", () => {
  it("has a line for each request, up to the last", async () => {
    await using service = await startService({
      dataOf: fixture.service,
      environment: { LOG_FORMAT: "pretty" }
    })
    const headers = { "x-request-id": "line-6" }
    assert.strictEqual((await send(service.url, "/health", { headers })).status, 200)
    await service.stop()
    assert.match(
      service.stderr(),
      /^timestamp=\S+ level=INFO \S+ message="Request answered" requestId=line-6 route="GET \/health" status=200 milliseconds=[\d.]+$/m
    )
  })
})

describe("a path", () => {
  it("goes as far as its question mark, whatever stands in it", async () => {
    const { engine, service } = fixture
    const { test } = service.keys
    const { id } = (await check(service, test, asking(engine.prompt()))).json()
    const headers = { authorization: `Bearer ${test}` }
    assert.strictEqual((await send(service.url, `/v1/decisions/${id}`, { headers })).status, 200)
    for (const end of [";", ";a=b", "#a"]) {
      const reply = await send(service.url, `/v1/decisions/${id}${end}`, { headers })
      assertProblem(service, reply, 404, "not_found")
      const unknown = await check(service, test, asking(engine.prompt()), { path: `/v1/check${end}` })
      assert.strictEqual(unknown.text, "Not Found\n", end)
    }
  })
})
