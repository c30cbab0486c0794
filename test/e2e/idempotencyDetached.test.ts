import { assert, describe, it } from "@effect/vitest"
import { detachMonth } from "./detachMonth.ts"
import { asking, check, setUp } from "./fixture.ts"
import { assertFirst, assertReplayOf, count, withKey } from "./replays.ts"

const fixture = setUp()

describe("a repeat whose decision was detached with its month", () => {
  it("is a new request, of which there can be repeats again", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const body = asking(engine.prompt())
    const before = await check(service, workspace.live, body, withKey("outlived"))
    assertFirst(before)
    await detachMonth(storage)
    const first = await check(service, workspace.live, body, withKey("outlived"))
    assertFirst(first)
    assert.notStrictEqual(first.json().id, before.json().id)
    assertReplayOf(first, await check(service, workspace.live, body, withKey("outlived")))
    assert.lengthOf(engine.asked(body.input.prompt), 2)
    assert.deepInclude(await count(storage, workspace), { decisions: 1, checks: 2 })
  })
})
