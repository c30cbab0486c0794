import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { answerTo, sendJson } from "../fakes/ScriptedEngineServer.ts"
import {
  asking,
  assertProblem,
  assertRateLimitHeaders,
  check,
  decide,
  dryRun,
  shareService
} from "./fixture.ts"
import { presetDocument, uuidOf } from "./Storage.ts"

const fixture = shareService()

const fieldsOfDecision = [
  "checks",
  "dry_run",
  "engine_version",
  "id",
  "latency_ms",
  "mode",
  "outcome",
  "policy",
  "shadow_mode",
  "tags"
]

describe("the answer to a check", () => {
  it("has exactly the fields of the interface", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt({ adult: 0.1, real_person: { score: 0.2, reviewScore: 0.25 } })
    const reply = await check(service, workspace.live, asking(prompt))
    assert.strictEqual(reply.status, 200, reply.text)
    assert.strictEqual(reply.headers["content-type"], "application/json")
    const { id, latency_ms, ...rest } = reply.json()
    assert.match(id, /^dec_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    assert.isTrue(Number.isInteger(latency_ms) && latency_ms >= 0)
    assert.deepStrictEqual(rest, {
      outcome: "allow",
      tags: [],
      checks: {
        minors_sexual: { score: 0, review_score: 0, fired: [] },
        adult: { score: 0.1, review_score: 0.1, fired: [] },
        real_person: { score: 0.2, review_score: 0.25, fired: [] },
        copyrighted_ip: { score: 0, review_score: 0, fired: [] }
      },
      policy: { id: workspace.policyId, version: 1 },
      engine_version: "scripted-1",
      dry_run: false,
      mode: "live",
      shadow_mode: false
    })
    assertRateLimitHeaders(reply)
    assert.isUndefined(reply.headers["idempotent-replayed"])
  })

  it("breaks latency_ms down in Server-Timing, with durations that do not exceed it by much", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt((response, request) =>
      delay(60).then(() => sendJson(response, answerTo(request)))
    )
    const reply = await check(service, live, asking(prompt))
    const entries = String(reply.headers["server-timing"])
      .split(",")
      .map((entry) => /^\s*([\w-]+);dur=(\d+(?:\.\d+)?)\s*$/.exec(entry))
    assert.notInclude(entries, null, String(reply.headers["server-timing"]))
    const durations: Readonly<Record<string, number>> = Object.fromEntries(
      entries.map((entry) => [entry?.[1], Number(entry?.[2])])
    )
    assert.isAtLeast(Number(durations["engine"]), 50)
    const { latency_ms } = reply.json()
    assert.isAtLeast(latency_ms, 50)
    const { total = Number.NaN, ...rest } = durations
    const parts = Object.values(rest)
    // Each is rounded to a microsecond, and latency_ms to a whole one.
    assert.isAtMost(
      parts.reduce((sum, part) => sum + part),
      total + 0.0005 * (parts.length + 1)
    )
    assert.isAtMost(latency_ms, total + 1)
  })

  it("says the mode of the key that asked", async () => {
    const { engine, service, storage } = fixture
    const { live, test } = await storage.createWorkspace()
    const prompt = engine.prompt()
    assert.strictEqual((await decide(service, test, asking(prompt))).mode, "test")
    assert.strictEqual((await decide(service, live, asking(prompt))).mode, "live")
  })

  it("has the same fields in dry runs, in shadow mode and for a test key", async () => {
    const { engine, service, storage } = fixture
    const { live, test } = await storage.createWorkspace({ shadowMode: true })
    const prompt = engine.prompt()
    const answers = [
      await decide(service, live, asking(prompt)),
      await decide(service, test, asking(prompt)),
      await decide(service, live, asking(prompt), dryRun)
    ]
    for (const answer of answers) assert.deepStrictEqual(Object.keys(answer).sort(), fieldsOfDecision)
  })

  it("leaves out the checks that the policy has switched off, the adult check included", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace({ policy: "chat-assistant" })
    const prompt = engine.prompt()
    const { checks } = await decide(service, live, asking(prompt))
    assert.deepStrictEqual(Object.keys(checks), ["minors_sexual", "adult"])
    assert.deepStrictEqual([...(engine.asked(prompt)[0]?.checks ?? [])].sort(), ["adult", "minors_sexual"])
  })

  it("lists as fired the signals that reached their line, those without a line, and no others", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const signal = (signal: string, probability: number | null, line: number | null) => ({
      signal,
      probability,
      line,
      text: "Scripted."
    })
    const signals = [
      signal("above", 0.9, 0.5),
      signal("at", 0.5, 0.5),
      signal("below", 0.4, 0.5),
      signal("bare", null, null)
    ]
    const prompt = engine.prompt((response, request) => {
      const answer = answerTo(request)
      const checks = { ...answer.checks, adult: { version: 1, score: 0.1, review_score: 0.1, signals } }
      sendJson(response, { ...answer, checks })
    })
    const { checks } = await decide(service, live, asking(prompt))
    assert.deepStrictEqual(checks.adult.fired, ["above", "at", "bare"])
  })

  it("takes a review score that the engine leaves out to be the score", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt((response, request) => {
      const answer = answerTo(request)
      const checks = { ...answer.checks, real_person: { version: 1, score: 0.31, signals: [] } }
      sendJson(response, { ...answer, checks })
    })
    const { checks } = await decide(service, live, asking(prompt))
    assert.deepStrictEqual(checks.real_person, { score: 0.31, review_score: 0.31, fired: [] })
  })

  it("asks the engine once, for the prompt and the negative prompt and never for the context", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt()
    await decide(service, live, { input: { prompt, negative_prompt: "blurry", context: ["a postcard"] } })
    const [request, ...more] = engine.asked(prompt)
    assert.deepStrictEqual(more, [])
    assert.strictEqual(request?.prompt, prompt)
    assert.strictEqual(request?.negative_prompt, "blurry")
    assert.notInclude(JSON.stringify(request), "postcard")
  })

  it("has null for the negative prompt that the engine is asked about when there is none", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt()
    await decide(service, live, asking(prompt))
    assert.isNull(engine.asked(prompt)[0]?.negative_prompt)
  })
})

