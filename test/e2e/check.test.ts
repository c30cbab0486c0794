import { assert, describe, it } from "@effect/vitest"
import { asking, assertRateLimitHeaders, check, decide, setUp } from "./fixture.ts"

const fixture = setUp()

describe("POST /v1/check", () => {
  it("answers a decision with exactly the fields of the interface", async () => {
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
})
