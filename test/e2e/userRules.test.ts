import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { send } from "../support/httpClient.ts"
import { asking, check, dryRun, jsonHeaders, shareService } from "./fixture.ts"
import { ok } from "./policyCalls.ts"
import { pausing, tagging } from "./ruleCalls.ts"
import { userWorkspace } from "./userWorkspace.ts"

const fixture = shareService()

const workspace = userWorkspace(fixture)

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
  it("blocks every check of the user from the next one on, until someone resumes them", async () => {
    const { blocked, calls, clean, explained, stored } = await workspace()
    const rule = await ok(calls.create(pausing({ count: 2 })), 201)
    await blocked("u")
    assert.strictEqual((await clean("u")).outcome, "allow")
    const second = await blocked("u")
    assert.isUndefined((await stored(second.id)).actions.user_paused)
    assert.include(
      (await explained(second.id)).actions.ran.join("\n"),
      "paused the end user until someone resumes them"
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
    const idTime = (id: string) => Number.parseInt(id.slice(4, 16), 16)
    for (;;) {
      const { id, outcome } = await clean("u")
      if (outcome === "allow") {
        assert.isAtLeast(idTime(id), Date.parse(paused_until))
        break
      }
      assert.isBelow(idTime(id), Date.parse(paused_until) + 1_000)
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
