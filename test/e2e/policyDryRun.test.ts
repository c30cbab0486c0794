import { assert, describe, it } from "@effect/vitest"
import { send } from "../support/httpClient.ts"
import { asking, decide, dryRun, jsonHeaders, shareService } from "./fixture.ts"
import { hook, makePolicy, ok, wireDocument } from "./policyCalls.ts"
import { uuidOf } from "./Storage.ts"

const fixture = shareService()

const withPolicy = () => makePolicy(fixture, wireDocument())

describe("a dry-run version", () => {
  /** Blocks real people, where version 1 only tags them. */
  const stricter = wireDocument({
    checks: {
      ...wireDocument().checks,
      real_person: { act: 0.6, review: 0.4, on_act: { type: "block" }, on_review: { type: "review" } },
      copyrighted_ip: { act: 0.5, review: 0.3, on_act: { type: "block" }, on_review: { type: "review" } }
    },
    webhooks: [hook("https://a.example.com/")]
  })

  const rowsOf = (tenantId: string) =>
    fixture.storage.rows(
      `SELECT mode, dry_run, outcome, policy_version AS version, idempotency_key AS key FROM decisions
       WHERE tenant_id = $1 ORDER BY id`,
      [uuidOf(tenantId)]
    )

  it("is decided beside every check, from one answer of the engine, and counts as nothing", async () => {
    const { calls, id, live, tenantId, test } = await withPolicy()
    await ok(calls.addVersion(id, stricter), 201)
    const summary = await ok(calls.dryRun(id, { version: 2 }))
    assert.deepInclude(summary, { id, current_version: 1, dry_run_version: 2 })
    assert.strictEqual((await ok(calls.list())).data[0].dry_run_version, 2)
    const prompt = fixture.engine.prompt({ real_person: 0.9 })
    const headers = { "idempotency-key": "order-1" }
    const answer = await decide(fixture.service, live, asking(prompt), { headers })
    assert.deepInclude(answer, { outcome: "allow", tags: ["z"], dry_run: false })
    assert.deepStrictEqual(Object.keys(answer.checks), ["real_person", "minors_sexual"])
    // A replay decides nothing, a dry run tries nothing.
    assert.deepStrictEqual(await decide(fixture.service, live, asking(prompt), { headers }), answer)
    await decide(fixture.service, live, asking(prompt), dryRun)
    await decide(fixture.service, test, asking(prompt))
    assert.deepStrictEqual(await rowsOf(tenantId), [
      { mode: "live", dry_run: false, outcome: "allow", version: 1, key: "order-1" },
      { mode: "live", dry_run: true, outcome: "block", version: 2, key: null },
      { mode: "live", dry_run: true, outcome: "allow", version: 1, key: null },
      { mode: "test", dry_run: false, outcome: "allow", version: 1, key: null },
      { mode: "test", dry_run: true, outcome: "block", version: 2, key: null }
    ])
    const asked = fixture.engine.asked(prompt).map(({ checks }) => checks.length)
    assert.deepStrictEqual(asked, [4, 3, 4])
    const usage = await fixture.storage.rows(
      "SELECT mode, sum(checks)::int AS checks, sum(blocked)::int AS blocked FROM usage_days WHERE tenant_id = $1 GROUP BY mode ORDER BY mode",
      [uuidOf(tenantId)]
    )
    assert.deepStrictEqual(usage, [
      { mode: "live", checks: 2, blocked: 0 },
      { mode: "test", checks: 1, blocked: 0 }
    ])
    const [deliveries] = await fixture.storage.rows(
      "SELECT count(*)::int AS count FROM webhook_deliveries WHERE tenant_id = $1",
      [uuidOf(tenantId)]
    )
    assert.strictEqual(deliveries?.count, 0)
  })

  it("is named in the explanations of both decisions", async () => {
    const { calls, id, live, tenantId } = await withPolicy()
    await ok(calls.addVersion(id, stricter), 201)
    await ok(calls.dryRun(id, { version: 2 }))
    const answer = await decide(fixture.service, live, asking(fixture.engine.prompt({ real_person: 0.9 })))
    const [row] = await fixture.storage.rows(
      "SELECT replace(id::text, '-', '') AS id FROM decisions WHERE tenant_id = $1 AND dry_run",
      [uuidOf(tenantId)]
    )
    const explain = async (decision: string) =>
      (
        await send(fixture.service.url, `/v1/decisions/${decision}/explain?margins=true`, {
          headers: jsonHeaders(live)
        })
      ).json()
    const tried = await explain(`dec_${row?.id}`)
    assert.strictEqual(
      tried.summary,
      "Dry run, blocked: the prompt scored 0.90 on real people, over this policy's line of 0.60."
    )
    assert.include(
      tried.actions.ran,
      `Made to try version 2 beside decision ${answer.id}, from the same scores.`
    )
    assert.deepStrictEqual(tried.checks[0].margins, {
      act: { distance: 0.3, otherwise: "review" },
      review: { distance: 0.5, otherwise: "block" }
    })
    assert.include(
      (await explain(answer.id)).actions.ran,
      `Version 2 of this policy was tried on the same scores: decision dec_${row?.id}, a dry run.`
    )
  })

  describe("of a prompt that is redacted", () => {
    const blocking = { act: 0.5, review: 0.3, on_act: { type: "block" }, on_review: { type: "block" } }
    const onReview = wireDocument()
    const onBlock = wireDocument({ checks: { ...onReview.checks, minors_sexual: blocking } })

    /** Decides a prompt at the minors check's review line under one document, beside a try of the other. */
    const decideBeside = async (current: object, tried: object) => {
      const { calls, id, live, tenantId } = await makePolicy(fixture, current)
      await ok(calls.addVersion(id, tried), 201)
      await ok(calls.dryRun(id, { version: 2 }))
      const prompt = fixture.engine.prompt({ minors_sexual: { score: 0.35 } })
      await decide(fixture.service, live, asking(prompt))
      const get = (path: string) => send(fixture.service.url, path, { headers: jsonHeaders(live) })
      const shown = async () => {
        const rows = await fixture.storage.rows("SELECT id FROM decisions WHERE tenant_id = $1 ORDER BY id", [
          uuidOf(tenantId)
        ])
        const ids = rows.map(({ id }) => `dec_${String(id).replaceAll("-", "")}`)
        const replies = await Promise.all(ids.map((decision) => ok(get(`/v1/decisions/${decision}`))))
        return replies.map(({ input, prompt_redacted }) => [input.prompt, prompt_redacted])
      }
      return { get, live, prompt, shown }
    }

    const hidden = ["[redacted]", true]

    it("does not show it either, though its own version would not block", async () => {
      const { shown } = await decideBeside(onBlock, onReview)
      assert.deepStrictEqual(await shown(), [hidden, hidden])
    })

    it("hides it too once a verdict blocks the decision that it was made beside", async () => {
      const { get, live, prompt, shown } = await decideBeside(onReview, onReview)
      assert.deepStrictEqual(await shown(), [
        [prompt, false],
        [prompt, false]
      ])
      const { data } = await ok(get("/v1/review"))
      const verdict = {
        method: "POST",
        headers: jsonHeaders(live),
        body: JSON.stringify({ verdict: "block" })
      }
      await ok(send(fixture.service.url, `/v1/review/${data[0].id}/verdict`, verdict))
      assert.deepStrictEqual(await shown(), [hidden, hidden])
    })
  })

  it("is cleared by null", async () => {
    const { calls, id, live, tenantId } = await withPolicy()
    await ok(calls.dryRun(id, { version: 1 }))
    assert.isNull((await ok(calls.dryRun(id, { version: null }))).dry_run_version)
    await decide(fixture.service, live, asking(fixture.engine.prompt()))
    assert.lengthOf(await rowsOf(tenantId), 1)
  })

  it("never fails the check that counts, however broken it is", async () => {
    const { calls, id, live, tenantId } = await withPolicy()
    await ok(calls.addVersion(id, stricter), 201)
    await fixture.storage.rows(
      `UPDATE policy_versions SET document = '{"not": "a document"}' WHERE tenant_id = $1 AND version = 2`,
      [uuidOf(tenantId)]
    )
    await ok(calls.dryRun(id, { version: 2 }))
    await decide(fixture.service, live, asking(fixture.engine.prompt()))
    assert.lengthOf(await rowsOf(tenantId), 1)
  })
})
