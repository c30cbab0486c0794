import { assert, describe, it } from "@effect/vitest"
import { asking, setUp } from "../e2e/fixture.ts"
import { describeLoad, putUnderLoad } from "./putUnderLoad.ts"
import { patience, report, scaled } from "./scale.ts"

const fixture = setUp({ ENGINE: "builtin", LOG_LEVEL: "error" })

const body = JSON.stringify(asking("a watercolour of two foxes in the snow"))

/** Requests a minute. In the short cut even a machine that answers 30 a second must use them up. */
const limit = scaled(60, 1_200)

describe("a tenant that asks for ten times its limit", () => {
  it("is kept to it, and takes nothing from another tenant", { timeout: patience }, async () => {
    const { service, storage } = fixture
    const noisy = await storage.createWorkspace({ limits: { rateLimitPerMinute: limit } })
    const quiet = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1_000_000 } })
    const seconds = scaled(3, 60)
    // As if it had gone on for a minute, so that its limit is used up early.
    const rate = (10 * limit) / 60
    const load = { url: service.url, body, connections: 50, seconds }
    const [ofNoisy, ofQuiet] = await Promise.all([
      putUnderLoad({ ...load, key: noisy.live, rate: Math.max(rate, (3 * limit) / seconds) }),
      putUnderLoad({ ...load, key: quiet.live, rate: 50 })
    ])
    report(describeLoad("noisy tenant", ofNoisy))
    report(describeLoad("its neighbour", ofQuiet))
    const { 200: answered = 0, 429: limited = 0, ...others } = ofNoisy.statuses
    assert.deepStrictEqual(others, {})
    assert.isAbove(limited, 0)
    assert.isAtMost(answered, 2 * limit)
    assert.strictEqual(ofNoisy.unexplained, 0)
    const sent = Object.values(ofQuiet.statuses).reduce((sum, count) => sum + count, 0)
    assert.isAtLeast((ofQuiet.statuses[200] ?? 0) / sent, 0.999)
  })
})
