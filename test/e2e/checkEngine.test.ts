import { assert, describe, it } from "@effect/vitest"
import { Struct } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import { beforeEach } from "vitest"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import type { Answer } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, checkUntil, decide, setUp } from "./fixture.ts"
import { uuidOf } from "./Storage.ts"

const fixture = setUp({ ENGINE_TIMEOUT_MS: "600" })

/** A sound answer with one thing about it changed. */
const but =
  (change: (answer: ReturnType<typeof answerTo>) => unknown): Answer =>
  (response, request) =>
    sendJson(response, change(answerTo(request)))

const adult = (rest: object): Answer =>
  but((answer) => ({
    ...answer,
    checks: { ...answer.checks, adult: { version: 1, score: 0, signals: [], ...rest } }
  }))

const signal = (rest: object) =>
  adult({ signals: [{ signal: "nudity", probability: 0.5, line: 0.5, text: "Scripted.", ...rest }] })

const status =
  (status: number): Answer =>
  (response, request) =>
    sendJson(response, answerTo(request), status)

const faults: Readonly<Record<string, Answer>> = {
  "answers 500": status(500),
  "answers 503": status(503),
  "answers 201": status(201),
  "answers 404": status(404),
  "is redirected": (response) => response.writeHead(302, { location: "/health" }).end(),
  "resets the connection": (response) => response.socket?.resetAndDestroy(),
  "never answers": () => {},
  "stops in the middle of its answer": (response, request) => {
    response.writeHead(200, { "content-type": "application/json" })
    response.write(JSON.stringify(answerTo(request)).slice(0, 50))
  },
  "says something that is not JSON": (response) => response.end("allow"),
  "says nothing": (response) => response.end(),
  "says too much": but((answer) => ({ ...answer, padding: "x".repeat(1024 * 1024) })),
  "leaves a check out": but((answer) => ({ ...answer, checks: Struct.omit(answer.checks, ["adult"]) })),
  "answers a check that it was not asked for": but((answer) => ({
    ...answer,
    checks: { ...answer.checks, violence: { version: 1, score: 0, review_score: 0, signals: [] } }
  })),
  "has a score above 1": adult({ score: 1.0001 }),
  "has a score below 0": adult({ score: -0.0001 }),
  "has a score that is text": adult({ score: "0.5" }),
  "has no score": adult({ score: undefined }),
  "has a review score above 1": adult({ review_score: 2 }),
  "has no version of a check": adult({ version: undefined }),
  "has a probability above 1": signal({ probability: 1.5 }),
  "has a signal with an id that is not one": signal({ signal: "Not An Id" }),
  "has a signal that is a floor": signal({ signal: "floor:age" }),
  "has no engine version": but((answer) => ({ ...answer, engine_version: "" })),
  "has an engine version that is too long": but((answer) => ({ ...answer, engine_version: "x".repeat(129) })),
  "has half a token": but((answer) => ({ ...answer, input_tokens: 0.5 }))
}

describe("an engine at fault", () => {
  // What is asked soundly in between keeps the circuit closed.
  beforeEach(async () => {
    const { engine, service, storage } = fixture
    const { test } = await storage.createWorkspace()
    await decide(service, test, asking(engine.prompt()))
  })

  for (const [name, answer] of Object.entries(faults)) {
    it(`is 503, and nothing is decided, logged or counted, when it ${name}`, async () => {
      const { engine, service, storage } = fixture
      const workspace = await storage.createWorkspace()
      const prompt = engine.prompt(answer)
      const headers = { "idempotency-key": "once" }
      const reply = await check(service, workspace.live, asking(prompt), { headers })
      assertProblem(service, reply, 503, "screening_unavailable")
      assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
      assertRateLimitHeaders(reply)
      for (const table of ["decisions", "usage_days", "idempotency_keys", "review_items"]) {
        const tenant = [uuidOf(workspace.tenantId)]
        assert.deepStrictEqual(await storage.rows(`SELECT 1 FROM ${table} WHERE tenant_id = $1`, tenant), [])
      }
      const another = await check(service, workspace.live, asking(engine.prompt()), { headers })
      assert.strictEqual(another.status, 200, another.text)
      assert.isUndefined(another.headers["idempotent-replayed"])
    })
  }

  it("is asked once more, at once, on 502, 503, 504 and a reset connection, and on nothing else", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const tries = async (answer: Answer | undefined) => {
      const prompt = engine.prompt(answer)
      await check(service, live, asking(prompt))
      return engine.asked(prompt).length
    }
    for (const name of ["answers 503", "resets the connection"])
      assert.strictEqual(await tries(faults[name]), 2, name)
    for (const code of [502, 504]) assert.strictEqual(await tries(status(code)), 2, String(code))
    await decide(service, live, asking(engine.prompt()))
    for (const name of ["answers 500", "never answers", "says nothing"]) {
      assert.strictEqual(await tries(faults[name]), 1, name)
    }
  })

  it("is not noticed when the second try succeeds", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    let tries = 0
    const prompt = engine.prompt((response, request) => {
      tries += 1
      sendJson(response, answerTo(request, { adult: 0.9 }), tries === 1 ? 503 : 200)
    })
    assert.deepStrictEqual((await decide(service, live, asking(prompt))).tags, ["adult"])
  })
})

