import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import type { PolicyDocument, WebhookEvent } from "../../src/domain/policy/PolicyDocument.ts"
import type { Scores } from "../fakes/ScriptedEngineServer.ts"
import { asking, decide, dryRun, shareService } from "./fixture.ts"
import type { CheckCall } from "./fixture.ts"
import { presetDocument, uuidOf } from "./Storage.ts"
import type { TestWorkspace } from "./Storage.ts"

const fixture = shareService()

const hook = (name: string, ...events: ReadonlyArray<WebhookEvent>) => ({
  url: `https://${name}.invalid/`,
  events,
  secret: Redacted.make("0123456789abcdef")
})

const listening: PolicyDocument = {
  ...presetDocument("adult-platform"),
  webhooks: [hook("a", "block", "tag"), hook("b", "block", "review", "allow", "tag", "review.verdict")]
}

const silent = presetDocument("adult-platform")

/** All that a workspace has to show for its checks. */
const effectsOf = async ({ tenantId }: TestWorkspace) => {
  const { storage } = fixture
  const tenant = [uuidOf(tenantId)]
  return {
    reviews: await storage.rows(
      "SELECT mode, status, verdict, decision_id FROM review_items WHERE tenant_id = $1 ORDER BY id",
      tenant
    ),
    deliveries: await storage.rows(
      `SELECT mode, url, event, decision_id FROM webhook_deliveries WHERE tenant_id = $1 ORDER BY url, event`,
      tenant
    ),
    usage: await storage.rows(
      `SELECT mode, sum(checks)::int checks, sum(blocked)::int blocked, sum(reviewed)::int reviewed,
         sum(input_tokens)::int tokens
       FROM usage_days WHERE tenant_id = $1 GROUP BY mode ORDER BY mode`,
      tenant
    ),
    decisions: await storage.rows("SELECT mode FROM decisions WHERE tenant_id = $1 ORDER BY id", tenant)
  }
}

interface Case {
  readonly policy?: PolicyDocument
  readonly shadowMode?: boolean
  readonly mode?: "live" | "test"
  readonly scores?: Scores
  readonly call?: CheckCall
}

/** One check in a workspace of its own, and all that came of it. */
const run = async ({ call, mode = "live", policy = listening, scores = {}, shadowMode = false }: Case) => {
  const { engine, service, storage } = fixture
  const workspace = await storage.createWorkspace({ policy, shadowMode })
  const answer = await decide(service, workspace[mode], asking(engine.prompt(scores)), call)
  const decision = await storage.decision(workspace, mode, answer.id)
  return { answer, actions: decision?.actions, ...(await effectsOf(workspace)) }
}

const sent = (deliveries: ReadonlyArray<{ readonly url: string; readonly event: string }>) =>
  deliveries.map(({ event, url }) => `${url[8]} ${event}`)

const none = { reviewId: null, webhookEvents: [] }

describe("what comes of a live check", () => {
  it("is usage and an allow event when it is allowed", async () => {
    const { actions, answer, decisions, deliveries, reviews, usage } = await run({})
    assert.strictEqual(answer.outcome, "allow")
    assert.deepStrictEqual(decisions, [{ mode: "live" }])
    assert.deepStrictEqual(reviews, [])
    assert.deepStrictEqual(sent(deliveries), ["b allow"])
    assert.deepStrictEqual(actions, { ...none, webhookEvents: ["allow"], webhooksSuppressed: null })
    assert.deepStrictEqual(usage, [{ mode: "live", checks: 1, blocked: 0, reviewed: 0, tokens: 7 }])
  })

  it("is one open review item when it is for review", async () => {
    const { actions, answer, deliveries, reviews, usage } = await run({ scores: { real_person: 0.6 } })
    const decision_id = expandUuid(answer.id)
    assert.deepStrictEqual(reviews, [{ mode: "live", status: "open", verdict: null, decision_id }])
    assert.match(String(actions?.reviewId), /^rev_[0-9a-f]{32}$/)
    assert.deepStrictEqual(sent(deliveries), ["b review"])
    assert.deepStrictEqual(usage, [{ mode: "live", checks: 1, blocked: 0, reviewed: 1, tokens: 7 }])
  })

  it("is a delivery for each webhook and each of its events when it is blocked and tagged", async () => {
    const scores = { minors_sexual: 0.9, adult: 0.9 }
    const { actions, deliveries, reviews, usage } = await run({ scores })
    assert.deepStrictEqual(sent(deliveries), ["a block", "a tag", "b block", "b tag"])
    assert.deepStrictEqual(actions?.webhookEvents, ["block", "tag"])
    assert.deepStrictEqual(reviews, [])
    assert.deepStrictEqual(usage, [{ mode: "live", checks: 1, blocked: 1, reviewed: 0, tokens: 7 }])
  })

  it("is an allow event and a tag event when it is allowed and tagged", async () => {
    const { deliveries } = await run({ scores: { copyrighted_ip: 0.9 } })
    assert.deepStrictEqual(sent(deliveries), ["a tag", "b allow", "b tag"])
  })

  it("suppresses nothing where no webhook would have been called", async () => {
    for (const mode of ["live", "test"] as const) {
      const { actions } = await run({ policy: silent, mode, scores: { minors_sexual: 0.9 } })
      assert.deepStrictEqual(actions, { ...none, webhooksSuppressed: null })
    }
  })
})

