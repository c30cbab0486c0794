import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { PaymentAccounts } from "../../src/domain/billing/PaymentAccounts.ts"
import { ProviderUnavailable } from "../../src/domain/billing/PaymentProvider.ts"
import type { OverageReport } from "../../src/domain/billing/PaymentProvider.ts"
import { noSubscription } from "../../src/domain/billing/Subscription.ts"
import type { SubscriptionChange, SubscriptionEvent } from "../../src/domain/billing/subscriptionEvents.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { linkCustomer, newWorkspace } from "../fixtures.ts"

const daysAgo = (days: number) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days })))

const newAccount = Effect.gen(function* () {
  const { tenantId } = yield* newWorkspace()
  yield* linkCustomer(tenantId, `cus_${tenantId}`)
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

const accountsOf = Effect.fnUntraced(function* (tenantId: TenantId) {
  return (yield* (yield* PaymentAccounts).list).filter((account) => account.tenantId === tenantId)
})

/** Events of two subscriptions of one tenant, the second of which is the newer one and ends at once. */
const ofTwoCustomers = Effect.gen(function* () {
  const start = DateTime.subtract(yield* DateTime.now, { days: 1 })
  const event = (hours: number, of: 1 | 2, change: SubscriptionChange): SubscriptionEvent => ({
    id: `evt_${hours}`,
    at: DateTime.add(start, { hours }),
    happenedTo: `sub_${of}`,
    customer: `cus_${of}`,
    change
  })
  return {
    first: event(1, 1, { type: "started", plan: "starter" }),
    second: event(2, 2, { type: "started", plan: "growth" }),
    endOfSecond: event(3, 2, { type: "ended" }),
    endOfFirst: event(4, 1, { type: "ended" })
  }
})

/** What every PaymentAccounts does, whatever keeps them. */
export const paymentAccountsContract = <E>(
  name: string,
  implementation: Layer.Layer<PaymentAccounts | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("knows the customers, each tenant's latest, and since when it pays", () =>
      Effect.gen(function* () {
        const { tenantId } = yield* newWorkspace()
        assert.deepStrictEqual(yield* accountsOf(tenantId), [])
        yield* linkCustomer(tenantId, "cus_1")
        yield* linkCustomer(tenantId, "cus_2")
        const linked = { tenantId, customer: "cus_2", since: yield* daysAgo(0) }
        assert.deepStrictEqual(yield* accountsOf(tenantId), [linked])
      })
    )

    it.effect("makes the customer of the subscription that counts pay, in whatever order events arrive", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { endOfFirst, endOfSecond, first, second } = yield* ofTwoCustomers
        for (const [customer, ...events] of [
          ["cus_1", first],
          ["cus_2", first, second],
          ["cus_2", second, first],
          ["cus_2", first, second, endOfFirst],
          ["cus_2", endOfFirst, second, first],
          ["cus_2", second, endOfFirst, first, endOfFirst, first],
          ["cus_1", first, second, endOfSecond],
          ["cus_1", endOfSecond, second, second, first, second]
        ] as const) {
          const { id } = yield* tenants.create({ name: "Acme", subscription: noSubscription })
          const linked = { tenantId: id, customer, since: yield* daysAgo(0) }
          for (const event of events) yield* tenants.recordEvent(id, event)
          assert.deepStrictEqual(yield* accountsOf(id), [linked])
          yield* tenants.setSubscription(id, { plan: "scale" })
          for (const event of events) yield* tenants.recordEvent(id, event)
          assert.deepStrictEqual(yield* accountsOf(id), [linked])
        }
      })
    )

    it.effect("leaves who pays as it is until the customer of the subscription that counts is known", () =>
      Effect.gen(function* () {
        const tenants = yield* Tenants
        const { endOfSecond, first, second } = yield* ofTwoCustomers
        const { id } = yield* tenants.create({ name: "Acme", subscription: noSubscription })
        for (const [event, customer] of [
          [{ ...first, customer: null }, undefined],
          [second, "cus_2"],
          [{ ...endOfSecond, customer: null }, "cus_2"],
          [{ ...first, id: "evt_5" }, "cus_1"]
        ] as const) {
          yield* tenants.recordEvent(id, event)
          assert.strictEqual((yield* accountsOf(id))[0]?.customer, customer)
        }
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
