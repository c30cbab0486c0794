import { assert, describe, it } from "@effect/vitest"
import { shareService } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { pausing, tagging } from "./ruleCalls.ts"
import { userWorkspace } from "./userWorkspace.ts"

const workspace = userWorkspace(shareService())

describe("rules that tag, however many there are,", () => {
  it("add a hundred tags to a decision at most, which its explanation names, and keep no rule from pausing", async () => {
    const { calls, clean, explained, stored } = await workspace()
    const tags = Array.from({ length: 102 }, (_, index) => `tag-${index}`)
    const always = { when: { outcome: ["allow"] }, count: 1 }
    for (const tag of tags) await ok(calls.create(tagging({ ...always, then: { type: "tag", tag } })), 201)
    await ok(calls.create(pausing(always)), 201)
    const decision = await clean("u")
    assert.deepStrictEqual(decision.tags, tags.slice(0, 100))
    assert.deepStrictEqual((await stored(decision.id)).tags, decision.tags)
    const { actions } = await explained(decision.id)
    const ran: ReadonlyArray<string> = actions.ran
    const named = ran.flatMap((sentence) => sentence.match(/ applied the tag ([^,]+),/)?.[1] ?? [])
    assert.deepStrictEqual(named, decision.tags)
    assert.strictEqual((await clean("u")).outcome, "block")
  })
})
