import { assert, describe, it } from "@effect/vitest"
import { asking, check, setUp } from "../e2e/fixture.ts"
import { until } from "../support/until.ts"
import { describeLoad, putUnderLoad } from "./putUnderLoad.ts"
import { isWhole, patience, report, scaled } from "./scale.ts"

// The cut has no time to find out what this machine can do: it has more requests at a time than are admitted.
const MAX_REQUESTS_IN_FLIGHT = String(scaled(64, 512))
const fixture = setUp({ ENGINE: "builtin", LOG_LEVEL: "error", MAX_REQUESTS_IN_FLIGHT })

const body = JSON.stringify(asking("a watercolour of two foxes in the snow"))

describe("overload", () => {
  it("refuses what is too much, and goes on to answer the rest", { timeout: patience }, async () => {
    const { service, storage } = fixture
    const { live } = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1_000_000 } })
    const load = { url: service.url, key: live, body }
    await putUnderLoad({ ...load, connections: 64, seconds: scaled(1, 10) })
    const most = await putUnderLoad({ ...load, connections: 64, seconds: scaled(2, 20) })
    report(describeLoad("overload: at most", most))
    const rate = isWhole ? Math.round(3 * most.goodput) : undefined
    const over = await putUnderLoad({ ...load, connections: 2_000, rate, seconds: scaled(2, 60) })
    report(
      describeLoad(`overload: with ${rate ?? "as many as are answered"} a second, 2,000 at a time`, over)
    )

    const { 200: answered = 0, 429: limited = 0, 503: refused = 0, ...others } = over.statuses
    assert.deepStrictEqual(others, {})
    assert.isAbove(answered, 0)
    assert.strictEqual(limited, 0)
    assert.isAbove(refused, 0)
    assert.strictEqual(over.unexplained, 0)
    assert.strictEqual(over.broken, 0)
    await until("a check is answered again", async () => {
      const reply = await check(service, live, body)
      return reply.status === 200
    })
    report(`overload: ${((100 * over.goodput) / most.goodput).toFixed(0)} % of the most it answers`)
    if (!isWhole) return
    assert.isAbove(over.goodput, 0.85 * most.goodput)
    assert.isBelow(over.p99, 1_000)
  })
})
