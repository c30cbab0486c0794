import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { send } from "../support/httpClient.ts"
import { asking, assertProblem, check, decide, dryRun, jsonHeaders, setUp } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { pausing, ruleCalls, tagging } from "./ruleCalls.ts"
import type { WorkspaceOptions } from "./Storage.ts"

const fixture = setUp()

const workspace = async (options: WorkspaceOptions = {}) => {
  const { engine, service, storage } = fixture
  const made = await storage.createWorkspace({ policy: "stock-imagery", ...options })
  const decided = async (key: string, user: string, scores: object, ...rest: ReadonlyArray<object>) =>
    decide(service, key, { ...asking(engine.prompt({ ...scores })), user, ...rest[0] }, { ...rest[1] })
  const stored = async (id: string, key = made.live) =>
    ok(send(service.url, `/v1/decisions/${id}`, { headers: jsonHeaders(key) }))
  return {
    ...made,
    calls: ruleCalls(service, made.live),
    testCalls: ruleCalls(service, made.test),
    stored,
    explained: async (id: string) =>
      ok(send(service.url, `/v1/decisions/${id}/explain`, { headers: jsonHeaders(made.live) })),
    clean: (user: string, ...rest: ReadonlyArray<object>) => decided(made.live, user, {}, ...rest),
    blocked: (user: string, ...rest: ReadonlyArray<object>) =>
      decided(made.live, user, { adult: 0.9 }, ...rest),
    testBlocked: (user: string) => decided(made.test, user, { adult: 0.9 })
  }
}

const none = { allow: 0, review: 0, block: 0 }

describe("a rule that tags", () => {
  it("tags the decision that reaches the count and every later one, in the answer and as stored", async () => {
    const { blocked, calls, clean, explained, stored } = await workspace()
    const rule = await ok(calls.create(tagging()), 201)
    assert.deepStrictEqual((await blocked("u")).tags, [])
    assert.deepStrictEqual((await clean("u")).tags, [])
    assert.deepStrictEqual((await blocked("u")).tags, [])
    const third = await blocked("u")
    assert.deepStrictEqual(third.tags, ["watch"])
    assert.deepStrictEqual((await stored(third.id)).tags, ["watch"])
    const later = await clean("u")
    assert.deepStrictEqual([later.outcome, later.tags], ["allow", ["watch"]])
    assert.deepStrictEqual((await clean("other")).tags, [])
    const { actions } = await explained(third.id)
    assert.include(
      actions.ran,
      `The rule "${rule.name}" applied the tag watch, because 3 or more of this user's decisions within 3600 seconds fulfil it.`
    )
  })

  it("counts by check, by policy and by tag, and tags of other rules too", async () => {
    const { blocked, calls, policyId } = await workspace()
    const when = { outcome: ["block"] }
    await ok(
      calls.create(tagging({ count: 2, when: { ...when, check: "adult" }, then: { type: "tag", tag: "a" } })),
      201
    )
    await ok(
      calls.create(
        tagging({ count: 2, when: { ...when, check: "real_person" }, then: { type: "tag", tag: "b" } })
      ),
      201
    )
    await ok(
      calls.create(tagging({ count: 1, when: { ...when, tag: "a" }, then: { type: "tag", tag: "c" } })),
      201
    )
    await ok(
      calls.create(
        tagging({ count: 2, when: { ...when, policy: policyId }, then: { type: "tag", tag: "d" } })
      ),
      201
    )
    assert.deepStrictEqual((await blocked("u")).tags, [])
    assert.deepStrictEqual((await blocked("u")).tags, ["a", "c", "d"])
  })

  it("sends the webhooks that listen for tags", async () => {
    const { calls, clean, live, stored } = await workspace()
    await ok(calls.create(tagging({ when: { outcome: ["allow"] }, count: 1 })), 201)
    const policy = await ok(
      send(fixture.service.url, "/v1/policies", {
        method: "POST",
        headers: jsonHeaders(live),
        body: JSON.stringify({
          policy: {
            version: 1,
            name: "Hooked",
            checks: {
              minors_sexual: {
                act: 0.5,
                review: 0.3,
                on_act: { type: "block" },
                on_review: { type: "review" }
              }
            },
            adult: { max_level: 5 },
            youth_coded_adult: "review",
            webhooks: [{ url: "https://hooks.example.com/a", events: ["tag"], secret: "0123456789abcdef" }],
            tags: {}
          }
        })
      }),
      201
    )
    const { id } = await clean("u", { policy: policy.id })
    assert.deepStrictEqual((await stored(id)).actions.webhook_events, ["tag"])
  })

  it("counts what was decided before it was made, and nothing once it is disabled or deleted", async () => {
    const { blocked, calls, clean } = await workspace()
    await blocked("u")
    await blocked("u")
    const { id } = await ok(calls.create(tagging({ count: 2 })), 201)
    assert.deepStrictEqual((await clean("u")).tags, ["watch"])
    await ok(calls.change(id, { enabled: false }))
    assert.deepStrictEqual((await blocked("u")).tags, [])
    await ok(calls.change(id, { enabled: true, count: 4 }))
    assert.deepStrictEqual((await clean("u")).tags, [])
    assert.deepStrictEqual((await blocked("u")).tags, ["watch"])
    await ok(calls.remove(id))
    assert.deepStrictEqual((await blocked("u")).tags, [])
  })

  it("counts neither dry runs nor replays, and keeps the modes apart", async () => {
    const { blocked, calls, testBlocked } = await workspace()
    await ok(calls.create(tagging({ count: 2 })), 201)
    await blocked("u", {}, dryRun)
    await blocked("u", {}, dryRun)
    const prompt = fixture.engine.prompt({ adult: 0.9 })
    const once = { headers: { "idempotency-key": "k" } }
    const { live } = await workspace()
    assert.isString(live)
    const again = async () => blocked("u", asking(prompt), once)
    const [first, second] = [await again(), await again()]
    assert.strictEqual(second.id, first.id)
    await testBlocked("u")
    const tried = await blocked("u", {}, dryRun)
    assert.deepStrictEqual(tried.tags, [])
    assert.deepStrictEqual((await blocked("u")).tags, ["watch"])
    // A dry run shows what holds, and adds nothing to it.
    assert.deepStrictEqual((await blocked("u", {}, dryRun)).tags, ["watch"])
  })
})

