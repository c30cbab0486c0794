import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Logger, Ref } from "effect"
import { PaymentAccounts } from "../../../../src/domain/billing/PaymentAccounts.ts"
import type { OverageReport } from "../../../../src/domain/billing/PaymentProvider.ts"
import { linkCustomer, newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { startProcess } from "../process.ts"

const day = (ago: number) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: ago })))

/** Tenants with a report each, of yesterday. */
const newReports = (count: number) =>
  Effect.replicateEffect(
    Effect.gen(function* () {
      const accounts = yield* PaymentAccounts
      const { tenantId } = yield* newWorkspace()
      yield* linkCustomer(tenantId, `cus_${tenantId}`)
      yield* accounts.settle(tenantId, [{ day: yield* day(1), quantity: 7 }])
      return tenantId
    }),
    count
  )

describe("reports of overage", () => {
  it.live("are sent once each by two processes at once, with what was first put down", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const [one, two] = [yield* startProcess(url), yield* startProcess(url)]
      const tenants = yield* Effect.provide(newReports(20), one)
      const sent = yield* Ref.make<ReadonlyArray<OverageReport>>([])
      const send = (report: OverageReport) =>
        Effect.delay(
          Ref.update(sent, (all) => [...all, report]),
          "5 millis"
        )
      const sendAll = Effect.flatMap(PaymentAccounts, (accounts) => accounts.sendReports(send))
      const [tenantId] = tenants
      assert.isDefined(tenantId)
      const again = Effect.flatMap(PaymentAccounts, (accounts) =>
        Effect.flatMap(day(1), (yesterday) =>
          accounts.settle(tenantId, [{ day: yesterday, quantity: 1_000 }])
        )
      )
      yield* Effect.provide(again, two)
      const counts = yield* Effect.all([Effect.provide(sendAll, one), Effect.provide(sendAll, two)], {
        concurrency: "unbounded"
      })
      assert.strictEqual(counts[0] + counts[1], 20)
      yield* Effect.provide(again, two)
      assert.strictEqual(yield* Effect.provide(sendAll, two), 0)
      const yesterday = yield* day(1)
      const expected = tenants.map((id) => ({
        id: `${id}/${yesterday}/decisions`,
        customer: `cus_${id}`,
        day: yesterday,
        quantity: 7
      }))
      assert.sameDeepMembers([...(yield* Ref.get(sent))], expected)
    })
  )

  it.live("are unavailable while the database is, and sent when it is back", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const [one, other] = [yield* startProcess(url), yield* startProcess(url)]
      // As a restart of the server does to who waits for the provider in the middle of a transaction.
      const disconnect = Effect.flatMap(
        PgClient.PgClient,
        (sql) => sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`
      ).pipe(Effect.provide(other), Effect.orDie, Effect.asVoid)
      yield* Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        yield* newReports(1)
        const failure = yield* Effect.flip(accounts.sendReports(() => disconnect))
        assert.deepInclude(failure, { _tag: "StorageUnavailable" })
        assert.strictEqual(yield* accounts.sendReports(() => Effect.void), 1)
      }).pipe(Effect.provide(one))
    }).pipe(Effect.provide(Logger.layer([])))
  )
})
