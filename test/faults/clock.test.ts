import { assert, describe, it } from "@effect/vitest"
import { setTimeout as delay } from "node:timers/promises"
import { openStorage } from "../e2e/Storage.ts"
import { startService } from "../support/serviceProcess.ts"
import { until } from "../support/until.ts"
import { assertWhole, checkMeanwhile, describeLedger, sendKeyless } from "./acknowledged.ts"
import { patience, report, scaled } from "./scale.ts"

const clock = new URL("fixtures/jumpingClock.ts", import.meta.url)

describe("a clock that jumps by minutes and days, forth and back, under load", () => {
  it("loses nothing, decides nothing twice, and holds nobody up", { timeout: patience }, async () => {
    await using service = await startService({ environment: { NODE_OPTIONS: `--import=${clock.href}` } })
    const storage = openStorage(service)
    const { live } = await storage.createWorkspace({ limits: { rateLimitPerMinute: 1_000_000 } })
    await storage.close()
    const jumps = scaled(6, 60)
    const ledger = await checkMeanwhile(service, live, async (target, ledger) => {
      for (let jumped = 0; jumped < jumps && !target.finished; jumped += 1) {
        process.kill(service.pid, "SIGUSR2")
        await delay(400)
        await until("checks are answered", () => sendKeyless(target, ledger, "two foxes"))
      }
    })
    report(`clock jumped ${jumps} times: ${describeLedger(ledger)}`)
    await assertWhole(service.data.environment["DATABASE_URL"] ?? "", ledger)
    assert.notInclude(service.stderr(), "mistake of ours")
  })
})
