import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import {
  assertProblem,
  assertRateLimitHeaders,
  jsonHeaders,
  problemsOf,
  shareService,
  timestamp
} from "./fixture.ts"
import { hook, ok, policyCalls, unknownId, wireDocument } from "./policyCalls.ts"
import type { WorkspaceOptions } from "./Storage.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const workspace = async (options: WorkspaceOptions = { policy: undefined }) => {
  const made = await fixture.storage.createWorkspace(options)
  return { ...made, calls: policyCalls(fixture.service, made.live) }
}

const problem = problemsOf(fixture)

describe("GET /v1/presets", () => {
  it("returns four complete documents, each of which makes a policy", async () => {
    const { calls, live } = await workspace()
    const reply = await send(fixture.service.url, "/v1/presets", { headers: jsonHeaders(live) })
    assertRateLimitHeaders(reply)
    const { data } = await ok(Promise.resolve(reply))
    assert.deepStrictEqual(
      data.map(({ name }: { name: string }) => name),
      ["adult-platform", "chat-assistant", "stock-imagery", "family-app"]
    )
    for (const { policy } of data) {
      const created = await ok(calls.create({ policy }), 201)
      assert.strictEqual(JSON.stringify(created.policy), JSON.stringify(policy))
    }
  })
})

describe("POST /v1/policies", () => {
  it("makes a policy of a preset, with version 1 current", async () => {
    const { calls, keyId } = await withKeyId()
    const reply = await calls.create({ preset: "family-app" })
    assertRateLimitHeaders(reply)
    const { created_at, id, policy, versions, ...rest } = await ok(Promise.resolve(reply), 201)
    assert.match(id, /^pol_[0-9a-f]{32}$/)
    assert.match(created_at, timestamp)
    assert.strictEqual(policy.name, "family-app")
    assert.deepStrictEqual(rest, {
      name: "family-app",
      preset: "family-app",
      current_version: 1,
      default: true,
      dry_run_version: null
    })
    assert.match(versions[0].created_at, timestamp)
    assert.deepStrictEqual(
      versions.map(({ created_at: _at, ...version }: { created_at: string }) => version),
      [{ version: 1, current: true, created_by: keyId }]
    )
  })

  it("makes a policy of a document, which reads as it was sent, order included, but for its secrets", async () => {
    const { calls } = await workspace()
    const document = wireDocument({ webhooks: [hook("https://hooks.example.com/a")] })
    const created = await ok(calls.create({ policy: document }), 201)
    const redacted = { ...document, webhooks: [hook("https://hooks.example.com/a", "redacted")] }
    assert.strictEqual(created.preset, null)
    assert.strictEqual(created.name, "Shop")
    for (const { policy } of [
      created,
      await ok(calls.get(created.id)),
      await ok(calls.version(created.id, 1))
    ]) {
      assert.deepStrictEqual(policy, redacted)
      assert.deepStrictEqual(Object.keys(policy.checks), ["real_person", "minors_sexual", "adult"])
      assert.deepStrictEqual(Object.keys(policy.tags), ["z", "a"])
    }
  })

  it("takes a name, of 120 characters at the most, and none shorter than one", async () => {
    const { calls } = await workspace()
    const longest = "\u{1f98a}".repeat(120)
    assert.strictEqual((await ok(calls.create({ preset: "family-app", name: longest }), 201)).name, longest)
    // A document's own name may be longer than a policy's.
    const policy = wireDocument({ name: "n".repeat(121) })
    assert.strictEqual((await ok(calls.create({ policy }), 201)).name, "n".repeat(120))
    for (const name of ["", `${longest}x`, "a\0", "\ud800"]) {
      await problem(calls.create({ preset: "family-app", name }), 400, "invalid_request", "some")
    }
  })

  it("makes the first policy the default, and a later one when told to", async () => {
    const { calls } = await workspace()
    const first = await ok(calls.create({ preset: "family-app", default: false }), 201)
    const second = await ok(calls.create({ preset: "family-app" }), 201)
    const third = await ok(calls.create({ preset: "family-app", default: true }), 201)
    assert.deepStrictEqual([first.default, second.default, third.default], [true, false, true])
    const { data } = await ok(calls.list())
    assert.deepStrictEqual(
      data.map((policy: { id: string; default: boolean }) => [policy.id, policy.default]),
      [
        [third.id, true],
        [second.id, false],
        [first.id, false]
      ]
    )
  })

  it("wants exactly one of preset and policy", async () => {
    const { calls } = await workspace()
    for (const body of [{}, { name: "x" }, { preset: "family-app", policy: wireDocument() }]) {
      const { issues } = await problem(calls.create(body), 400, "invalid_request", "some")
      assert.deepStrictEqual(issues, ["body: must have exactly one of preset and policy"])
    }
    const { issues } = await problem(calls.create({ name: "", x: 1 }), 400, "invalid_request", "some")
    assert.sameMembers(issues, [
      "x: is not a known field",
      "name: must have at least 1 character",
      "body: must have exactly one of preset and policy"
    ])
  })

  it("knows no other preset", async () => {
    const { calls } = await workspace()
    for (const preset of ["nothing", "Family-App", "constructor", "x".repeat(65)]) {
      await problem(calls.create({ preset }), 422, "unknown_preset")
    }
    for (const preset of ["", "a\0", 1, null]) {
      await problem(calls.create({ preset }), 400, "invalid_request", "some")
    }
  })

  it("tells every rule that a document breaks, with its place in the document", async () => {
    const { calls } = await workspace()
    const checks = {
      real_person: { act: 1.5, review: 0.4, on_act: { type: "tag", tag: "q" }, on_review: { type: "allow" } }
    }
    const webhooks = [
      { url: "https://10.0.0.1/", events: [], secret: "short" },
      hook("https://a.example.com/", "redacted")
    ]
    const policy = wireDocument({ checks, webhooks, adult: { max_level: 6 } })
    const { issues } = await problem(calls.create({ policy }), 422, "invalid_policy", "some")
    assert.deepStrictEqual(
      issues.map((issue: string) => issue.split(": ")[0]),
      [
        "checks.minors_sexual",
        "checks.real_person.act",
        "adult.max_level",
        "checks.real_person.on_act.tag",
        "webhooks.0.url",
        "webhooks.0.events",
        "webhooks.0.secret",
        "webhooks.1.secret"
      ]
    )
    assert.deepStrictEqual((await ok(calls.list())).data, [])
  })

  it("refuses the service's own address as a webhook's", async () => {
    const { calls } = await workspace()
    const policy = wireDocument({ webhooks: [hook(`${fixture.service.url}/v1/check`)] })
    await problem(calls.create({ policy }), 422, "invalid_policy", "some")
  })

  it("makes no more policies than the plan has, of 200 at once", async () => {
    const { calls } = await workspace({ policy: undefined, subscription: { plan: "growth" } })
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => calls.create({ preset: "family-app" }))
    )
    assert.lengthOf(
      replies.filter(({ status }) => status === 201),
      10
    )
    const refused = replies.filter(({ status }) => status !== 201)
    for (const reply of refused) {
      const { allowed, limit, plan, state, used } = assertProblem(
        fixture.service,
        reply,
        402,
        "plan_required"
      )
      assert.deepStrictEqual(
        { allowed, limit, plan, state, used },
        { allowed: 10, limit: "policies", plan: "growth", state: "active", used: 10 }
      )
    }
    assert.lengthOf((await ok(calls.list())).data, 10)
  })

  it("asks for a plan before it looks at what the document means, and after its shape", async () => {
    const { calls } = await workspace({ policy: "family-app", subscription: { plan: "starter" } })
    await problem(calls.create({ preset: "nothing" }), 402, "plan_required")
    await problem(calls.create({ policy: wireDocument({ adult: { max_level: 9 } }) }), 402, "plan_required")
    await problem(calls.create({ preset: 1 }), 400, "invalid_request", "some")
  })

  it("may be done with a test key", async () => {
    const { calls, test } = await workspace()
    const { id } = await ok(policyCalls(fixture.service, test).create({ preset: "family-app" }), 201)
    assert.strictEqual((await ok(calls.get(id))).id, id)
  })
})