describe("what comes of a check with a test key", () => {
  it("is a review item of its own mode, and no webhook", async () => {
    const scores = { real_person: 0.6 }
    const { actions, deliveries, reviews, usage } = await run({ mode: "test", scores })
    assert.deepStrictEqual(
      reviews.map(({ mode, status }) => ({ mode, status })),
      [{ mode: "test", status: "open" }]
    )
    assert.deepStrictEqual(deliveries, [])
    assert.deepStrictEqual(actions?.webhookEvents, [])
    assert.strictEqual(actions?.webhooksSuppressed, "test_mode")
    assert.deepStrictEqual(usage, [{ mode: "test", checks: 1, blocked: 0, reviewed: 1, tokens: 7 }])
  })
})

describe("what comes of a dry run", () => {
  it("is a logged decision and usage, and nothing else", async () => {
    for (const scores of [{ real_person: 0.6 }, { minors_sexual: 0.9 }]) {
      const { actions, answer, decisions, deliveries, reviews, usage } = await run({ scores, call: dryRun })
      assert.isTrue(answer.dry_run)
      assert.deepStrictEqual(decisions, [{ mode: "live" }])
      assert.deepStrictEqual([reviews, deliveries], [[], []])
      assert.deepStrictEqual(actions, { ...none, webhooksSuppressed: "dry_run" })
      assert.strictEqual(usage[0].checks, 1)
      assert.strictEqual(usage[0].blocked + usage[0].reviewed, 1)
    }
  })

  it("names test mode first when several reasons hold", async () => {
    const scores = { real_person: 0.6 }
    const three = await run({ mode: "test", shadowMode: true, scores, call: dryRun })
    assert.strictEqual(three.actions?.webhooksSuppressed, "test_mode")
    const two = await run({ shadowMode: true, scores, call: dryRun })
    assert.strictEqual(two.actions?.webhooksSuppressed, "dry_run")
    const one = await run({ shadowMode: true, scores })
    assert.strictEqual(one.actions?.webhooksSuppressed, "shadow_mode")
  })
})

describe("what comes of a check in shadow mode", () => {
  it("is the outcome that the policy gave, logged and counted, and not acted on", async () => {
    for (const [scores, outcome] of [
      [{ real_person: 0.6 }, "review"],
      [{ minors_sexual: 0.4 }, "review"],
      [{ adult: 0.9 }, "allow"]
    ] as const) {
      const { actions, answer, deliveries, reviews, usage } = await run({ shadowMode: true, scores })
      assert.strictEqual(answer.outcome, outcome)
      assert.isTrue(answer.shadow_mode)
      assert.deepStrictEqual([reviews, deliveries], [[], []])
      assert.deepStrictEqual(actions, { ...none, webhooksSuppressed: "shadow_mode" })
      assert.strictEqual(usage[0].checks, 1)
    }
  })

  it("says shadow mode to test keys too", async () => {
    const { answer, reviews } = await run({ shadowMode: true, mode: "test", scores: { real_person: 0.6 } })
    assert.isTrue(answer.shadow_mode)
    assert.deepStrictEqual(reviews, [])
  })

  it("is enforced when the minors check blocks, on either of its lines", async () => {
    const strict: PolicyDocument = { ...presetDocument("stock-imagery"), webhooks: listening.webhooks }
    for (const [policy, score] of [
      [listening, 0.5],
      [strict, 0.3]
    ] as const) {
      const { actions, answer, deliveries } = await run({
        policy,
        shadowMode: true,
        scores: { minors_sexual: score }
      })
      assert.strictEqual(answer.outcome, "block")
      assert.isFalse(answer.shadow_mode)
      assert.deepStrictEqual(sent(deliveries), ["a block", "b block"])
      assert.deepStrictEqual(actions?.webhookEvents, ["block"])
      assert.isNull(actions?.webhooksSuppressed)
    }
  })

  it("is enforced when the minors check blocks beside another check that comes first", async () => {
    const document = presetDocument("chat-assistant")
    const [minors, adult, ...others] = document.checks
    const checks = [adult, minors, ...others].filter((rule) => rule !== undefined)
    const policy: PolicyDocument = { ...document, checks, webhooks: listening.webhooks }
    const both = await run({ policy, shadowMode: true, scores: { adult: 0.9, minors_sexual: 0.9 } })
    assert.isFalse(both.answer.shadow_mode)
    assert.deepStrictEqual(sent(both.deliveries), ["a block", "b block"])
    const adultAlone = await run({ policy, shadowMode: true, scores: { adult: 0.9 } })
    assert.strictEqual(adultAlone.answer.outcome, "block")
    assert.isTrue(adultAlone.answer.shadow_mode)
    assert.deepStrictEqual(adultAlone.deliveries, [])
  })

  it("is never said of a minors block, by a test key or a dry run either", async () => {
    const scores = { minors_sexual: 0.9 }
    const byTestKey = await run({ shadowMode: true, mode: "test", scores })
    assert.isFalse(byTestKey.answer.shadow_mode)
    assert.strictEqual(byTestKey.actions?.webhooksSuppressed, "test_mode")
    const inDryRun = await run({ shadowMode: true, scores, call: dryRun })
    assert.isFalse(inDryRun.answer.shadow_mode)
    assert.strictEqual(inDryRun.actions?.webhooksSuppressed, "dry_run")
    assert.deepStrictEqual([byTestKey.deliveries, inDryRun.deliveries], [[], []])
  })
})

