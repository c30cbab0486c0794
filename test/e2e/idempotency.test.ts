import { assert, describe, it } from "@effect/vitest"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import { asking, assertProblem, assertRateLimitHeaders, check, checkUntil, shareService } from "./fixture.ts"
import { assertFirst, assertReplayOf, count, withKey } from "./replays.ts"

const fixture = shareService()

describe("a repeat with the same key", () => {
  it("gets the first decision unchanged, and nothing happens a second time", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const scores = {
      adult: { score: 0.1234567890123, reviewScore: 0.4, fired: ["nudity"] },
      real_person: 0.6
    }
    const body = asking(engine.prompt(scores), { user: "u", metadata: { a: [1, "\u0000"] } })
    const first = await check(service, workspace.live, body, withKey("again"))
    assertFirst(first)
    for (const _ of [1, 2])
      assertReplayOf(first, await check(service, workspace.live, body, withKey("again")))
    assert.lengthOf(engine.asked(body.input.prompt), 1)
    assert.deepStrictEqual(await count(storage, workspace), {
      decisions: 1,
      inputs: 1,
      reviews: 1,
      checks: 1
    })
    const decision = await storage.decision(workspace, "live", first.json().id)
    assert.strictEqual(decision?.idempotencyKey, "again")
  })

  it("is a repeat with its JSON in another order and form", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt()
    const body = `{"input":{"prompt":"${prompt}","context":["a","b"]},"user":"u","metadata":{"a":1,"b":[{"c":2,"d":3}]}}`
    const first = await check(service, live, body, withKey("order"))
    assertFirst(first)
    const same = [
      `{ "metadata": {"b":[{"d":3,"c":2}], "a":1.0e0}, "user":"\\u0075", "input":{"context":["a","b"],"prompt":"${prompt}"} }\n`,
      body.replace(`"user":"u"`, `"user":"x","user":"u"`)
    ]
    for (const text of same) assertReplayOf(first, await check(service, live, text, withKey("order")))
  })

  it("is a repeat with a dry-run header that says false, or with a different type's spelling", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const body = asking(engine.prompt())
    const first = await check(service, live, body, withKey("false"))
    assertFirst(first)
    const said = withKey("false", { "x-service-dry-run": "false" })
    assertReplayOf(first, await check(service, live, body, said))
    const typed = withKey("false", { "content-type": "application/json; charset=utf-8", "x-other": "x" })
    assertReplayOf(first, await check(service, live, body, typed))
  })

  it("is a repeat of a dry run with the dry-run header", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const body = asking(engine.prompt())
    const call = withKey("dry", { "x-service-dry-run": "true" })
    const first = await check(service, live, body, call)
    assertFirst(first)
    assertReplayOf(first, await check(service, live, body, call))
    assertProblem(service, await check(service, live, body, withKey("dry")), 422, "idempotency_key_reused")
  })

  it("is a repeat whichever key of the mode sends it, after a new policy too", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const another = await storage.createKey(workspace, "live")
    const body = asking(engine.prompt())
    const first = await check(service, workspace.live, body, withKey("shared"))
    assertReplayOf(first, await check(service, another.key, body, withKey("shared")))
  })

  it("is not cut short by the engine's being away", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    let tries = 0
    const prompt = engine.prompt((response, request) => {
      tries += 1
      sendJson(response, answerTo(request), tries === 1 ? 200 : 500)
    })
    const first = await check(service, live, asking(prompt), withKey("away"))
    assertReplayOf(first, await check(service, live, asking(prompt), withKey("away")))
    assertProblem(service, await check(service, live, asking(prompt)), 503, "screening_unavailable")
  })
})

