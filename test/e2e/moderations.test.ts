import { assert, describe, it } from "@effect/vitest"
import OpenAI, { AuthenticationError, BadRequestError, InternalServerError } from "openai"
import type { Answer, Scores } from "../fakes/ScriptedEngineServer.ts"
import { assertProblem, assertRateLimitHeaders, check, dryRun, shareService } from "./fixture.ts"
import type { CheckCall } from "./fixture.ts"
import { count } from "./replays.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const moderate = (key: string, body: unknown, call: CheckCall = {}) =>
  check(fixture.service, key, body, { ...call, path: "/v1/moderations" })

const client = (apiKey: string, rest: object = {}) =>
  new OpenAI({ apiKey, baseURL: `${fixture.service.url}/v1`, maxRetries: 0, ...rest })

/** In the order in which the policy `adult-platform` would have it: review, tag, nothing. */
const person: Scores = { real_person: 0.6 }
const adult: Scores = { adult: { score: 0.8, reviewScore: 0.8 } }
const minors: Scores = { minors_sexual: { score: 0.2, reviewScore: 0.55 }, adult: 0.9 }

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
    const { decision_id, outcome, shadow_mode } = JSON.parse(JSON.stringify(result))
    assert.isFalse(shadow_mode)
    const stored = await fixture.storage.decision(workspace, "live", decision_id)
    assert.strictEqual(stored?.input.prompt, prompt)
    assert.strictEqual(stored?.outcome, outcome)
    assert.strictEqual(outcome, "review")
  })

  it("says of each result whether the workspace only watches", async () => {
    const workspace = await fixture.storage.createWorkspace({ shadowMode: true })
    const input = [person, minors].map((scores) => fixture.engine.prompt(scores))
    const { results } = JSON.parse(JSON.stringify(await client(workspace.live).moderations.create({ input })))
    assert.deepStrictEqual(
      results.map(({ outcome, shadow_mode }: Record<string, unknown>) => [outcome, shadow_mode]),
      [
        ["review", true],
        ["review", true]
      ]
    )
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
    assert.strictEqual((await count(fixture.storage, workspace)).decisions, 4)
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
})
