import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseLayer } from "../../../src/adapters/postgres/database.ts"
import { UsageLedger } from "../../../src/domain/billing/UsageLedger.ts"
import { DecisionLog } from "../../../src/domain/screening/DecisionLog.ts"
import { newRecord, newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { ProcessLayer } from "./process.ts"

const Postgres = Layer.unwrap(Effect.map(createDatabase, (url) => ProcessLayer(url)))

layer(Postgres, { excludeTestServices: true })("UsageLedgerPostgres", (it) => {
  it.effect("counts from the first day of the current month, over every process's slot", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { tenantId } = yield* newWorkspace()
      const first = DateTime.startOf(yield* DateTime.now, "month")
      const days: ReadonlyArray<readonly [days: number, mode: string, slot: number, checks: number]> = [
        [-1, "test", 0, 1_000],
        [0, "test", 0, 1],
        [0, "test", 31, 20],
        [0, "live", 0, 5_000],
        [27, "test", 3, 300]
      ]
      for (const [offset, mode, slot, checks] of days) {
        const day = DateTime.formatIso(DateTime.add(first, { days: offset })).slice(0, 10)
        yield* sql.unsafe(
          `INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
           VALUES ($1::text::uuid, $2, $3::text::date, $4, $5, 0, 0, 0)`,
          [tenantId.slice(4), mode, day, slot, checks]
        )
      }
      assert.strictEqual(yield* (yield* UsageLedger).testChecksThisMonth(tenantId), 321)
    })
  )
})

describe("in a database of another time zone", () => {
  it.effect("a check counts for the day that it is in UTC", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase
      const name = new URL(url).pathname.slice(1)
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql.unsafe(`ALTER DATABASE ${name} SET timezone TO 'Pacific/Kiritimati'`)
      }).pipe(Effect.provide(Layer.fresh(DatabaseLayer({ url: Redacted.make(url), connections: 1 }))))
      const setTime = (text: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(text)))
      const moments = ["2026-11-30T00:00:00.000Z", "2026-11-30T23:59:59.999Z", "2026-12-01T00:00:00.000Z"]
      yield* setTime("2026-11-30T00:00:00.000Z")
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const workspace = yield* newWorkspace()
        for (const moment of moments) {
          yield* setTime(moment)
          yield* (yield* DecisionLog).commit(yield* newRecord(workspace))
        }
        const days = yield* sql.unsafe(`SELECT day::text, checks::int FROM usage_days ORDER BY day`)
        assert.deepStrictEqual(days, [
          { day: "2026-11-30", checks: 2 },
          { day: "2026-12-01", checks: 1 }
        ])
      }).pipe(Effect.provide(ProcessLayer(url)))
    })
  )
})
