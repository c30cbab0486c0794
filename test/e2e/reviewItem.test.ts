import { assert, describe, it } from "@effect/vitest"
import { assertProblem, assertRateLimitHeaders, shareService } from "./fixture.ts"
import { giveVerdict, listReviews, placesOf, readReview, sendToReview } from "./reviews.ts"

const fixture = shareService()

const read = (key: string, path: string) => readReview(fixture.service, key, path)
const reviewed = (key: string) => sendToReview(fixture, key)

describe("GET /v1/review/{id}", () => {
  it("is the item as the list has it, while it is open and once it was decided", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { id } = await reviewed(live)
    const [open] = (await listReviews(service, live)).json().data
    const reply = await read(live, id)
    assertRateLimitHeaders(reply)
    assert.deepStrictEqual(reply.json(), open)

    const decided = (await giveVerdict(service, live, id, { verdict: "block", note: "a likeness" })).json()
    const after = (await read(live, id)).json()
    assert.deepStrictEqual(after, decided)
    assert.deepStrictEqual([after.status, after.verdict.verdict], ["blocked", "block"])
  })

  it("is a 404 for the other mode, another workspace and an id that names nothing, in the same words", async () => {
    const { service, storage } = fixture
    const [workspace, other] = [await storage.createWorkspace(), await storage.createWorkspace()]
    const { answer, id } = await reviewed(workspace.live)
    const refused = [
      await read(workspace.test, id),
      await read(other.live, id),
      await read(workspace.live, `rev_${"0".repeat(32)}`),
      await read(workspace.live, answer.id),
      await read(workspace.live, "x")
    ]
    for (const reply of refused) assertProblem(service, reply, 404, "not_found")
    assert.strictEqual(new Set(refused.map(({ text }) => text)).size, 1)
  })

  it("reveals nothing, and refuses what it does not know", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const { id } = await reviewed(live)
    assertProblem(service, await read(live, `${id}?reveal=true`), 403, "reveal_forbidden")
    const wrong = await read(live, `${"a".repeat(65)}?reveal=yes&status=open`)
    const problem = assertProblem(service, wrong, 400, "invalid_request", "some")
    assert.sameMembers(placesOf(problem), ["path.id", "query.reveal", "query.status"])
  })
})
