import { assert, describe, it } from "@effect/vitest"
import { asking, check, setUp } from "./fixture.ts"
import { assertFirst, assertReplayOf, count, withKey } from "./replays.ts"

const fixture = setUp()

/** Takes away the month that decisions are written to now. What is new goes to the default partition. */
const detachMonth = async () => {
  const { storage } = fixture
  const [row] = await storage.rows(
    `SELECT 'decisions_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM') AS month`,
    []
  )
  await storage.rows(`ALTER TABLE decisions DETACH PARTITION ${String(row?.month)}`, [])
}

describe("a repeat whose decision was detached with its month", () => {
  it("is a new request, of which there can be repeats again", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const body = asking(engine.prompt())
    const before = await check(service, workspace.live, body, withKey("outlived"))
    assertFirst(before)
    await detachMonth()
    const first = await check(service, workspace.live, body, withKey("outlived"))
    assertFirst(first)
    assert.notStrictEqual(first.json().id, before.json().id)
    assertReplayOf(first, await check(service, workspace.live, body, withKey("outlived")))
    assert.lengthOf(engine.asked(body.input.prompt), 2)
    assert.deepInclude(await count(storage, workspace), { decisions: 1, checks: 2 })
  })
})