describe("which policy a check is decided by", () => {
  it("is the default one unless one is named", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const other = await storage.createPolicy(workspace, presetDocument("family-app"))
    const prompt = engine.prompt({ adult: 0.36 })
    const byDefault = await decide(service, workspace.live, asking(prompt))
    assert.deepStrictEqual(byDefault.policy, { id: workspace.policyId, version: 1 })
    assert.strictEqual(byDefault.outcome, "allow")
    const named = await decide(service, workspace.live, asking(prompt, { policy: other.id }))
    assert.deepStrictEqual(named.policy, { id: other.id, version: 1 })
    assert.strictEqual(named.outcome, "block")
  })

  it("is not found when the id names nothing, is malformed or is another workspace's", async () => {
    const { engine, service, storage } = fixture
    const mine = await storage.createWorkspace()
    const theirs = await storage.createWorkspace()
    const prompt = engine.prompt()
    const ids = [
      `pol_${"0".repeat(32)}`,
      "pol_",
      "x",
      "%",
      "\u{1F600}".repeat(64),
      mine.policyId?.toUpperCase(),
      theirs.policyId
    ]
    for (const policy of ids) {
      const reply = await check(service, mine.live, asking(prompt, { policy }))
      assertProblem(service, reply, 404, "policy_not_found")
    }
    assert.deepStrictEqual(engine.asked(prompt), [])
  })

  it("is none in a workspace without policies, and the answer says so", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace({ policy: undefined })
    const prompt = engine.prompt()
    assertProblem(service, await check(service, live, asking(prompt)), 422, "no_default_policy")
    assert.deepStrictEqual(engine.asked(prompt), [])
  })

  it("is a version that is not published only in a dry run", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    await storage.rows(
      `INSERT INTO policy_versions (tenant_id, policy_id, version, document)
       SELECT tenant_id, policy_id, 2, document FROM policy_versions WHERE policy_id = $1`,
      [uuidOf(workspace.policyId ?? "")]
    )
    const prompt = engine.prompt()
    const body = asking(prompt, { policy_version: 2 })
    for (const headers of [{}, { "x-service-dry-run": "false" }]) {
      const reply = await check(service, workspace.live, body, { headers })
      assertProblem(service, reply, 400, "policy_version_requires_dry_run")
    }
    const tried = await decide(service, workspace.live, body, dryRun)
    assert.deepStrictEqual(tried.policy, { id: workspace.policyId, version: 2 })
    assert.isTrue(tried.dry_run)
    const current = await decide(service, workspace.live, asking(prompt), dryRun)
    assert.strictEqual(current.policy.version, 1)
  })

  it("is not found when the version does not exist, however large its number", async () => {
    const { engine, service, storage } = fixture
    const workspace = await storage.createWorkspace()
    const prompt = engine.prompt()
    for (const policy_version of [2, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e20]) {
      const reply = await check(service, workspace.live, asking(prompt, { policy_version }), dryRun)
      assertProblem(service, reply, 404, "policy_not_found")
    }
  })
})

describe("the dry-run header", () => {
  it("is true or false and nothing else", async () => {
    const { engine, service, storage } = fixture
    const { live } = await storage.createWorkspace()
    const prompt = engine.prompt()
    for (const [value, expected] of [
      ["true", true],
      ["false", false]
    ] as const) {
      const answer = await decide(service, live, asking(prompt), { headers: { "x-service-dry-run": value } })
      assert.strictEqual(answer.dry_run, expected)
    }
    for (const value of ["TRUE", "True", "1", "0", "", "yes", "true, true", ["true", "false"]]) {
      const headers = { "x-service-dry-run": value }
      const reply = await check(service, live, asking(prompt), { headers })
      const { issues } = assertProblem(service, reply, 400, "invalid_request", "some")
      assert.lengthOf(issues, 1)
      assert.match(issues[0], /^header X-Service-Dry-Run: /)
    }
  })
})