/** A workspace without a policy, and the id of its live key. */
const withKeyId = async () => {
  const made = await workspace()
  const [key] = await fixture.storage.rows(
    "SELECT replace(id::text, '-', '') AS id FROM api_keys WHERE tenant_id = $1 AND mode = 'live'",
    [uuidOf(made.tenantId)]
  )
  return { ...made, keyId: `key_${key?.id}` }
}

describe("a policy's id in a path", () => {
  it("is a 404 where it names nothing, whatever it looks like, and a 400 where it is too long", async () => {
    const { calls } = await workspace()
    const other = await workspace({ policy: "family-app" })
    const document = wireDocument()
    const names = [String(other.policyId), unknownId, "nonsense", "%00", "x".repeat(64)]
    for (const id of names) {
      for (const reply of [
        await calls.get(id),
        await calls.version(id, 1),
        await calls.addVersion(id, document),
        await calls.publish(id, { version: 1 }),
        await calls.makeDefault(id),
        await calls.dryRun(id, { version: 1 }),
        await calls.dryRun(id, { version: null })
      ]) {
        assertProblem(fixture.service, reply, 404, "not_found")
      }
    }
    const long = "x".repeat(65)
    for (const reply of [calls.get(long), calls.version(long, 1), calls.publish(long, { version: 1 })]) {
      const { issues } = await problem(reply, 400, "invalid_request", "some")
      assert.match(issues[0], /^path\.id: /)
    }
  })
})

describe("a workspace whose plan has ended", () => {
  it("reads its policies and changes none of them", async () => {
    const { calls, policyId = "" } = await workspace({
      policy: "family-app",
      subscription: { state: "inactive" }
    })
    const refused = [
      calls.create({ preset: "nothing" }),
      calls.addVersion(policyId, wireDocument({ webhooks: [hook("https://10.0.0.1/")] })),
      calls.publish(policyId, { version: 9 }),
      calls.makeDefault(unknownId),
      calls.dryRun(policyId, { version: 1 })
    ]
    for (const reply of refused) await problem(reply, 402, "subscription_inactive")
    await problem(calls.publish(policyId, {}), 400, "invalid_request", "some")
    assert.lengthOf((await ok(calls.list())).data, 1)
    await ok(calls.get(policyId))
    await ok(calls.version(policyId, 1))
  })
})