describe("a rule that pauses", () => {
  it("blocks every check of the user from the next one on, until someone resumes it", async () => {
    const { blocked, calls, clean, explained, stored } = await workspace()
    const rule = await ok(calls.create(pausing({ count: 2 })), 201)
    await blocked("u")
    assert.strictEqual((await clean("u")).outcome, "allow")
    const second = await blocked("u")
    assert.isUndefined((await stored(second.id)).actions.user_paused)
    assert.include(
      (await explained(second.id)).actions.ran.join("\n"),
      "paused the end user until someone resumes it"
    )

    const paused = await clean("u")
    assert.strictEqual(paused.outcome, "block")
    assert.sameMembers(Object.keys(paused.checks), [
      "minors_sexual",
      "adult",
      "real_person",
      "copyrighted_ip"
    ])
    assert.isTrue((await stored(paused.id)).actions.user_paused)
    const { actions, decided_by, summary } = await explained(paused.id)
    assert.deepStrictEqual(decided_by, { check: "user_paused", policy_line: null, action: { type: "block" } })
    assert.isTrue(actions.user_paused)
    assert.strictEqual(summary, "Blocked: the end user is paused.")
    const byCheck = await explained((await blocked("u")).id)
    assert.strictEqual(byCheck.decided_by.check, "adult")
    assert.isTrue(byCheck.actions.user_paused)
    assert.strictEqual((await clean("other")).outcome, "allow")

    const user = await ok(calls.user("u"))
    assert.deepStrictEqual(
      [user.state, user.paused_until, user.paused_by],
      ["paused", null, { type: "rule", rule: rule.id, decision: second.id }]
    )
    assert.deepStrictEqual(user.counts, {
      "1d": { allow: 1, review: 0, block: 4 },
      "7d": { allow: 1, review: 0, block: 4 },
      "30d": { allow: 1, review: 0, block: 4 }
    })
    assert.lengthOf(user.last_decisions, 5)
    assert.strictEqual(user.last_decisions[1], paused.id)

    assert.strictEqual((await ok(calls.resume("u"))).state, "active")
    assert.strictEqual((await clean("u")).outcome, "allow")
    // What made the pause does not make another.
    await blocked("u")
    assert.strictEqual((await clean("u")).outcome, "allow")
    await blocked("u")
    assert.strictEqual((await clean("u")).outcome, "block")
  })

  it("ends by itself, and is not fed by its own blocks", async () => {
    const { blocked, calls, clean } = await workspace()
    await ok(calls.create(pausing({ count: 1, then: { type: "pause", seconds: 2 } })), 201)
    await blocked("u")
    const { paused_since, paused_until } = await ok(calls.user("u"))
    assert.strictEqual(Date.parse(paused_until) - Date.parse(paused_since), 2_000)
    while (Date.now() < Date.parse(paused_until)) {
      const { outcome } = await clean("u")
      if (Date.now() < Date.parse(paused_until)) assert.strictEqual(outcome, "block")
      await delay(100)
    }
    assert.strictEqual((await clean("u")).outcome, "allow")
    assert.strictEqual((await ok(calls.user("u"))).state, "active")
  })

  it("pauses in the mode that was counted, and in no dry run", async () => {
    const { blocked, calls, clean, testBlocked, testCalls } = await workspace()
    await ok(calls.create(pausing({ count: 1 })), 201)
    await blocked("u", {}, dryRun)
    assert.strictEqual((await ok(calls.user("u"))).state, "active")
    await testBlocked("u")
    assert.strictEqual((await ok(testCalls.user("u"))).state, "paused")
    assert.strictEqual((await ok(calls.user("u"))).state, "active")
    assert.strictEqual((await clean("u")).outcome, "allow")
  })

  it("counts and tags in shadow mode, and pauses nobody", async () => {
    const { blocked, calls, clean } = await workspace({ shadowMode: true })
    await ok(calls.create(pausing({ count: 1 })), 201)
    await ok(calls.create(tagging({ count: 2 })), 201)
    await blocked("u")
    assert.deepStrictEqual((await blocked("u")).tags, ["watch"])
    assert.strictEqual((await ok(calls.user("u"))).state, "active")
    // A person's pause blocks, and is not acted on.
    await ok(calls.pause("u"))
    const paused = await clean("u")
    assert.deepStrictEqual([paused.outcome, paused.shadow_mode], ["block", true])
  })
})

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
    const { calls, clean, live, tenantId, test, testCalls } = await workspace()
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
      [tenantId.slice(4)]
    )
    assert.deepStrictEqual(
      rows.map(({ action, mode, note, subject }) => [action, subject, mode, note]),
      [
        ["user.paused", "u", "live", "Asked by support."],
        ["user.resumed", "u", "live", null],
        ["user.paused", "u", "test", null]
      ]
    )
    assert.notStrictEqual(live, test)
  })

  it("takes a note of 2,000 characters, a body or none, and nothing else", async () => {
    const { calls } = await workspace()
    await ok(calls.pause("u", { note: "\u{1f98a}".repeat(2_000) }))
    for (const [body, place] of [
      [{ note: "x".repeat(2_001) }, "note"],
      [{ note: null }, "note"],
      [{ seconds: 1 }, "seconds"],
      ["{", "body"],
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
    for (const path of ["%00", "x".repeat(129)]) {
      const reply = await send(fixture.service.url, `/v1/users/${path}`, { headers: jsonHeaders(live) })
      const { issues } = assertProblem(fixture.service, reply, 400, "invalid_request", "some")
      assert.match(issues[0], /^path\.user: /)
    }
    for (const path of ["%ff", "%", "%zz", "%ed%a0%80"]) {
      const reply = await send(fixture.service.url, `/v1/users/${path}`, { headers: jsonHeaders(live) })
      assert.strictEqual(reply.status, 404)
    }
  })
})

describe("checks of one user at once", () => {
  it("reach the count exactly once, whatever their order", async () => {
    const { calls, live } = await workspace()
    await ok(calls.create(tagging({ count: 10 })), 201)
    const body = () => ({ ...asking(fixture.engine.prompt({ adult: 0.9 })), user: "u" })
    const replies = await Promise.all(Array.from({ length: 30 }, () => check(fixture.service, live, body())))
    const tagged = replies.map((reply) => reply.json()).filter(({ tags }) => tags.includes("watch"))
    assert.lengthOf(tagged, 21)
  })
})
