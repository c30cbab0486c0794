import { assert, describe, it } from "@effect/vitest"
import { asking, decide, dryRun, problemsOf, shareService } from "./fixture.ts"
import { hook, makePolicy, ok, wireDocument } from "./policyCalls.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const withPolicy = (policy: object = wireDocument()) => makePolicy(fixture, policy)

const problem = problemsOf(fixture)

const named = (name: string) => wireDocument({ name })

describe("a policy's versions", () => {
  it("are added without effect, and published to become current; an older one rolls back", async () => {
    const { calls, id, live } = await withPolicy()
    const prompt = fixture.engine.prompt()
    const versionOf = async (call = {}, rest = {}) =>
      (await decide(fixture.service, live, asking(prompt, rest), call)).policy.version

    const added = await ok(calls.addVersion(id, named("two")), 201)
    assert.deepStrictEqual(added, { policy_id: id, version: 2, current: false, policy: named("two") })
    assert.strictEqual(await versionOf(), 1)
    assert.strictEqual(await versionOf(dryRun, { policy_version: 2 }), 2)

    const published = await ok(calls.publish(id, { version: 2 }))
    assert.deepInclude(published, { id, current_version: 2, default: true, dry_run_version: null })
    assert.notProperty(published, "policy")
    assert.strictEqual(await versionOf(), 2)
    assert.deepStrictEqual(await ok(calls.version(id, 2)), { ...added, current: true })
    assert.strictEqual((await ok(calls.get(id))).policy.name, "two")
    // The policy keeps the name that it was given.
    assert.strictEqual((await ok(calls.get(id))).name, "Shop")

    assert.deepStrictEqual(await ok(calls.publish(id, { version: 2 })), published)
    assert.strictEqual((await ok(calls.publish(id, { version: 1 }))).current_version, 1)
    assert.strictEqual(await versionOf(), 1)
    const { versions } = await ok(calls.get(id))
    assert.deepStrictEqual(
      versions.map(({ current, version }: { current: boolean; version: number }) => [version, current]),
      [
        [2, false],
        [1, true]
      ]
    )
  })

  it("are a 404 where there is none, and a 400 where the number is none", async () => {
    const { calls, id } = await withPolicy()
    for (const version of [2, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e20]) {
      await problem(calls.version(id, BigInt(version).toString()), 404, "not_found")
      await problem(calls.publish(id, { version }), 404, "not_found")
      await problem(calls.dryRun(id, { version }), 404, "not_found")
    }
    await problem(calls.version(id, "9".repeat(40)), 404, "not_found")
    for (const version of ["0", "-1", "1.5", "1e3", "one", "01", "%20"]) {
      const { issues } = await problem(calls.version(id, version), 400, "invalid_request", "some")
      assert.deepStrictEqual(issues, ["path.version: must be an integer of 1 or more"])
    }
    for (const body of [{ version: 0 }, { version: 1.5 }, { version: "1" }, {}, { version: 1, x: 1 }, []]) {
      await problem(calls.publish(id, body), 400, "invalid_request", "some")
      await problem(calls.dryRun(id, body), 400, "invalid_request", "some")
    }
    await problem(calls.publish(id, { version: null }), 400, "invalid_request", "some")
  })

  it("are validated when they are added, and again when they are published", async () => {
    const { calls, id, tenantId } = await withPolicy()
    await problem(
      calls.addVersion(id, wireDocument({ adult: { max_level: 6 } })),
      422,
      "invalid_policy",
      "some"
    )
    await ok(calls.addVersion(id, named("two")), 201)
    // As if version 2 had been stored before a rule existed.
    await fixture.storage.rows(
      `UPDATE policy_versions SET document = replace(document::text, '"adultMaxLevel":5', '"adultMaxLevel":7')::json
       WHERE tenant_id = $1 AND version = 2`,
      [uuidOf(tenantId)]
    )
    const { issues } = await problem(calls.publish(id, { version: 2 }), 422, "invalid_policy", "some")
    assert.deepStrictEqual(issues, ["adult.max_level: is 7; it must be an integer from 1 to 5"])
    assert.strictEqual((await ok(calls.get(id))).current_version, 1)
    // The one that is current may stay, even if it could not become so any more.
    await fixture.storage.rows(
      "UPDATE policies SET current_version = 2 WHERE tenant_id = $1 AND current_version = 1",
      [uuidOf(tenantId)]
    )
    assert.strictEqual((await ok(calls.publish(id, { version: 2 }))).current_version, 2)
  })
})

