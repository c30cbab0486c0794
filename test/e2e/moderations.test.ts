import { assert, describe, it } from "@effect/vitest"
import OpenAI, { AuthenticationError, BadRequestError, InternalServerError } from "openai"
import { asking, assertProblem, assertRateLimitHeaders, check, dryRun, setUp } from "./fixture.ts"
import type { CheckCall } from "./fixture.ts"
import type { Answer, Scores } from "../fakes/ScriptedEngineServer.ts"
import { uuidOf } from "./Storage.ts"

const fixture = setUp()

const moderate = (key: string, body: unknown, call: CheckCall = {}) =>
  check(fixture.service, key, body, { ...call, path: "/v1/moderations" })

const client = (apiKey: string, rest: object = {}) =>
  new OpenAI({ apiKey, baseURL: `${fixture.service.url}/v1`, maxRetries: 0, ...rest })

/** In the order in which the policy `adult-platform` would have it: review, tag, nothing. */
const person: Scores = { real_person: 0.6 }
const adult: Scores = { adult: { score: 0.8, reviewScore: 0.8 } }
const minors: Scores = { minors_sexual: { score: 0.2, reviewScore: 0.55 }, adult: 0.9 }

const decisionsOf = async (tenantId: string) =>
  (await fixture.storage.rows("SELECT 1 FROM decisions WHERE tenant_id = $1", [uuidOf(tenantId)])).length

describe("the openai package, unchanged", () => {
  it("has a text screened under the default policy, and the decision logged", async () => {
    const workspace = await fixture.storage.createWorkspace()
    const prompt = fixture.engine.prompt(minors)
    const moderation = await client(workspace.live).moderations.create({
      input: prompt,
      model: "omni-moderation-latest"
    })
    const [result] = moderation.results

    assert.match(moderation.id, /^modr-[0-9a-f]{32}$/)
    assert.strictEqual(moderation.model, "omni-moderation-latest")
    assert.strictEqual(JSON.parse(JSON.stringify(moderation)).engine_version, "scripted-1")
    assert.lengthOf(moderation.results, 1)
    assert.isTrue(result?.flagged)
    assert.include(result?.categories, { sexual: true, "sexual/minors": true, violence: false, hate: false })
    assert.include(result?.category_scores, { sexual: 0.9, "sexual/minors": 0.55, violence: 0 })
    assert.deepInclude(result?.category_applied_input_types, { sexual: ["text"], violence: [] })
    const { decision_id, outcome } = JSON.parse(JSON.stringify(result))
    const stored = await fixture.storage.decision(workspace, "live", decision_id)
    assert.strictEqual(stored?.input.prompt, prompt)
    assert.strictEqual(stored?.outcome, outcome)
    assert.strictEqual(outcome, "review")
  })

  it("has each of several texts decided by itself, in their order", async () => {
    const workspace = await fixture.storage.createWorkspace()
    const prompts = [person, adult, {}, minors].map((scores) => fixture.engine.prompt(scores))
    const { results } = await client(workspace.live).moderations.create({ input: prompts })

    assert.deepStrictEqual(
      results.map(({ categories, flagged }) => [flagged, categories.sexual, categories["sexual/minors"]]),
      [
        [true, false, false],
        [false, true, false],
        [false, false, false],
        [true, true, true]
      ]
    )
    const ids = new Set(results.map((result) => JSON.parse(JSON.stringify(result)).decision_id))
    assert.strictEqual(ids.size, 4)
    assert.strictEqual(await decisionsOf(workspace.tenantId), 4)
  })

  it("may send texts as parts", async () => {
    const { test } = await fixture.storage.createWorkspace()
    const parts = [{}, person].map((scores) => ({
      type: "text" as const,
      text: fixture.engine.prompt(scores)
    }))
    const { results } = await client(test).moderations.create({ input: parts })

    assert.deepStrictEqual(
      results.map(({ flagged }) => flagged),
      [false, true]
    )
  })

  it("throws its own errors for ours", async () => {
    const { engine, storage } = fixture
    const { live } = await storage.createWorkspace()
    const away: Answer = (response) => response.writeHead(500).end()
    const error = (key: string, input: string) =>
      client(key)
        .moderations.create({ input })
        .catch((thrown: unknown) => thrown)

    assert.instanceOf(await error("svc_live_nobody", "two foxes"), AuthenticationError)
    assert.instanceOf(await error(live, ""), BadRequestError)
    assert.instanceOf(await error(live, engine.prompt(away)), InternalServerError)
  })
})

