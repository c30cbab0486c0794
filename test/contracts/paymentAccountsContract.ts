import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { PaymentAccounts } from "../../src/domain/billing/PaymentAccounts.ts"
import { ProviderUnavailable } from "../../src/domain/billing/PaymentProvider.ts"
import type { OverageReport } from "../../src/domain/billing/PaymentProvider.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../fixtures.ts"

const daysAgo = (days: number) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days })))

const newAccount = Effect.gen(function* () {
  const { tenantId } = yield* newWorkspace()
  yield* (yield* PaymentAccounts).link({ tenantId, customer: `cus_${tenantId}` })
  return tenantId
})

/** What is sent now, by whose day it is. */
const sendAll = Effect.gen(function* () {
  const sent: Array<OverageReport> = []
  const count = yield* (yield* PaymentAccounts).sendReports((report) =>
    Effect.sync(() => void sent.push(report))
  )
  assert.strictEqual(count, sent.length)
  return sent
})

/** What every PaymentAccounts does, whatever keeps them. */
export const paymentAccountsContract = <E>(
  name: string,
  implementation: Layer.Layer<PaymentAccounts | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("knows the customers, each tenant's latest, and since when it pays", () =>
      Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const { tenantId } = yield* newWorkspace()
        yield* accounts.link({ tenantId, customer: "cus_1" })
        yield* accounts.link({ tenantId, customer: "cus_2" })
        const linked = (yield* accounts.list).filter((account) => account.tenantId === tenantId)
        assert.deepStrictEqual(linked, [{ tenantId, customer: "cus_2", since: yield* daysAgo(0) }])
      })
    )

    it.effect("sends what a day was settled with first, once, to whoever pays", () =>
      Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const [tenantId, other] = [yield* newAccount, yield* newAccount]
        const [yesterday, before] = [yield* daysAgo(1), yield* daysAgo(2)]
        yield* accounts.settle(tenantId, [
          { day: before, quantity: 7 },
          { day: yesterday, quantity: 3_000_000_000 }
        ])
        yield* accounts.settle(other, [{ day: yesterday, quantity: 1 }])
        yield* accounts.settle(tenantId, [
          { day: before, quantity: 8 },
          { day: yesterday, quantity: 0 }
        ])
        const report = (id: typeof tenantId, day: string, quantity: number) => ({
          id: `${id}/${day}/decisions`,
          customer: `cus_${id}`,
          day,
          quantity
        })
        assert.sameDeepMembers(yield* sendAll, [
          report(tenantId, before, 7),
          report(tenantId, yesterday, 3_000_000_000),
          report(other, yesterday, 1)
        ])
        yield* accounts.settle(tenantId, [{ day: yesterday, quantity: 9 }])
        assert.deepStrictEqual(yield* sendAll, [])
      })
    )

    it.effect("sends nothing of a day that was settled with nothing, whatever it is settled with again", () =>
      Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const tenantId = yield* newAccount
        const day = yield* daysAgo(1)
        yield* accounts.settle(tenantId, [])
        yield* accounts.settle(tenantId, [{ day, quantity: 0 }])
        assert.deepStrictEqual(yield* sendAll, [])
        yield* accounts.settle(tenantId, [{ day, quantity: 30_000 }])
        assert.deepStrictEqual(yield* sendAll, [])
      })
    )

    it.effect("sends what is 33 days old, and nothing that the provider would refuse as too old", () =>
      Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const tenantId = yield* newAccount
        const [last, tooOld] = [yield* daysAgo(33), yield* daysAgo(35)]
        yield* accounts.settle(tenantId, [
          { day: tooOld, quantity: 1 },
          { day: last, quantity: 2 }
        ])
        assert.deepStrictEqual(
          (yield* sendAll).map(({ day }) => day),
          [last]
        )
      })
    )

    it.effect("sends the others although one is refused, which is sent again the next time", () =>
      Effect.gen(function* () {
        const accounts = yield* PaymentAccounts
        const tenants = [yield* newAccount, yield* newAccount, yield* newAccount]
        const [day, before] = [yield* daysAgo(1), yield* daysAgo(2)]
        for (const tenantId of tenants) {
          yield* accounts.settle(tenantId, [
            { day, quantity: 7 },
            { day: before, quantity: 8 }
          ])
        }
        const error = new ProviderUnavailable({ reason: "refused" })
        const sent: Array<OverageReport> = []
        const send = (report: OverageReport) =>
          report.customer === `cus_${tenants[0]}` && report.day === before
            ? Effect.fail(error)
            : Effect.sync(() => void sent.push(report))
        assert.deepStrictEqual(yield* Effect.result(accounts.sendReports(send)), Result.fail(error))
        assert.lengthOf(sent, 5)
        for (const report of sent) assert.strictEqual(report.quantity, report.day === day ? 7 : 8)
        assert.deepStrictEqual(
          (yield* sendAll).map((report) => [report.customer, report.day, report.quantity]),
          [[`cus_${tenants[0]}`, before, 8]]
        )
      })
    )
  })