describe("an engine that refuses a prompt", () => {
  it("goes on to be asked about others, however often that prompt comes", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const code of [400, 413, 422]) {
      const refused = engine.prompt(status(code))
      for (let tries = 0; tries < 12; tries += 1) {
        assertProblem(service, await check(service, live, asking(refused)), 503, "screening_unavailable")
      }
      assert.lengthOf(engine.asked(refused), 12)
      await decide(service, service.keys.live, asking(engine.prompt()))
    }
  })
})

describe("an engine's request", () => {
  it("carries a valid traceparent without tracing too: the caller's own, else a new one", async () => {
    const { engine, service, storage } = fixture
    const { test } = await storage.createWorkspace()
    // A known key's checks take a shorter way.
    await decide(service, test, asking("a fox"))
    const seen: Array<IncomingHttpHeaders> = []
    const prompt = engine.prompt((response, request) => {
      seen.push(response.req.headers)
      sendJson(response, answerTo(request))
    })
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    for (const headers of [{ traceparent }, {}, { traceparent: "00-noop-noop-00" }]) {
      assert.strictEqual((await check(service, test, asking(prompt), { headers })).status, 200)
    }

    const [handedOn, ...begun] = seen.map((headers) => headers["traceparent"])
    assert.strictEqual(handedOn, traceparent)
    assert.lengthOf(begun, 2)
    for (const own of begun) assert.match(String(own), /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    assert.strictEqual(new Set(begun).size, 2)
    assert.isTrue(seen.every((headers) => headers["b3"] === undefined))
  })
})

describe("an engine that leaves input_tokens null", () => {
  it("is taken at its word", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt(but((answer) => ({ ...answer, input_tokens: null })))
    const { id } = await decide(service, workspace.live, asking(prompt))
    assert.isNull((await storage.decision(workspace, "live", id))?.inputTokens)
    const tenant = [uuidOf(workspace.tenantId)]
    const usage = await storage.rows(
      "SELECT checks::int, input_tokens::int FROM usage_days WHERE tenant_id = $1",
      tenant
    )
    assert.deepStrictEqual(usage, [{ checks: 1, input_tokens: 0 }])
  })
})

// Last in this file, because it leaves the circuit open for a while.
describe("an engine at fault ten times in a row", () => {
  it("is not asked any more, and is found again once it is well", { timeout: 60_000 }, async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    await decide(service, live, asking(engine.prompt()))
    const ill = engine.prompt(status(500))
    for (let tries = 0; tries < 10; tries += 1) {
      assertProblem(service, await check(service, live, asking(ill)), 503, "screening_unavailable")
    }
    assert.lengthOf(engine.asked(ill), 10)
    const well = engine.prompt()
    const reply = await check(service, live, asking(well))
    assertProblem(service, reply, 503, "screening_unavailable")
    assert.match(String(reply.headers["retry-after"]), /^[1-9]\d*$/)
    assert.deepStrictEqual(engine.asked(well), [])
    assert.strictEqual((await send(service.url, "/health")).status, 200)

    await checkUntil(200, service, live, asking(well))
    assert.isAtMost(engine.asked(well).length, 2)
    await decide(service, live, asking(well))
  })
})
