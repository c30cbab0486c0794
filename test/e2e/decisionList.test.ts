import { assert, describe, it } from "@effect/vitest"
import { DateTime, Struct } from "effect"
import { createdAtOf } from "../../src/domain/shared/ids.ts"
import { send } from "../support/httpClient.ts"
import { createdAt, idsOf, list, newestFirst, prepare, textOf, users } from "./decisionLists.ts"
import type { Made, Query } from "./decisionLists.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  decide,
  jsonHeaders,
  shareService
} from "./fixture.ts"

const fixture = shareService()

/** What a list has of a decision as its check answered it. */
const fieldsOfItem = (decision: Made) => Struct.omit(decision, ["checks", "shadow_mode"])

describe("GET /v1/decisions", () => {
  it("lists the decisions of the key's mode, newest first, with the fields of a list item", async () => {
    const { made, workspace } = await prepare(fixture)
    const live = await decide(fixture.service, workspace.live, asking("a fox"))
    const reply = await list(fixture, workspace.test)
    assertRateLimitHeaders(reply)
    const { data, next_cursor, ...rest } = reply.json()
    assert.deepStrictEqual(rest, {})
    assert.isNull(next_cursor)
    const expected = made.map((item, index) => ({
      ...fieldsOfItem(item),
      user: users[index],
      created_at: createdAt(item.id)
    }))
    assert.deepStrictEqual(data, expected.toReversed())
    assert.deepStrictEqual(await idsOf(fixture, workspace.live), [live.id])
    const stranger = await fixture.storage.createWorkspace()
    assert.deepStrictEqual((await list(fixture, stranger.test)).json(), { data: [], next_cursor: null })
  })

  it("filters by each parameter, and by several together", async () => {
    const { made, workspace } = await prepare(fixture)
    const { policyId = "" } = workspace
    const at = (...indices: ReadonlyArray<number>) =>
      newestFirst(indices.flatMap((index) => made[index] ?? []))
    const all = newestFirst(made)
    const [third = ""] = at(2)
    const created = createdAt(third)
    const cases: ReadonlyArray<readonly [Query, ReadonlyArray<string>]> = [
      [{ outcome: "allow" }, at(0, 1, 2, 6)],
      [{ outcome: "review" }, at(3)],
      [{ outcome: "block" }, at(4, 5)],
      [{ policy: policyId }, all],
      [{ policy: `pol_${"0".repeat(32)}` }, []],
      [{ policy: "nonsense" }, []],
      [{ mode: "test" }, all],
      [{ dry_run: "true" }, at(5)],
      [{ dry_run: "false" }, at(0, 1, 2, 3, 4, 6)],
      [{ check: "minors_sexual" }, at(4, 5)],
      [{ check: "adult" }, at(2)],
      [{ check: "real_person" }, at(3)],
      [{ check: "copyrighted_ip" }, at(6)],
      [{ user: "anna" }, at(1, 2, 5)],
      [{ user: "b=&ü" }, at(3)],
      [{ user: "nobody" }, []],
      [{ id_prefix: "dec_0" }, all],
      [{ id_prefix: third }, [third]],
      [{ id_prefix: third.slice(0, 16), until: created }, []],
      [{ id_prefix: "%" }, []],
      [{ id_prefix: "" }, all],
      [{ since: "2001-01-01" }, all],
      [{ until: "2001-01-01" }, []],
      [{ since: "2099-12-31T23:59:59.999Z" }, []],
      [{ user: "anna", outcome: "block" }, at(5)],
      [{ user: "anna", outcome: "block", dry_run: "false" }, []],
      [
        { user: "anna", policy: policyId, check: "adult", outcome: "allow", dry_run: "false", mode: "test" },
        at(2)
      ],
      [{ since: created, user: "anna", outcome: "allow" }, at(2)],
      [{ limit: "2" }, at(5, 6)]
    ]
    for (const [query, expected] of cases) {
      assert.deepStrictEqual(await idsOf(fixture, workspace.test, query), expected, textOf(query))
    }
  })

  it("takes since and until with an offset, and to the millisecond", async () => {
    const { made, workspace } = await prepare(fixture)
    const [first] = made
    assert.isDefined(first)
    const created = createdAt(first.id)
    const shifted = (hours: number, offset: string) =>
      DateTime.formatIso(DateTime.add(createdAtOf(first.id), { hours })).replace("Z", offset)
    const spellings = [
      created,
      shifted(2, "+02:00"),
      shifted(-5, "-0500"),
      shifted(0, ""),
      created.replace(".", ",")
    ]
    for (const spelling of spellings) {
      assert.include(await idsOf(fixture, workspace.test, { since: spelling }), first.id, spelling)
      assert.notInclude(await idsOf(fixture, workspace.test, { until: spelling }), first.id, spelling)
    }
    // A plus that was not encoded is a space to us.
    const reply = await send(fixture.service.url, `/v1/decisions?since=${shifted(2, "+02:00")}`, {
      headers: jsonHeaders(workspace.test)
    })
    assert.lengthOf(reply.json().data, made.length)
    // Between two milliseconds is after the first of them.
    assert.notInclude(await idsOf(fixture, workspace.test, { since: created.replace("Z", "1Z") }), first.id)
    assert.include(await idsOf(fixture, workspace.test, { until: created.replace("Z", "1Z") }), first.id)
  })

  it("names everything that is wrong with a query at once", async () => {
    const { service } = fixture
    const reply = await list(fixture, service.keys.test, {
      outcome: "blocked",
      policy: "p".repeat(65),
      mode: "all",
      dry_run: "1",
      since: "yesterday",
      until: "2026-02-30T00:00:00Z",
      check: "violence",
      user: "",
      limit: "0",
      cursor: "c".repeat(513),
      page: "2"
    })
    const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
    assert.sameMembers(
      issues.map((issue: string) => issue.split(": ")[0]),
      [
        "outcome",
        "policy",
        "mode",
        "dry_run",
        "since",
        "until",
        "check",
        "user",
        "limit",
        "cursor",
        "page"
      ].map((name) => `query.${name}`)
    )
    const said = issues.join("\n")
    assert.include(said, 'query.outcome: must be one of "allow", "review", "block"')
    assert.include(said, "query.limit: must be a whole number from 1 to 100")
    assert.match(said, /query\.since: must be a time in ISO 8601, such as 2026-12-31T23:59:59\.000Z/)
  })

  it.each([
    ["limit", "101"],
    ["limit", "1.5"],
    ["limit", "-1"],
    ["limit", "1e1"],
    ["limit", " 5"],
    ["limit", ""],
    ["user", "u".repeat(129)],
    ["user", "a\u0000b"],
    ["policy", "a\u0000b"],
    ["id_prefix", "a\u0000b"],
    ["policy", ""],
    ["since", ""],
    ["since", "2026-13-01"],
    ["since", "2026-11-01T24:00:00Z"],
    ["since", "2026-11-01T10:00:00+25:00"],
    ["since", "1760000000000"],
    ["since", "2026-11-01T10:00:00Z; DROP TABLE decisions"],
    ["until", "2025-02-29"],
    ["cursor", ""],
    ["Outcome", "block"],
    ["idPrefix", "dec_"]
  ])("refuses %s=%s", async (name, value) => {
    const { service } = fixture
    const { issues } = assertProblem(
      service,
      await list(fixture, service.keys.test, { [name]: value }),
      400,
      "invalid_request",
      "some"
    )
    assert.lengthOf(issues, 1)
    assert.isTrue(issues[0].startsWith(`query.${name}: `), issues[0])
  })

  it("refuses a parameter that is given twice", async () => {
    const { service } = fixture
    const reply = await list(fixture, service.keys.test, [
      ["outcome", "allow"],
      ["outcome", "block"]
    ])
    assertProblem(service, reply, 400, "invalid_request", "some")
  })

  it("is a 403 for the mode that is not the key's own, once the query is right", async () => {
    const { service } = fixture
    assertProblem(service, await list(fixture, service.keys.test, { mode: "live" }), 403, "mode_forbidden")
    assertProblem(service, await list(fixture, service.keys.live, { mode: "test" }), 403, "mode_forbidden")
    const wrong = await list(fixture, service.keys.test, { mode: "live", limit: "0" })
    assertProblem(service, wrong, 400, "invalid_request", "some")
  })

  it("needs a key, and takes no other method", async () => {
    const { service } = fixture
    assertProblem(service, await send(service.url, "/v1/decisions"), 401, "unauthorized")
    const reply = await send(service.url, "/v1/decisions", {
      method: "POST",
      headers: jsonHeaders(service.keys.test),
      body: "{}"
    })
    assert.strictEqual(reply.status, 405)
  })
})