describe("POST /v1/moderations", () => {
  it("refuses what it cannot screen, and says where", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const refused = async (body: object, place: string) => {
      const reply = await moderate(live, body)
      const { issues } = assertProblem(fixture.service, reply, 400, "invalid_request", "some")
      assert.isTrue(
        issues.every((issue: string) => issue.startsWith(`${place}: `)),
        reply.text
      )
    }
    await refused({}, "input")
    await refused({ input: "" }, "input")
    await refused({ input: "x".repeat(10_001) }, "input")
    await refused({ input: [] }, "input")
    await refused({ input: Array.from({ length: 33 }, () => "x") }, "input")
    await refused({ input: ["two foxes", ""] }, "input.1")
    await refused({ input: [{ type: "image_url", image_url: { url: "https://a.example/b" } }] }, "input.0")
    await refused({ input: [[1, 2]] }, "input.0")
    await refused({ input: "two foxes", model: 1 }, "model")
    await refused({ input: "two foxes", model: "a\0b" }, "model")
    await refused({ input: "two foxes", user: "u" }, "user")
  })

  it("says of an image that it is not screened, and of too many texts how many may be sent", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const said = async (input: unknown) => (await moderate(live, { input })).json().issues
    const image = { type: "image_url", image_url: { url: "https://a.example/b" } }

    assert.deepStrictEqual(await said([{ type: "text", text: "two foxes" }, image]), [
      "input.1: must be text, or a part of the type text: images and tokens are not screened"
    ])
    assert.deepStrictEqual(await said(Array.from({ length: 33 }, () => "x")), [
      "input: must hold 1 to 32 texts"
    ])
  })

  it("names the engine where no model was named, and screens and keeps text with NUL and lone surrogates", async () => {
    const workspace = await fixture.storage.createWorkspace()
    const prompt = `${fixture.engine.prompt()}\0\ud800`
    const reply = await moderate(workspace.test, { input: prompt })
    const { model, results } = reply.json()

    assert.strictEqual(model, "scripted-1")
    const stored = await fixture.storage.decision(workspace, "test", results[0].decision_id)
    assert.strictEqual(stored?.input.prompt, prompt)
  })

  it("stands behind the same gates as a check", async () => {
    const { service, storage } = fixture
    const unpaid = await storage.createWorkspace({ subscription: { plan: "none", state: "none" } })
    const body = { input: "two foxes" }
    assertProblem(service, await moderate("svc_live_nobody", body), 401, "unauthorized")
    assertProblem(service, await moderate(unpaid.live, body), 402, "plan_required")
    const { live } = await storage.createWorkspace()
    const text = { headers: { "content-type": "text/plain" } }
    assertProblem(service, await moderate(live, body, text), 415, "unsupported_media_type")
    assertProblem(service, await moderate(live, "{"), 400, "invalid_request", "some")
    assertRateLimitHeaders(await moderate(live, body))
  })

  it("acts as a check does, and not at all in a dry run", async () => {
    const workspace = await fixture.storage.createWorkspace()
    const reviews = async () =>
      (
        await fixture.storage.rows("SELECT 1 FROM review_items WHERE tenant_id = $1", [
          uuidOf(workspace.tenantId)
        ])
      ).length
    const body = { input: fixture.engine.prompt(person) }
    await moderate(workspace.live, body, dryRun)
    assert.strictEqual(await reviews(), 0)
    await moderate(workspace.live, body)
    assert.strictEqual(await reviews(), 1)
  })

  it("refuses a key that would be too long for one of the texts, and screens none of them", async () => {
    const { service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const send = (length: number, texts: number) =>
      moderate(
        workspace.live,
        { input: Array.from({ length: texts }, () => "two foxes") },
        { headers: { "idempotency-key": "k".repeat(length) } }
      )
    for (const [length, texts, suffix] of [
      [254, 2, ":1"],
      [254, 10, ":9"],
      [253, 11, ":10"]
    ] as const) {
      const problem = assertProblem(service, await send(length, texts), 400, "invalid_request", "some")
      const rule = `must be 1 to ${length - 1} printable ASCII characters with ${texts} texts`
      assert.deepStrictEqual(problem.issues, [
        `header Idempotency-Key: ${rule}: that of the last of them ends with ${suffix}`
      ])
    }
    assert.strictEqual(await decisionsOf(workspace.tenantId), 0)
    assert.strictEqual((await send(255, 1)).status, 200)
    assert.strictEqual((await send(252, 11)).status, 200)
  })

  it("decides each text once for an Idempotency-Key, also after a fault in the middle", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    let well = false
    const ill = engine.prompt((response, request) => {
      const checks = request.checks.map((id) => [id, { version: 1, score: 0, signals: [] }])
      const answer = { engine_version: "scripted-1", input_tokens: 1, checks: Object.fromEntries(checks) }
      response.writeHead(well ? 200 : 500).end(JSON.stringify(answer))
    })
    const prompts = [engine.prompt(), engine.prompt(person), ill]
    const send = (input: ReadonlyArray<string>) =>
      moderate(workspace.live, { input }, { headers: { "idempotency-key": "k".repeat(253) } })

    assertProblem(service, await send(prompts), 503, "screening_unavailable")
    well = true
    const second = await send(prompts)
    const third = await send(prompts)
    assert.strictEqual(second.status, 200, second.text)
    assert.isUndefined(second.headers["idempotent-replayed"])
    assert.strictEqual(third.headers["idempotent-replayed"], "true")
    assert.deepStrictEqual(third.json(), second.json())
    assert.strictEqual(await decisionsOf(workspace.tenantId), 3)
    assertProblem(service, await send(prompts.toReversed()), 422, "idempotency_key_reused")
  })

  it("uses up a key for each text, which no check may have after it", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const [first, second] = [engine.prompt(), engine.prompt()]
    const call = (key: string) => ({ headers: { "idempotency-key": key } })
    const reply = await moderate(live, { input: [first, second] }, call("k"))
    assert.strictEqual(reply.status, 200, reply.text)
    for (const [key, prompt] of [
      ["k", first],
      ["k:1", second],
      ["k:1", "another"]
    ] as const) {
      const refused = await check(service, live, asking(prompt), call(key))
      assertProblem(service, refused, 422, "idempotency_key_reused")
    }
    assert.strictEqual((await check(service, live, asking(engine.prompt()), call("k:2"))).status, 200)
  })
})
