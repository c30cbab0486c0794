import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { until } from "../support/until.ts"
import { assertProblem, jsonHeaders, shareService } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { pausing } from "./ruleCalls.ts"
import { uuidOf } from "./Storage.ts"
import { userWorkspace } from "./userWorkspace.ts"

const fixture = shareService()
const workspace = userWorkspace(fixture)

const none = { allow: 0, review: 0, block: 0 }

describe("an end user", () => {
  it("that was never seen is active and has no decisions", async () => {
    const { calls } = await workspace()
    assert.deepStrictEqual(await ok(calls.user("nobody")), {
      user: "nobody",
      mode: "live",
      state: "active",
      paused_since: null,
      paused_until: null,
      paused_by: null,
      counts: { "1d": none, "7d": none, "30d": none },
      last_decisions: []
    })
  })

  it("is paused and resumed by hand, in the key's mode, with an entry in the audit log", async () => {
    const { calls, clean, tenantId, testCalls } = await workspace()
    const paused = await ok(calls.pause("u", { note: "Asked by support." }))
    assert.deepStrictEqual([paused.state, paused.paused_until], ["paused", null])
    assert.strictEqual(paused.paused_by.note, "Asked by support.")
    assert.match(paused.paused_by.key, /^key_/)
    assert.deepStrictEqual(await ok(calls.user("u")), paused)
    assert.strictEqual((await clean("u")).outcome, "block")
    assert.strictEqual((await ok(testCalls.user("u"))).state, "active")
    await ok(testCalls.resume("u"))
    assert.strictEqual((await clean("u")).outcome, "block")
    assert.strictEqual((await ok(calls.resume("u", {}))).state, "active")
    assert.strictEqual((await clean("u")).outcome, "allow")
    await ok(testCalls.pause("u"))
    assert.strictEqual((await clean("u")).outcome, "allow")

    const rows = await fixture.storage.rows(
      "SELECT action, subject, after->>'mode' AS mode, after->>'note' AS note FROM audit_log WHERE tenant_id = $1 AND action LIKE 'user.%' ORDER BY entry",
      [uuidOf(tenantId)]
    )
    assert.deepStrictEqual(
      rows.map(({ action, mode, note, subject }) => [action, subject, mode, note]),
      [
        ["user.paused", "u", "live", "Asked by support."],
        ["user.resumed", "u", "live", null],
        ["user.paused", "u", "test", null]
      ]
    )
  })

  it("takes a note of 2,000 characters, a body or none, and nothing else", async () => {
    const { calls } = await workspace()
    await ok(calls.pause("u", { note: "\u{1f98a}".repeat(2_000) }))
    for (const [body, place] of [
      [{ note: "x".repeat(2_001) }, "note"],
      [{ note: null }, "note"],
      [{ seconds: 1 }, "seconds"],
      ["{", "body"],
      ["null", "body"],
      [[], "body"]
    ] as const) {
      const reply = await calls.pause("u", body)
      const { issues } = assertProblem(fixture.service, reply, 400, "invalid_request", "some")
      assert.deepStrictEqual(
        issues.map((issue: string) => issue.split(": ")[0]),
        [place]
      )
    }
  })

  it("is in the audit log within seconds when a rule pauses it", async () => {
    const { blocked, calls, tenantId } = await workspace()
    const rule = await ok(calls.create(pausing({ count: 1 })), 201)
    const { id: decision } = await blocked("u")
    const entries = () =>
      fixture.storage.rows(
        "SELECT subject, after->>'decision' AS decision FROM audit_log WHERE tenant_id = $1 AND actor = $2",
        [uuidOf(tenantId), rule.id]
      )
    await until("the pause is in the log", async () => (await entries()).length > 0)
    assert.deepStrictEqual(await entries(), [{ subject: "u", decision }])
  })

  it("is paused without a body, of whatever media type that is said to be", async () => {
    const { calls, live } = await workspace()
    const headers = { authorization: `Bearer ${live}`, "content-type": "application/x-www-form-urlencoded" }
    const pause = (user: string, body?: string) =>
      send(fixture.service.url, `/v1/users/${user}/pause`, {
        method: "POST",
        headers,
        ...(body === undefined ? {} : { body })
      })
    assert.strictEqual((await ok(pause("u", ""))).state, "paused")
    assert.strictEqual((await ok(calls.user("u"))).state, "paused")
    assertProblem(fixture.service, await pause("u", "note=x"), 415, "unsupported_media_type")
    const tooLong = assertProblem(
      fixture.service,
      await pause("x".repeat(129)),
      400,
      "invalid_request",
      "some"
    )
    assert.lengthOf(tooLong.issues, 1)
  })

  it("may have any id that a check takes, and none that it refuses", async () => {
    const { calls, clean, live } = await workspace()
    const ids = [
      "a/b",
      "a;b",
      "100%",
      "%2F",
      "%41",
      "a b+c",
      "?x=1&y#z",
      "ünïcode \u{1f98a}",
      "e\u0301",
      "\u00e9",
      "x/pause",
      "'\"\\{},$@:=!*()~",
      "\u{1f98a}".repeat(128),
      "__proto__",
      "\t\n"
    ]
    for (const id of ids) {
      const { id: decision } = await clean(id)
      assert.deepStrictEqual((await ok(calls.user(id))).last_decisions, [decision], id)
      assert.strictEqual((await ok(calls.pause(id))).user, id)
      assert.strictEqual((await clean(id)).outcome, "block", id)
      assert.strictEqual((await ok(calls.resume(id))).state, "active")
    }
    // As few characters encoded as there may be.
    const raw = await ok(send(fixture.service.url, "/v1/users/a;b@c,d", { headers: jsonHeaders(live) }))
    assert.strictEqual(raw.user, "a;b@c,d")
    for (const path of ["%00", "x".repeat(129), "%ff", "%", "%zz", "%ed%a0%80"]) {
      const reply = await send(fixture.service.url, `/v1/users/${path}`, { headers: jsonHeaders(live) })
      const { issues } = assertProblem(fixture.service, reply, 400, "invalid_request", "some")
      assert.match(issues[0], /^path\.user: /)
    }
  })
})
