import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import { send } from "../support/httpClient.ts"
import type { Reply } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { asking, assertProblem, check, shareService } from "./fixture.ts"
import { count, withKey } from "./replays.ts"

const fixture = shareService()

const moderate = (apiKey: string, key: string, input: unknown) =>
  check(fixture.service, apiKey, { input }, { ...withKey(key), path: "/v1/moderations" })

const outcomesOf = (reply: Reply): ReadonlyArray<string> =>
  reply.json().results.map(({ outcome }: { readonly outcome: string }) => outcome)

/** Under the policy of a new workspace a text about a person is for review. */
const person = { real_person: 0.6 }

describe("an Idempotency-Key of several texts", () => {
  it("never answers one text with the decision of another", async () => {
    const { engine, storage } = fixture
    const { live } = await storage.createWorkspace()
    const texts = [engine.prompt(person), engine.prompt(), engine.prompt(person), engine.prompt()]
    const first = await moderate(live, "job", texts)
    assert.deepStrictEqual(outcomesOf(first), ["review", "allow", "review", "allow"])

    for (const key of ["job:1", "job:2", "job:3", "job:1:1"]) {
      const reply = await moderate(live, key, texts)
      assert.strictEqual(reply.status, 200, reply.text)
      assert.isUndefined(reply.headers["idempotent-replayed"], key)
      assert.deepStrictEqual(outcomesOf(reply), outcomesOf(first), key)
    }
    assert.lengthOf(engine.asked(texts[0] ?? ""), 5)
    assert.strictEqual((await moderate(live, "job", texts)).text, first.text)
  })

  it("leaves keys that look like those of its texts to whoever else wants them", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const text = engine.prompt()
    assert.strictEqual((await moderate(live, "job-7", [text, text, text])).status, 200)
    for (const key of ["job-7:1", "job-7 1", "job-7/1", "job-71"]) {
      const reply = await check(service, live, asking(text), withKey(key))
      assert.strictEqual(reply.status, 200, reply.text)
      assert.isUndefined(reply.headers["idempotent-replayed"], key)
    }
    assert.strictEqual(
      (await moderate(live, "job-7", [text, text, text])).headers["idempotent-replayed"],
      "true"
    )
    assertProblem(
      service,
      await check(service, live, asking(text), withKey("job-7")),
      422,
      "idempotency_key_reused"
    )
  })

  it("is what each of their decisions says that it was asked for with", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { results } = (await moderate(live, "job", [engine.prompt(), engine.prompt()])).json()
    assert.lengthOf(results, 2)
    for (const { decision_id } of results) {
      const headers = { authorization: `Bearer ${live}` }
      const stored = (await send(service.url, `/v1/decisions/${decision_id}`, { headers })).json()
      assert.strictEqual(stored.idempotency_key, "job")
    }
  })

  it("may be as long as any, however many texts there are", async () => {
    const { engine, storage } = fixture
    const workspace = await storage.createWorkspace()
    const texts = Array.from({ length: 32 }, () => engine.prompt())
    const first = await moderate(workspace.live, "k".repeat(255), texts)
    assert.strictEqual(first.status, 200, first.text)
    const second = await moderate(workspace.live, "k".repeat(255), texts)
    assert.strictEqual(second.headers["idempotent-replayed"], "true")
    assert.strictEqual(second.text, first.text)
    assert.strictEqual((await count(fixture.storage, workspace)).decisions, 32)
  })

  it("stays free, with none of them decided, while one cannot be screened", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    let well = false
    const ill = engine.prompt((response, request) => sendJson(response, answerTo(request), well ? 200 : 500))
    const texts = [engine.prompt(), engine.prompt(person), ill]
    const sendTexts = (input: ReadonlyArray<string>) => moderate(workspace.live, "job", input)

    assertProblem(service, await sendTexts(texts), 503, "screening_unavailable")
    assert.strictEqual((await count(fixture.storage, workspace)).decisions, 0)
    assert.strictEqual((await sendTexts(texts.slice(0, 2))).status, 200)
    assertProblem(service, await sendTexts(texts), 422, "idempotency_key_reused")

    well = true
    const first = await moderate(workspace.live, "next job", texts)
    const second = await moderate(workspace.live, "next job", texts)
    assert.deepStrictEqual(outcomesOf(first), ["allow", "review", "allow"])
    assert.isUndefined(first.headers["idempotent-replayed"])
    assert.strictEqual(second.headers["idempotent-replayed"], "true")
    assert.strictEqual(second.text, first.text)
    assert.strictEqual((await count(fixture.storage, workspace)).decisions, 5)
    assertProblem(
      service,
      await moderate(workspace.live, "next job", texts.toReversed()),
      422,
      "idempotency_key_reused"
    )
  })

  it("belongs to one of two requests at once, and nothing of the other is decided", async () => {
    const { engine, service, storage } = fixture
    const environment = { ENGINE: "http", ENGINE_URL: engine.url }
    await using second = await startService({ dataOf: service, environment })
    const workspace = await storage.createWorkspace()
    const slowly = () =>
      engine.prompt(async (response, request) => {
        await delay(10)
        sendJson(response, answerTo(request))
      })
    const rounds = 10
    for (let round = 0; round < rounds; round++) {
      const replies = await Promise.all(
        [service, second].map((process) => {
          const body = { input: Array.from({ length: 8 }, slowly) }
          const call = { ...withKey(`round-${round}`), path: "/v1/moderations" }
          return check(process, workspace.live, body, call)
        })
      )
      assert.sameMembers(
        replies.map(({ status }) => status),
        [200, 422]
      )
    }
    assert.strictEqual((await count(fixture.storage, workspace)).decisions, 8 * rounds)
    assert.strictEqual(await second.stop(), 0)
  })
})
