import { assert, describe, it } from "@effect/vitest"
import { detachMonth } from "./detachMonth.ts"
import { setUp } from "./fixture.ts"
import { giveVerdict, idsIn, listReviews, sendToReview } from "./reviews.ts"

const fixture = setUp()

describe("review items whose decisions were detached with their month", () => {
  it("do not end the list before the items that came later", async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const openAndClose = async () => {
      const open = await sendToReview(fixture, live)
      const closed = await sendToReview(fixture, live)
      assert.strictEqual((await giveVerdict(service, live, closed.id)).status, 200)
      return { open: open.id, allowed: closed.id }
    }
    for (let count = 0; count < 3; count += 1) await openAndClose()
    await detachMonth(storage)
    assert.deepStrictEqual(idsIn(await listReviews(service, live)), [])

    const [before, after] = [await openAndClose(), await openAndClose()]
    for (const status of ["open", "allowed"] as const) {
      const page = await listReviews(service, live, `?status=${status}&limit=1`)
      assert.deepStrictEqual(idsIn(page), [before[status]])
      const next = await listReviews(
        service,
        live,
        `?status=${status}&limit=1&cursor=${page.json().next_cursor}`
      )
      assert.deepStrictEqual(idsIn(next), [after[status]])
      assert.isNull(next.json().next_cursor)
    }
  })
})
