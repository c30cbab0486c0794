import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Ref, Result } from "effect"
import { PaymentAccounts } from "../../../src/domain/billing/PaymentAccounts.ts"
import { ProviderUnavailable } from "../../../src/domain/billing/PaymentProvider.ts"
import type { OverageReport } from "../../../src/domain/billing/PaymentProvider.ts"
import { newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { startProcess } from "./process.ts"

const day = (ago: number) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: ago })))

/** Tenants with a report each, of yesterday. */
const newReports = (count: number) =>
  Effect.replicateEffect(
    Effect.gen(function* () {
      const accounts = yield* PaymentAccounts
      const { tenantId } = yield* newWorkspace()
      yield* accounts.link({ tenantId, customer: `cus_${tenantId}` })
      yield* accounts.addReport(tenantId, yield* day(1), 7)
      return tenantId
    }),
    count
  )

describe("reports of overage", () => {
  it.live("are sent once each by two processes at once, with what was first put down", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase
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
        Effect.flatMap(day(1), (yesterday) => accounts.addReport(tenantId, yesterday, 1_000))
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

  it.live("are sent although one of them is refused, which is sent again the next time", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase)
      yield* Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const [refused] = yield* newReports(3)
        const error = new ProviderUnavailable({ reason: "refused" })
        const send = ({ customer }: OverageReport) =>
          customer === `cus_${refused}` ? Effect.fail(error) : Effect.void
        assert.deepStrictEqual(yield* Effect.result(accounts.sendReports(send)), Result.fail(error))
        assert.strictEqual(yield* accounts.sendReports(() => Effect.void), 1)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("know their customers, each tenant's latest, and since when it pays", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase)
      yield* Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const { tenantId } = yield* newWorkspace()
        yield* accounts.link({ tenantId, customer: "cus_1" })
        yield* accounts.link({ tenantId, customer: "cus_2" })
        assert.deepStrictEqual(yield* accounts.list, [{ tenantId, customer: "cus_2", since: yield* day(0) }])
      }).pipe(Effect.provide(process))
    })
  )
})