describe("what is logged of a check", () => {
  it("is what was sent, encrypted, with NUL and lone surrogates unchanged", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const odd = "nul \u0000, high \ud800, low \udfff, both \ud83d\ude00, line \u2028"
    const prompt = engine.prompt({}, odd)
    const input = { prompt, negative_prompt: odd, context: [odd, "", "\u0000"] }
    const metadata = { [odd]: odd, list: [1, null, true, { deep: odd }], constructor: "x", empty: {} }
    const { id } = await decide(service, workspace.live, { input, metadata, user: "\u{1F600} user" })
    const decision = await storage.decision(workspace, "live", id)
    assert.deepStrictEqual(decision?.input, { prompt, negativePrompt: odd, context: input.context })
    assert.deepStrictEqual<unknown>(decision?.metadata, metadata)
    assert.strictEqual(decision?.user, "\u{1F600} user")
    assert.strictEqual(decision?.inputTokens, 7)
    const [{ sealed }] = await storage.rows("SELECT sealed FROM decision_inputs WHERE id = $1", [uuidOf(id)])
    assert.notInclude(String(sealed), "nul")
  })

  it("has nulls for what was not sent", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt()
    const { id } = await decide(service, workspace.test, asking(prompt))
    const decision = await storage.decision(workspace, "test", id)
    assert.deepStrictEqual(decision?.input, { prompt })
    assert.deepStrictEqual([decision?.metadata, decision?.user, decision?.idempotencyKey], [null, null, null])
    assert.isUndefined(await storage.decision(workspace, "live", id))
  })

  it("keeps the order of metadata's fields, and of duplicate fields the last", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const first = engine.prompt()
    const last = engine.prompt()
    const metadata = `{"b":1,"a":2,"10":3,"b":4}`
    const body = `{"input":{"prompt":"${first}","prompt":"${last}"},"metadata":{},"metadata":${metadata}}`
    const { id } = await decide(service, workspace.live, body)
    const decision = await storage.decision(workspace, "live", id)
    assert.strictEqual(decision?.input.prompt, last)
    assert.deepStrictEqual<unknown>(decision?.metadata, { "10": 3, b: 4, a: 2 })
    assert.deepStrictEqual([engine.asked(first).length, engine.asked(last).length], [0, 1])
  })

  it("marks as redacted a block with the minors check at or over its review line, and no other", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace({ policy: "stock-imagery" })
    const redacted = async (scores: Scores) => {
      const { id } = await decide(service, workspace.live, asking(engine.prompt(scores)))
      return (await storage.decision(workspace, "live", id))?.promptRedacted
    }
    assert.isTrue(await redacted({ minors_sexual: 0.3 }))
    assert.isTrue(await redacted({ minors_sexual: { score: 0.1, reviewScore: 0.3 }, adult: 0.9 }))
    assert.isFalse(await redacted({ minors_sexual: 0.29, adult: 0.9 }))
    assert.isFalse(await redacted({ adult: 0.3 }))
  })
})

function expandUuid(id: string) {
  return uuidOf(id).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
