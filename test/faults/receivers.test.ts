import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createDatabase } from "../support/database.ts"
import { soak } from "../support/webhookSoak.ts"
import { patience, report as say, scaled } from "./scale.ts"

describe("deliveries whose processes are killed, to receivers that fail at random", () => {
  it(
    "each end taken, or after exactly four attempts on record, within a minute of the last kill",
    async () => {
      const deliveries = scaled(80, 5_000)
      const kills = scaled(1, 10)
      const databaseUrl = await Effect.runPromise(createDatabase())
      const report = await soak({ databaseUrl, deliveries, kills, processes: 2 })
      say(
        `${deliveries} deliveries over ${kills} kills: ${report.delivered} taken, ${report.failed} given up after four ` +
          `attempts, ${report.takenTwice} taken twice, none lost`
      )
      assert.deepInclude(report, { open: 0, failedOtherwise: 0, miscounted: 0, invented: 0 })
      assert.strictEqual(report.delivered + report.failed, deliveries)
      assert.isBelow(report.secondsAfterLastKill, 60)
    },
    patience
  )
})
