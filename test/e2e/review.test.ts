import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  decide,
  jsonHeaders,
  shareService,
  timestamp
} from "./fixture.ts"
import { giveVerdict, idsIn, listReviews, placesOf, readDecision, sendToReview } from "./reviews.ts"

const fixture = shareService()

const list = (key: string, query?: string) => listReviews(fixture.service, key, query)
const rule = (key: string, id: string, body?: unknown) => giveVerdict(fixture.service, key, id, body)
const read = (key: string, path: string) => readDecision(fixture.service, key, path)
const reviewed = (key: string) => sendToReview(fixture, key)

describe("GET /v1/review", () => {
  it("is an empty page where nothing waits", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const reply = await list(live)
    assertRateLimitHeaders(reply)
    assert.deepStrictEqual(reply.json(), { data: [], next_cursor: null })
  })

  it("is read with GET alone, under its own path alone", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const posted = await send(service.url, "/v1/review", { method: "POST", headers: jsonHeaders(live) })
    assert.deepStrictEqual([posted.status, posted.headers.allow], [405, "GET, HEAD"])
    for (const path of ["/v1/review/", "/v1/reviews", `/v1/review/rev_${"0".repeat(32)}`]) {
      assert.strictEqual((await send(service.url, path, { headers: jsonHeaders(live) })).status, 404)
    }
  })

  it("has of each open item the decision as it is stored, the oldest first", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt({ real_person: 0.6 }, "nul \u0000 and half \ud800")
    const input = { prompt, negative_prompt: "blur \u0000", context: ["before", "after \udfff"] }
    const full = await decide(service, live, { input, user: "user-1", metadata: { a: 1 } })
    const plain = await reviewed(live)
    await decide(service, live, asking(engine.prompt()))
    const { data, next_cursor } = (await list(live)).json()
    assert.isNull(next_cursor)
    assert.lengthOf(data, 2)

    const stored = (await read(live, full.id)).json()
    const { checks, id, latency_ms, mode, outcome, policy, tags } = full
    const [first, second] = data
    assert.match(first.created_at, timestamp)
    assert.deepStrictEqual(first, {
      id: stored.actions.review_id,
      status: "open",
      created_at: first.created_at,
      decision: {
        id,
        outcome,
        tags,
        policy,
        mode,
        input,
        prompt_redacted: false,
        prompt_purged: false,
        user: "user-1",
        latency_ms,
        checks,
        created_at: stored.created_at
      },
      verdict: null
    })
    assert.strictEqual(second.id, plain.id)
    assert.deepStrictEqual(second.decision.input, { prompt: plain.prompt })
    assert.isNull(second.decision.user)
  })

  it("lists only the key's own mode and workspace", async () => {
    const { storage } = fixture
    const [workspace, other] = [await storage.createWorkspace(), await storage.createWorkspace()]
    const inTest = await reviewed(workspace.test)
    const inLive = await reviewed(workspace.live)
    assert.deepStrictEqual(idsIn(await list(workspace.test)), [inTest.id])
    assert.deepStrictEqual(idsIn(await list(workspace.live)), [inLive.id])
    assert.deepStrictEqual(idsIn(await list(other.live)), [])
  })

  it("lists one status at a time", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const open = await reviewed(live)
    const ids: Record<string, string> = { open: open.id }
    for (const [verdict, status] of [
      ["allow", "allowed"],
      ["block", "blocked"],
      ["dismiss", "dismissed"]
    ] as const) {
      const { id } = await reviewed(live)
      ids[status] = id
      assert.strictEqual((await rule(live, id, { verdict })).json().status, status)
    }
    for (const [status, id] of Object.entries(ids)) {
      const { data } = (await list(live, `?status=${status}`)).json()
      assert.deepStrictEqual(
        data.map((item: Record<string, unknown>) => [item["id"], item["status"]]),
        [[id, status]]
      )
    }
    assert.deepStrictEqual(idsIn(await list(live)), [open.id])
  })

  it("goes on page by page while items arrive and are decided, with a limit that may change", async () => {
    const { live } = await fixture.storage.createWorkspace()
    const ids: Array<string> = []
    for (let count = 0; count < 5; count += 1) ids.push((await reviewed(live)).id)
    const first = await list(live, "?limit=2")
    assert.deepStrictEqual(idsIn(first), ids.slice(0, 2))
    await rule(live, ids[0] ?? "")
    ids.push((await reviewed(live)).id)
    const second = await list(live, `?limit=1&cursor=${first.json().next_cursor}`)
    assert.deepStrictEqual(idsIn(second), ids.slice(2, 3))
    await rule(live, ids[3] ?? "")
    const third = await list(live, `?status=open&limit=100&cursor=${second.json().next_cursor}`)
    assert.deepStrictEqual(idsIn(third), ids.slice(4))
    assert.isNull(third.json().next_cursor)
    // Exactly as many as there are is the last page too.
    assert.isNull((await list(live, "?limit=4")).json().next_cursor)
    assert.isString((await list(live, "?limit=3")).json().next_cursor)
  })

  it("goes on with no cursor of another list, and with none that was changed", async () => {
    const { service, storage } = fixture
    const [workspace, other] = [await storage.createWorkspace(), await storage.createWorkspace()]
    for (const key of [workspace.live, workspace.live, workspace.test, workspace.test]) await reviewed(key)
    const cursor: string = (await list(workspace.live, "?limit=1")).json().next_cursor
    assert.isAtMost(cursor.length, 512)
    for (const [key, query] of [
      [workspace.test, `?cursor=${cursor}`],
      [other.live, `?cursor=${cursor}`],
      [workspace.live, `?cursor=${cursor}&status=allowed`],
      [workspace.live, `?cursor=${cursor}x`],
      [workspace.live, `?cursor=x${cursor}`],
      [workspace.live, `?cursor=${cursor.slice(0, -1)}`],
      [workspace.live, `?cursor=${cursor.split(".").toReversed().join(".")}`],
      [workspace.live, `?cursor=${Buffer.from(`rev_${"f".repeat(32)}`).toString("base64url")}`],
      [workspace.live, "?cursor="],
      [workspace.live, `?cursor=${"x".repeat(513)}`],
      // What is not valid comes before what is not allowed.
      [workspace.live, `?cursor=${cursor}x&reveal=1`]
    ] as const) {
      const problem = assertProblem(service, await list(key, query), 400, "invalid_request", "some")
      assert.deepStrictEqual(placesOf(problem), ["query.cursor"], query)
    }
  })

  it("refuses a query that does not fit, with everything that is wrong with it", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    for (const query of ["0", "101", "-1", "1.5", "1e1", "0x10", "%2010", "010", "+5", "", "ten"]) {
      const reply = await list(live, `?limit=${query}`)
      const problem = assertProblem(service, reply, 400, "invalid_request", "some")
      assert.deepStrictEqual(problem.issues, ["query.limit: must be a whole number from 1 to 100"])
    }
    const wrong = "?status=closed&limit=0&reveal=yes&mode=live&limits=1"
    const problem = assertProblem(service, await list(live, wrong), 400, "invalid_request", "some")
    assert.sameMembers(placesOf(problem), [
      "query.status",
      "query.limit",
      "query.reveal",
      "query.mode",
      "query.limits"
    ])
    const twice = "?limit=1&limit=2&status=open&status=allowed&limits=1&limits=2"
    assertProblem(service, await list(live, twice), 400, "invalid_request", [
      "query.limits: is not a known field",
      "query.status: is given more than once",
      "query.limit: is given more than once"
    ])
    for (const query of ["?status=", "?reveal=0"]) {
      assertProblem(service, await list(live, query), 400, "invalid_request", "some")
    }
    for (const limit of [1, 99, 100]) assert.strictEqual((await list(live, `?limit=${limit}`)).status, 200)
  })

  it("reveals nothing to a key", async () => {
    const { service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    for (const query of ["?reveal=1", "?reveal=true&status=blocked"]) {
      for (const key of [live, test]) {
        assertProblem(service, await list(key, query), 403, "reveal_forbidden")
      }
    }
  })

  it("works when the plan has ended", async () => {
    const { storage } = fixture
    const workspace = await storage.createWorkspace()
    const { id } = await reviewed(workspace.live)
    await storage.setSubscription(workspace, { state: "inactive" })
    assert.deepStrictEqual(idsIn(await list(workspace.live)), [id])
  })
})
