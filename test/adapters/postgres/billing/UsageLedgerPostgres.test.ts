import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { mergeUsageSlots } from "../../../../src/adapters/postgres/billing/mergeUsageSlots.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { UsageLedger } from "../../../../src/domain/billing/UsageLedger.ts"
import { DecisionLog } from "../../../../src/domain/screening/DecisionLog.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { newRecord, newWorkspace } from "../../../fixtures.ts"
import { alterDatabase, createDatabase, createUnusualDatabase } from "../../../support/database.ts"
import { testChecks } from "../../../support/decisionLog.ts"
import { ProcessLayer, startProcessOnRealClock } from "../process.ts"

const Postgres = Layer.unwrap(Effect.map(createUnusualDatabase, (url) => ProcessLayer(url)))

type Used = readonly [day: string, mode: string, slot: number, checks: number]

/** Writes usage as processes wrote it, in slots of their own. */
const used = Effect.fnUntraced(function* ({ tenantId }: Workspace, days: ReadonlyArray<Used>) {
  const sql = yield* PgClient.PgClient
  for (const [day, mode, slot, checks] of days) {
    yield* sql`
      INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
      VALUES (${toUuid(tenantId)}, ${mode}, ${day}, ${slot}, ${checks}, 1, 2, 3000000000)
      ON CONFLICT (tenant_id, mode, day, slot) DO UPDATE SET checks = usage_days.checks + excluded.checks`
  }
})

const dayAt = (offset: number) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.add(now, { days: offset })))

const everyDay = { from: "2000-01-01", to: "2100-01-01" }

/** What the port says of each mode, and in how many rows it is kept. */
const ledgerOf = Effect.fnUntraced(function* ({ tenantId }: Workspace) {
  const sql = yield* PgClient.PgClient
  const ledger = yield* UsageLedger
  const [kept] = yield* sql<{ readonly rows: number }>`
    SELECT count(*)::int AS rows FROM usage_days WHERE tenant_id = ${toUuid(tenantId)}`
  return {
    live: yield* ledger.days({ tenantId, mode: "live" }, everyDay),
    test: yield* ledger.days({ tenantId, mode: "test" }, everyDay),
    rows: kept?.rows
  }
})

layer(Postgres, { excludeTestServices: true })("UsageLedgerPostgres", (it) => {
  it.effect("counts from the first day of the current month, over every process's slot", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const first = DateTime.startOf(yield* DateTime.now, "month")
      const day = (offset: number) => DateTime.formatIsoDateUtc(DateTime.add(first, { days: offset }))
      yield* used(workspace, [
        [day(-1), "test", 0, 1_000],
        [day(0), "test", 0, 1],
        [day(0), "test", 31, 20],
        [day(0), "live", 0, 5_000],
        [day(27), "test", 3, 300]
      ])
      assert.strictEqual(yield* testChecks(workspace.tenantId), 321)
    })
  )

  it.effect("keeps each past day of a mode in one row once its slots are merged, and counts the same", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* newWorkspace(), yield* newWorkspace()]
      const [today, yesterday, before] = [yield* dayAt(0), yield* dayAt(-1), yield* dayAt(-2)]
      yield* used(mine, [
        ["2024-02-28", "live", 7, 1],
        ["2024-02-29", "live", 0, 10],
        ["2024-02-29", "live", 3, 20],
        ["2024-02-29", "live", 31, 40],
        ["2024-02-29", "test", 3, 500],
        ...[today, yesterday, before].flatMap((day): ReadonlyArray<Used> => [
          [day, "live", 4, 1_000],
          [day, "live", 5, 2_000]
        ])
      ])
      yield* used(theirs, [["2024-02-29", "live", 3, 7]])
      const unfolded = [yield* ledgerOf(mine), yield* ledgerOf(theirs)] as const
      yield* mergeUsageSlots
      // Three past days of two modes, and two slots of each day that may still be added to.
      assert.deepStrictEqual(yield* ledgerOf(mine), { ...unfolded[0], rows: 4 + 2 * 2 })
      assert.deepStrictEqual(yield* ledgerOf(theirs), unfolded[1])
      assert.deepStrictEqual(unfolded[0].live[1], {
        day: "2024-02-29",
        checks: 70,
        blocked: 3,
        reviewed: 6,
        inputTokens: 9_000_000_000
      })

      // What comes late is added, and merged the next time; without it there is nothing to do.
      yield* used(mine, [["2024-02-29", "live", 3, 5]])
      const late = yield* ledgerOf(mine)
      assert.strictEqual(late.live[1]?.checks, 75)
      for (const _ of [1, 2]) {
        yield* mergeUsageSlots
        assert.deepStrictEqual(yield* ledgerOf(mine), { ...late, rows: 8 })
      }
    })
  )

  it.effect("loses no check and counts none twice while days are merged, read and added to at once", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace()
      const ledger = yield* UsageLedger
      const slots = Array.from({ length: 32 }, (_, slot): Used => ["2024-02-29", "live", slot, 1])
      yield* used(workspace, slots)
      const seen: Array<number> = []
      const read = Effect.map(ledger.days({ ...workspace, mode: "live" }, everyDay), ([day]) => {
        seen.push(day?.checks ?? 0)
      })
      const rounds = 20
      yield* Effect.all(
        [
          Effect.repeat(mergeUsageSlots, { times: rounds }),
          Effect.repeat(read, { times: 5 * rounds }),
          Effect.repeat(used(workspace, slots.slice(0, 4)), { times: rounds - 1 })
        ],
        { concurrency: "unbounded" }
      )
      assert.isAtLeast(Math.min(...seen), slots.length)
      assert.deepStrictEqual(
        seen,
        seen.toSorted((a, b) => a - b)
      )
      yield* mergeUsageSlots
      const { live, rows } = yield* ledgerOf(workspace)
      assert.deepStrictEqual([live[0]?.checks, rows], [slots.length + 4 * rounds, 1])
    })
  )
})

describe("in a database of another time zone", () => {
  it.effect("a check counts for the day that it is in UTC", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      yield* alterDatabase(url, "timezone = 'Pacific/Kiritimati'")
      const setTime = (text: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(text)))
      const moments = ["2026-11-30T00:00:00.000Z", "2026-11-30T23:59:59.999Z", "2026-12-01T00:00:00.000Z"]
      const process = yield* startProcessOnRealClock(url)
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
      }).pipe(Effect.provide(process))
    })
  )
})