describe("another request with a key that was used", () => {
  it("is refused, whatever is different", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt()
    const input = { prompt, negative_prompt: "n", context: ["a", "b"] }
    const body = { input, user: "u", policy: workspace.policyId, metadata: { a: [1, 2], b: null } }
    assertFirst(await check(service, workspace.live, body, withKey("reused")))
    const others: ReadonlyArray<unknown> = [
      { ...body, input: { ...input, prompt: `${prompt} ` } },
      { ...body, input: { ...input, negative_prompt: "N" } },
      { ...body, input: { prompt, context: input.context } },
      { ...body, input: { ...input, context: ["b", "a"] } },
      { ...body, user: "v" },
      { input, policy: workspace.policyId, metadata: body.metadata },
      { input, user: "u", metadata: body.metadata },
      { ...body, metadata: { a: [2, 1], b: null } },
      { ...body, metadata: { a: [1, 2] } },
      { ...body, metadata: { a: ["1", 2], b: null } }
    ]
    for (const other of others) {
      const reply = await check(service, workspace.live, other, withKey("reused"))
      assertProblem(service, reply, 422, "idempotency_key_reused")
      assertRateLimitHeaders(reply)
    }
    const dry = await check(service, workspace.live, body, withKey("reused", { "x-service-dry-run": "true" }))
    assertProblem(service, dry, 422, "idempotency_key_reused")
    assert.deepStrictEqual(await count(storage, workspace), {
      decisions: 1,
      inputs: 1,
      reviews: 0,
      checks: 1
    })
    assert.lengthOf(engine.asked(prompt), 1)
  })

  it("tells a NUL, a lone surrogate and U+FFFD apart", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    assertFirst(await check(service, live, asking("x\ud800"), withKey("odd")))
    for (const prompt of ["x\ufffd", "x\ud801", "x\udc00", "x\u0000", "x"]) {
      const reply = await check(service, live, asking(prompt), withKey("odd"))
      assertProblem(service, reply, 422, "idempotency_key_reused")
    }
  })

  it("is no other when the mode or the workspace is another", async () => {
    const { engine, service, storage } = fixture
    const mine = await storage.createWorkspace()
    const theirs = await storage.createWorkspace()
    const replies = await Promise.all(
      [mine.live, mine.test, theirs.live, theirs.test].map((key) =>
        check(service, key, asking(engine.prompt()), withKey("anyone's"))
      )
    )
    for (const reply of replies) assertFirst(reply)
  })

  it("is another when the key differs in case or by a space within", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const body = asking(engine.prompt())
    for (const key of ["Key", "key", "k ey", "k  ey"])
      assertFirst(await check(service, live, body, withKey(key)))
  })
})

describe("a request that failed", () => {
  it("has not used its key up", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    let tries = 0
    const prompt = engine.prompt((response, request) => {
      tries += 1
      sendJson(response, answerTo(request), tries === 1 ? 500 : 200)
    })
    const call = withKey("failed")
    const body = asking(prompt)
    assertProblem(service, await check(service, workspace.live, "{", call), 400, "invalid_request", "some")
    const missing = await check(service, workspace.live, asking(prompt, { policy: "none" }), call)
    assertProblem(service, missing, 404, "policy_not_found")
    assertProblem(service, await check(service, workspace.live, body, call), 503, "screening_unavailable")
    const first = await check(service, workspace.live, body, call)
    assertFirst(first)
    assertReplayOf(first, await check(service, workspace.live, body, call))
    assert.deepStrictEqual(await count(storage, workspace), {
      decisions: 1,
      inputs: 1,
      reviews: 0,
      checks: 1
    })
  })

  it("has not used its key up when it was refused for the plan", async () => {
    const { engine, service, storage } = fixture
    const subscription = { plan: "none", state: "none" } as const
    const rateLimitPerMinute = 5_000
    const limits = { testChecksPerMonth: 0, rateLimitPerMinute }
    const workspace = await storage.createWorkspace({ subscription, limits })
    const call = withKey("refused")
    const refused = await check(service, workspace.test, asking(engine.prompt()), call)
    assertProblem(service, refused, 402, "plan_required")
    await storage.setLimits(workspace, { testChecksPerMonth: 5, rateLimitPerMinute })
    assertFirst(await checkUntil(200, service, workspace.test, asking(engine.prompt()), call))
  })

  it("has not used its key up when it was refused for the rate", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1 } })
    const call = withKey("limited")
    assertFirst(await check(service, workspace.live, asking(engine.prompt())))
    const refused = await check(service, workspace.live, asking(engine.prompt()), call)
    assertProblem(service, refused, 429, "rate_limited")
    await storage.setLimits(workspace, { rateLimitPerMinute: 5_000 })
    assertFirst(await checkUntil(200, service, workspace.live, asking(engine.prompt()), call))
    assert.deepInclude(await count(storage, workspace), { decisions: 2, checks: 2 })
  })
})
