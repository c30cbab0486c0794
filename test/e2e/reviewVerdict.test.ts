import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  checkUntil,
  jsonHeaders,
  shareService,
  timestamp
} from "./fixture.ts"
import { giveVerdict, idsIn, listReviews, placesOf, sendToReview } from "./reviews.ts"
import type { TestWorkspace } from "./Storage.ts"

const fixture = shareService()

const list = (key: string, query?: string) => listReviews(fixture.service, key, query)
const rule = (key: string, id: string, body?: unknown) => giveVerdict(fixture.service, key, id, body)
const reviewed = (key: string) => sendToReview(fixture, key)

describe("POST /v1/review/{id}/verdict", () => {
  it("answers with the item as it then is", async () => {
    const { storage } = fixture
    const workspace = await storage.createWorkspace()
    const { id: keyId, key } = await storage.createKey(workspace, "live")
    const { id } = await reviewed(key)
    const [open] = (await list(key)).json().data
    const reply = await rule(key, id, { verdict: "dismiss", note: "a likeness of nobody \u{1f98a}" })
    assert.strictEqual(reply.status, 200, reply.text)
    assertRateLimitHeaders(reply)
    const item = reply.json()
    assert.match(item.verdict.at, timestamp)
    assert.deepStrictEqual(item, {
      ...open,
      status: "dismissed",
      verdict: {
        verdict: "dismiss",
        note: "a likeness of nobody \u{1f98a}",
        by: keyId,
        at: item.verdict.at
      }
    })
    assert.deepStrictEqual((await list(key, "?status=dismissed")).json().data, [item])
  })

  it("takes a note of up to 2,000 code points, an empty one and none", async () => {
    const { live } = await fixture.storage.createWorkspace()
    for (const note of ["\u{1f98a}".repeat(2_000), "", undefined]) {
      const { id } = await reviewed(live)
      const reply = await rule(live, id, { verdict: "allow", note })
      assert.strictEqual(reply.json().verdict.note, note ?? null)
    }
  })

  it("refuses a request that does not fit, and leaves the item open", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { id } = await reviewed(live)
    for (const [body, places] of [
      [{}, ["verdict"]],
      [{ verdict: "allowed" }, ["verdict"]],
      [{ verdict: null }, ["verdict"]],
      [{ verdict: ["allow"] }, ["verdict"]],
      [{ verdict: "allow", note: null }, ["note"]],
      [{ verdict: "allow", note: 1 }, ["note"]],
      [{ verdict: "allow", note: "x".repeat(2_001) }, ["note"]],
      [{ verdict: "allow", note: "\u{1f98a}".repeat(2_001) }, ["note"]],
      [{ verdict: "allow", note: "nul \u0000" }, ["note"]],
      [{ verdict: "allow", note: "half \ud800" }, ["note"]],
      [{ verdict: "maybe", note: 1, notes: "x" }, ["verdict", "note", "notes"]],
      [[], ["body"]],
      ["", ["body"]],
      ['{"verdict":', ["body"]]
    ] as const) {
      const problem = assertProblem(service, await rule(live, id, body), 400, "invalid_request", "some")
      assert.sameMembers(placesOf(problem), [...places], JSON.stringify(body))
    }
    const longId = await rule(live, "a".repeat(65), { verdict: "no" })
    const problem = assertProblem(service, longId, 400, "invalid_request", "some")
    assert.sameMembers(placesOf(problem), ["path.id", "verdict"])
    const unread = await send(service.url, `/v1/review/${id}/verdict?x=1`, {
      method: "POST",
      headers: jsonHeaders(live),
      body: '{"verdict":"allow"}'
    })
    assert.deepStrictEqual(placesOf(assertProblem(service, unread, 400, "invalid_request", "some")), [
      "query.x"
    ])
    const plainText = await send(service.url, `/v1/review/${id}/verdict`, {
      method: "POST",
      headers: { ...jsonHeaders(live), "content-type": "text/plain" },
      body: '{"verdict":"allow"}'
    })
    assertProblem(service, plainText, 415, "unsupported_media_type")
    assert.deepStrictEqual(idsIn(await list(live)), [id])
  })

  it("is a 404 for the other mode, another workspace and an id that names nothing, in the same words", async () => {
    const { service, storage } = fixture
    const [workspace, other] = [await storage.createWorkspace(), await storage.createWorkspace()]
    const { answer, id } = await reviewed(workspace.live)
    const decided = await reviewed(workspace.live)
    await rule(workspace.live, decided.id)
    const refused = [
      await rule(workspace.test, id),
      await rule(other.live, id),
      await rule(workspace.test, decided.id),
      await rule(workspace.live, `rev_${"0".repeat(32)}`),
      await rule(workspace.live, id.toUpperCase()),
      await rule(workspace.live, answer.id),
      await rule(workspace.live, "x")
    ]
    for (const reply of refused) assertProblem(service, reply, 404, "not_found")
    assert.strictEqual(new Set(refused.map(({ text }) => text)).size, 1)
    assert.deepStrictEqual(idsIn(await list(workspace.live)), [id])
  })

  it("is refused when the plan has ended, before it is looked whether there is such an item", async () => {
    const { service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const { id } = await reviewed(workspace.live)
    await storage.setSubscription(workspace, { state: "inactive" })
    await untilChecksAreRefused(workspace)
    for (const key of [workspace.live, workspace.test]) {
      for (const item of [id, "x"]) {
        assertProblem(service, await rule(key, item), 402, "subscription_inactive")
      }
    }
    assertProblem(service, await rule(workspace.live, id, {}), 400, "invalid_request", "some")
    assert.deepStrictEqual(idsIn(await list(workspace.live)), [id])
  })

  it("works while checks are paused and without a plan", async () => {
    const { storage } = fixture
    for (const subscription of [{ state: "paused" }, { plan: "none", state: "none" }] as const) {
      const workspace = await storage.createWorkspace()
      const { id } = await reviewed(workspace.live)
      await storage.setSubscription(workspace, subscription)
      await untilChecksAreRefused(workspace)
      assert.strictEqual((await rule(workspace.live, id)).status, 200)
    }
  })

  it("stands: a second one is refused, and nothing of the first changes", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { id } = await reviewed(live)
    const first = await rule(live, id, { verdict: "allow", note: "first" })
    for (const body of [{ verdict: "allow", note: "first" }, { verdict: "block" }]) {
      assertProblem(service, await rule(live, id, body), 409, "already_decided")
    }
    assert.deepStrictEqual((await list(live, "?status=allowed")).json().data, [first.json()])
  })
})

/** Until the service knows of the plan's change. */
async function untilChecksAreRefused({ live }: TestWorkspace) {
  await checkUntil(402, fixture.service, live, asking(fixture.engine.prompt()))
}
