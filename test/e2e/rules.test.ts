import { assert, describe, it } from "@effect/vitest"
import { call } from "./call.ts"
import { assertProblem, assertRateLimitHeaders, problemsOf, shareService, timestamp } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { pausing, ruleCalls, tagging } from "./ruleCalls.ts"
import type { WorkspaceOptions } from "./Storage.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const workspace = async (options: WorkspaceOptions = {}) => {
  const made = await fixture.storage.createWorkspace(options)
  return {
    ...made,
    calls: ruleCalls(fixture.service, made.live),
    testCalls: ruleCalls(fixture.service, made.test)
  }
}

const problem = problemsOf(fixture)

const unknownRule = `rul_${"0".repeat(32)}`

const audit = async (tenantId: string) => {
  const rows = await fixture.storage.rows(
    "SELECT actor, action, subject, before, after FROM audit_log WHERE tenant_id = $1 AND action ~ '^(rule|user)\\.' ORDER BY entry",
    [uuidOf(tenantId)]
  )
  return rows
}

describe("rules", () => {
  it("are made, read, changed and deleted, each with an entry in the audit log", async () => {
    const { calls, policyId, tenantId, testCalls } = await workspace()
    assert.deepStrictEqual(await ok(calls.list()), { data: [] })
    const body = tagging({
      enabled: false,
      when: { outcome: ["block", "review"], check: "adult", tag: "adult", policy: policyId }
    })
    const reply = await calls.create(body)
    assertRateLimitHeaders(reply)
    const made = await ok(Promise.resolve(reply), 201)
    const { created_at, id, ...rest } = made
    assert.deepStrictEqual(rest, body)
    assert.match(id, /^rul_[0-9a-f]{32}$/)
    assert.match(created_at, timestamp)
    const second = await ok(calls.create(pausing()), 201)
    assert.isTrue(second.enabled)
    assert.deepStrictEqual(await ok(testCalls.list()), { data: [second, made] })
    assert.deepStrictEqual(await ok(testCalls.get(id)), made)

    assert.deepStrictEqual(await ok(calls.change(id, {})), made)
    const changes = {
      name: "Any",
      enabled: true,
      when: { outcome: ["allow"] },
      count: 1_000,
      window_seconds: 60,
      then: { type: "pause", seconds: 31_536_000 }
    }
    for (const [field, value] of Object.entries(changes)) {
      assert.deepStrictEqual((await ok(calls.change(id, { [field]: value })))[field], value)
    }
    const changed = await ok(calls.get(id))
    assert.deepStrictEqual(changed, { id, created_at, ...changes })

    assert.deepStrictEqual(await ok(calls.remove(id)), changed)
    await problem(calls.remove(id), 404, "not_found")
    await problem(calls.get(id), 404, "not_found")
    assert.deepStrictEqual(await ok(calls.list()), { data: [second] })

    const entries = await audit(tenantId)
    assert.deepStrictEqual(
      entries.map(({ action, subject }) => [action, subject]),
      [
        ["rule.created", id],
        ["rule.created", second.id],
        ...Object.keys(changes).map(() => ["rule.changed", id]),
        ["rule.deleted", id]
      ]
    )
    assert.match(entries[0]?.actor, /^key_/)
    assert.deepStrictEqual([entries[2]?.before.name, entries[2]?.after.name], ["Three blocks", "Any"])
  })

  it("are refused with every value that does not fit", async () => {
    const { calls } = await workspace()
    const refused: ReadonlyArray<readonly [object, string]> = [
      [{ name: "" }, "name"],
      [{ name: "x".repeat(121) }, "name"],
      [{ name: null }, "name"],
      [{ enabled: 1 }, "enabled"],
      [{ count: 0 }, "count"],
      [{ count: 1_001 }, "count"],
      [{ count: 1.5 }, "count"],
      [{ window_seconds: 59 }, "window_seconds"],
      [{ window_seconds: 2_592_001 }, "window_seconds"],
      [{ when: {} }, "when.outcome"],
      [{ when: { outcome: "block" } }, "when.outcome"],
      [{ when: { outcome: [] } }, "when.outcome"],
      [{ when: { outcome: ["block", "block"] } }, "when.outcome"],
      [{ when: { outcome: ["blocked"] } }, "when.outcome.0"],
      [{ when: { outcome: ["block"], check: "x" } }, "when.check"],
      [{ when: { outcome: ["block"], tag: "" } }, "when.tag"],
      [{ when: { outcome: ["block"], policy: "" } }, "when.policy"],
      [{ when: { outcome: ["block"], user: "x" } }, "when.user"],
      [{ then: { type: "tag" } }, "then.tag"],
      [{ then: { type: "tag", tag: "a\0" } }, "then.tag"],
      [{ then: { type: "pause" } }, "then.seconds"],
      [{ then: { type: "pause", seconds: 0 } }, "then.seconds"],
      [{ then: { type: "pause", seconds: 31_536_001 } }, "then.seconds"],
      [{ then: { type: "block" } }, "then"],
      [{ note: "x" }, "note"]
    ]
    const { id } = await ok(calls.create(tagging()), 201)
    for (const [change, place] of refused) {
      for (const reply of [calls.create(tagging(change)), calls.change(id, change)]) {
        const { issues } = await problem(reply, 400, "invalid_request", "some")
        assert.deepStrictEqual(
          issues.map((issue: string) => issue.slice(0, issue.indexOf(": "))),
          [place],
          JSON.stringify(change)
        )
      }
    }
    for (const change of [
      { count: 1 },
      { count: 1_000 },
      { window_seconds: 60 },
      { window_seconds: 2_592_000 }
    ]) {
      await ok(calls.create(tagging(change)), 201)
    }
    for (const missing of ["name", "when", "count", "window_seconds", "then"]) {
      const { issues } = await problem(
        calls.create(tagging({ [missing]: undefined })),
        400,
        "invalid_request",
        "some"
      )
      assert.deepStrictEqual(issues, [`${missing}: is required`])
    }
    const wrong = calls.create(tagging({ when: 1, then: { type: "block" } }))
    assert.deepStrictEqual((await problem(wrong, 400, "invalid_request", "some")).issues, [
      "when: expected object",
      'then: must be an object whose type is one of "tag", "pause"'
    ])
  })

  it("name a policy of the workspace, or none", async () => {
    const { calls } = await workspace()
    const other = await workspace()
    for (const policy of ["nonsense", `pol_${"0".repeat(32)}`, other.policyId]) {
      await problem(calls.create(tagging({ when: { outcome: ["block"], policy } })), 404, "policy_not_found")
    }
  })

  it("are read with any key and written with live ones", async () => {
    const { calls, testCalls } = await workspace()
    const { id } = await ok(calls.create(tagging()), 201)
    await problem(testCalls.create(tagging()), 403, "test_key_forbidden")
    for (const reply of [testCalls.change(id, {}), testCalls.remove(id), testCalls.remove(unknownRule)]) {
      await problem(reply, 403, "test_key_forbidden")
    }
  })

  it("of another workspace are the same 404 as what never was", async () => {
    const [mine, theirs] = [await workspace(), await workspace()]
    const { id } = await ok(theirs.calls.create(tagging()), 201)
    const bodies = new Set<string>()
    for (const rule of [id, unknownRule, "nonsense", "x".repeat(64)]) {
      for (const reply of [
        mine.calls.get(rule),
        mine.calls.change(rule, { count: 1 }),
        mine.calls.remove(rule)
      ]) {
        await problem(reply, 404, "not_found")
        bodies.add((await reply).text)
      }
    }
    assert.strictEqual(bodies.size, 1)
    await problem(mine.calls.get("x".repeat(65)), 400, "invalid_request", "some")
    await ok(theirs.calls.get(id))
  })

  it("are read-only when the plan has ended", async () => {
    const { calls, ...rest } = await workspace()
    const { id } = await ok(calls.create(tagging()), 201)
    await fixture.storage.setSubscription(rest, { state: "inactive" })
    await problem(calls.create(tagging()), 402, "subscription_inactive")
    await problem(calls.change(id, { count: 1 }), 402, "subscription_inactive")
    await problem(calls.remove(id), 402, "subscription_inactive")
    await problem(calls.pause("u"), 402, "subscription_inactive")
    await problem(calls.resume("u"), 402, "subscription_inactive")
    await ok(calls.get(id))
    await ok(calls.user("u"))
  })

  it("are no more than the plan has, of 200 at once", async () => {
    const { calls, live } = await workspace({ subscription: { plan: "growth" } })
    const replies = await Promise.all(Array.from({ length: 200 }, () => calls.create(tagging())))
    assert.lengthOf(
      replies.filter(({ status }) => status === 201),
      25
    )
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      const { allowed, limit, used } = assertProblem(fixture.service, reply, 402, "plan_required")
      assert.deepStrictEqual([limit, allowed, used], ["rules", 25, 25])
    }
    const plan = (await call(fixture.service, live, "GET", "/v1/plan")).json()
    assert.strictEqual(plan.usage.rules, 25)
    const none = await workspace({ subscription: { plan: "none", state: "none" } })
    const { allowed, limit, used } = await problem(none.calls.create(tagging()), 402, "plan_required")
    assert.deepStrictEqual([limit, allowed, used], ["rules", 0, 0])
  })
})