describe("a webhook's secret", () => {
  const [a, b] = ["https://a.example.com/", "https://b.example.com/"]

  /** What is stored for each url of a version, opened by the service's own adapters. */
  const secretsOf = async ({ tenantId }: { tenantId: string }, id: string, version: number) =>
    (await fixture.storage.policySecrets(tenantId, id, version)).map(([url, secret]) => [url, secret])

  it("is kept by its placeholder, from the newest version that has the url", async () => {
    const made = await withPolicy(wireDocument({ webhooks: [hook(a, "the first secret of a")] }))
    const { calls, id } = made
    await ok(calls.addVersion(id, wireDocument({ webhooks: [hook(a, "the second secret of a")] })), 201)
    await ok(calls.addVersion(id, wireDocument({ webhooks: [hook(b, "the only secret of b")] })), 201)
    const both = wireDocument({ webhooks: [hook(a, "redacted"), hook(b, "redacted")] })
    const { policy } = await ok(calls.addVersion(id, both), 201)
    assert.deepStrictEqual(policy, both)
    assert.deepStrictEqual(await secretsOf(made, id, 4), [
      [a, "the second secret of a"],
      [b, "the only secret of b"]
    ])
  })

  it("stays that of its own entry, where several have one url", async () => {
    const webhooks = [hook(a, "secret number one"), hook(a, "secret number two")]
    const made = await withPolicy(wireDocument({ webhooks }))
    const { calls, id } = made
    const { policy } = await ok(calls.get(id))
    await ok(calls.addVersion(id, policy), 201)
    await ok(calls.addVersion(id, wireDocument({ webhooks: [...policy.webhooks, hook(a, "redacted")] })), 201)
    assert.deepStrictEqual(await secretsOf(made, id, 2), [
      [a, "secret number one"],
      [a, "secret number two"]
    ])
    assert.deepStrictEqual((await secretsOf(made, id, 3))[2], [a, "secret number two"])
  })

  it("is a 422 where none is stored for the url, and where it is short", async () => {
    const made = await withPolicy(wireDocument({ webhooks: [hook(a)] }))
    const webhooks = [hook(a, "redacted"), hook(b, "redacted"), hook(b, "short"), hook(a, "Redacted")]
    const { issues } = await problem(
      made.calls.addVersion(made.id, wireDocument({ webhooks })),
      422,
      "invalid_policy",
      "some"
    )
    assert.deepStrictEqual(issues, [
      'webhooks.1.secret: is "redacted", and no secret is stored for this url; send the secret itself',
      "webhooks.2.secret: is too short; it must have at least 16 characters",
      "webhooks.3.secret: is too short; it must have at least 16 characters"
    ])
  })

  it("is in no answer and in no row as it was sent", async () => {
    const secret = "CANARY-of-a-webhook-secret"
    const { calls, id, tenantId } = await withPolicy(wireDocument({ webhooks: [hook(a, secret)] }))
    const replies = [
      await calls.get(id),
      await calls.version(id, 1),
      await calls.list(),
      await calls.addVersion(
        id,
        wireDocument({ webhooks: [hook(a, secret), hook("https://10.0.0.1/", secret)] })
      )
    ]
    for (const { text } of replies) assert.notInclude(text, "CANARY")
    const rows = await fixture.storage.rows(
      `SELECT document::text FROM policy_versions WHERE tenant_id = $1
       UNION ALL SELECT concat(before::text, after::text) FROM audit_log WHERE tenant_id = $1`,
      [uuidOf(tenantId)]
    )
    assert.notInclude(JSON.stringify(rows), "CANARY")
    assert.notInclude(fixture.service.stderr(), "CANARY")
  })
})

describe("every change of a policy", () => {
  it("is in the audit log, with who made it, and what changes nothing is not", async () => {
    const { calls, id, tenantId } = await withPolicy()
    const second = await ok(calls.create({ preset: "family-app" }), 201)
    await ok(calls.addVersion(id, named("two")), 201)
    await ok(calls.publish(id, { version: 2 }))
    await ok(calls.publish(id, { version: 2 }))
    await ok(calls.makeDefault(second.id))
    await ok(calls.makeDefault(second.id))
    await ok(calls.dryRun(id, { version: 1 }))
    await ok(calls.dryRun(id, { version: 1 }))
    await ok(calls.dryRun(id, { version: null }))
    const entries = await fixture.storage.rows(
      "SELECT action, subject, before, after, actor FROM audit_log WHERE tenant_id = $1 AND action LIKE 'policy.%' ORDER BY entry",
      [uuidOf(tenantId)]
    )
    assert.deepStrictEqual(
      entries.map(({ action, after, before, subject }) => [action, subject, before, after]),
      [
        ["policy.created", id, null, { name: "Shop", preset: null, current_version: 1, default: true }],
        [
          "policy.created",
          second.id,
          null,
          { name: "family-app", preset: "family-app", current_version: 1, default: false }
        ],
        ["policy.version_added", id, null, { version: 2 }],
        ["policy.published", id, { current_version: 1 }, { current_version: 2 }],
        ["policy.made_default", second.id, { default_policy_id: id }, { default_policy_id: second.id }],
        ["policy.dry_run_set", id, { dry_run_version: null }, { dry_run_version: 1 }],
        ["policy.dry_run_set", id, { dry_run_version: 1 }, { dry_run_version: null }]
      ]
    )
    for (const { actor } of entries) assert.match(actor, /^key_[0-9a-f]{32}$/)
  })
})
