import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import type { Answer } from "../fakes/ScriptedEngineServer.ts"
import type { Reply } from "../support/httpClient.ts"
import { startService } from "../support/serviceProcess.ts"
import { asking, assertProblem, check, shareService } from "./fixture.ts"
import { assertReplayOf, count, withKey } from "./replays.ts"

const fixture = shareService()

const slowly: Answer = async (response, request) => {
  await delay(250)
  sendJson(response, answerTo(request, { real_person: 0.6 }))
}

const assertOneDecision = (replies: ReadonlyArray<Reply>) => {
  const bodies = new Set(replies.map(({ text }) => text))
  assert.strictEqual(bodies.size, 1, [...bodies].join("\n"))
  for (const { status, text } of replies) assert.strictEqual(status, 200, text)
  assert.lengthOf(
    replies.filter(({ headers }) => headers["idempotent-replayed"] === undefined),
    1
  )
}

describe("simultaneous requests with one key", () => {
  it("make one decision in one process", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt(slowly)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => check(service, workspace.live, asking(prompt), withKey("at once")))
    )
    assertOneDecision(replies)
    assert.lengthOf(engine.asked(prompt), 1)
    assert.deepStrictEqual(await count(storage, workspace), {
      decisions: 1,
      inputs: 1,
      reviews: 1,
      checks: 1
    })
  })

  it("make one decision in two processes on one database", async () => {
    const { engine, service, storage } = fixture
    const environment = { ENGINE: "http", ENGINE_URL: engine.url }
    await using second = await startService({ dataOf: service, environment })
    const workspace = await storage.createWorkspace()
    for (const round of ["one", "two", "three"]) {
      const prompt = engine.prompt(slowly)
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          check(index % 2 === 0 ? service : second, workspace.live, asking(prompt), withKey(round))
        )
      )
      assertOneDecision(replies)
      assert.isAtMost(engine.asked(prompt).length, 2)
      const [first] = replies
      if (first === undefined) throw new Error("no reply")
      for (const process of [service, second]) {
        assertReplayOf(first, await check(process, workspace.live, asking(prompt), withKey(round)))
      }
    }
    assert.deepStrictEqual(await count(storage, workspace), {
      decisions: 3,
      inputs: 3,
      reviews: 3,
      checks: 3
    })
    assert.strictEqual(await second.stop(), 0)
  })

  it("are all refused when the engine does not answer the one that they wait for", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt(async (response) => {
      await delay(4_000)
      sendJson(response, {}, 400)
    })
    const attempt = () => check(service, live, asking(prompt), withKey("fault"))
    const replies = await Promise.all(Array.from({ length: 10 }, attempt))
    for (const reply of replies) assertProblem(service, reply, 503, "screening_unavailable")
    assert.lengthOf(engine.asked(prompt), 1)
  })

  it("make one decision, and the others are refused, when their bodies differ", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        check(service, workspace.live, asking(engine.prompt(slowly)), withKey("differing"))
      )
    )
    assert.deepStrictEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 9 }, () => 422)]
    )
    assert.strictEqual((await count(storage, workspace)).decisions, 1)
  })

  it("let the next one try when the first one fails", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    let tries = 0
    const prompt = engine.prompt(async (response, request) => {
      tries += 1
      const status = tries === 1 ? 500 : 200
      await delay(150)
      sendJson(response, answerTo(request), status)
    })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => check(service, workspace.live, asking(prompt), withKey("next")))
    )
    assert.lengthOf(
      replies.filter(({ status }) => status === 503),
      1
    )
    assertOneDecision(replies.filter(({ status }) => status !== 503))
    assert.strictEqual((await count(storage, workspace)).decisions, 1)
  })
})
