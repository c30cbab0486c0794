import { assert, describe, it } from "@effect/vitest"
import { list, newestFirst, prepare } from "./decisionLists.ts"
import type { Made, Query } from "./decisionLists.ts"
import { asking, assertProblem, check, decide, shareService } from "./fixture.ts"

const fixture = shareService()

describe("a cursor of GET /v1/decisions", () => {
  const walk = async (
    key: string,
    query: Readonly<Record<string, string>>,
    limits: ReadonlyArray<number>
  ) => {
    const ids: Array<string> = []
    let cursor: string | null = null
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const limit = String(limits[page % limits.length])
      const reply = await list(fixture, key, { ...query, limit, ...(cursor === null ? {} : { cursor }) })
      assert.strictEqual(reply.status, 200, reply.text)
      const { data, next_cursor } = reply.json()
      ids.push(...data.map(({ id }: Made) => id))
      cursor = next_cursor
      if (cursor !== null) assert.isAtMost(cursor.length, 512)
      // What comes meanwhile is newer than all pages that are still to come.
      await check(fixture.service, key, asking("a fox"))
    }
    return ids
  }

  it("goes through a list without loss or repeat, with any limits, while more decisions come", async () => {
    const { made, workspace } = await prepare(fixture)
    assert.deepStrictEqual(await walk(workspace.test, {}, [1, 3, 2]), newestFirst(made))
    const { made: others, workspace: other } = await prepare(fixture)
    const annas = others.filter((_, index) => [1, 2, 5].includes(index))
    assert.deepStrictEqual(await walk(other.test, { user: "anna", mode: "test" }, [1]), newestFirst(annas))
  })

  it("is refused when it is changed, and by every other list", async () => {
    const { service } = fixture
    const { workspace } = await prepare(fixture)
    await decide(service, workspace.live, asking("a fox"))
    const stranger = await fixture.storage.createWorkspace()
    const query = { outcome: "allow", limit: "1" }
    const { next_cursor } = (await list(fixture, workspace.test, query)).json()
    const cursor = String(next_cursor)
    assert.strictEqual((await list(fixture, workspace.test, { ...query, limit: "7", cursor })).status, 200)

    const refused = async (key: string, wrong: Query) => {
      const { issues } = assertProblem(
        service,
        await list(fixture, key, wrong),
        400,
        "invalid_request",
        "some"
      )
      assert.lengthOf(issues, 1)
      assert.isTrue(issues[0].startsWith("query.cursor: "))
    }
    for (let place = 0; place < cursor.length; place += 7) {
      const other = cursor[place] === "A" ? "B" : "A"
      await refused(workspace.test, {
        ...query,
        cursor: cursor.slice(0, place) + other + cursor.slice(place + 1)
      })
    }
    for (const wrong of [`${cursor}A`, cursor.slice(0, -1), `${cursor}.`, "x", ".", "\u0000", "ü"]) {
      await refused(workspace.test, { ...query, cursor: wrong })
    }
    // Base64 that is read leniently passes over these.
    for (const skipped of [
      ` ${cursor}`,
      `!${cursor}`,
      cursor.replace(".", "=."),
      cursor.replace(".", "\n.")
    ]) {
      await refused(workspace.test, { ...query, cursor: skipped })
    }
    await refused(workspace.live, { ...query, cursor })
    await refused(stranger.test, { ...query, cursor })
    await refused(workspace.test, { outcome: "block", cursor })
    await refused(workspace.test, { cursor })
    await refused(workspace.test, { ...query, user: "anna", cursor })
  })
  it.each(["abc", "YQ", ".YQ", "YQ.", "YQ.YQ.YQ", "Y Q.YQ", "%"])(
    "that can be none of any list is named with all else that is wrong with a query: %s",
    async (cursor) => {
      const { service } = fixture
      const reply = await list(fixture, service.keys.test, { limit: "0", cursor, page: "2" })
      assertProblem(service, reply, 400, "invalid_request", [
        "query.page: is not a known field",
        "query.limit: must be a whole number from 1 to 100",
        "query.cursor: is not a cursor of this list with these filters; send next_cursor unchanged, or leave it out"
      ])
    }
  )
})
