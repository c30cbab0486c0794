import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createDatabase } from "../support/database.ts"
import { soak } from "../support/webhookSoak.ts"

describe("deliveries whose processes are killed, to receivers that fail at random", () => {
  it("each end taken, or after exactly four attempts on record, within a minute of the last kill", async () => {
    const databaseUrl = await Effect.runPromise(createDatabase)
    const report = await soak({ databaseUrl, deliveries: 300, kills: 2, processes: 2 })
    assert.deepInclude(report, { open: 0, failedOtherwise: 0, miscounted: 0, invented: 0 })
    assert.strictEqual(report.delivered + report.failed, 300)
    assert.isBelow(report.secondsAfterLastKill, 60)
  }, 120_000)
})
