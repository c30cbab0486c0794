import { DateTime, Effect, Layer, Ref, Result } from "effect"
import type { DayOverage } from "../../src/domain/billing/overage.ts"
import { PaymentAccounts } from "../../src/domain/billing/PaymentAccounts.ts"
import type { OverageReport } from "../../src/domain/billing/PaymentProvider.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import { HeldAccounts, HeldAccountsLayer } from "./HeldAccounts.ts"

interface SettledDay extends DayOverage {
  readonly tenantId: TenantId
}

const daysToSend = 34

const idOf = ({ day, tenantId }: SettledDay) => `${tenantId}/${day}/decisions`

export const InMemoryPaymentAccounts = Layer.effect(
  PaymentAccounts,
  Effect.gen(function* () {
    const accounts = yield* HeldAccounts
    const settled = yield* Ref.make<ReadonlyMap<string, SettledDay>>(new Map())
    const sent = yield* Ref.make<ReadonlySet<string>>(new Set())

    const due = Effect.gen(function* () {
      const oldest = DateTime.formatIsoDateUtc(DateTime.subtract(yield* DateTime.now, { days: daysToSend }))
      const known = yield* Ref.get(sent)
      const linked = yield* Ref.get(accounts)
      return [...(yield* Ref.get(settled))].flatMap(([id, { day, quantity, tenantId }]) => {
        const customer = linked.get(tenantId)?.customer
        const isDue = quantity > 0 && day > oldest && !known.has(id)
        return isDue && customer !== undefined ? [{ id, customer, day, quantity }] : []
      })
    })

    const sendOne = <E>(report: OverageReport, send: (report: OverageReport) => Effect.Effect<void, E>) =>
      Effect.andThen(
        send(report),
        Ref.update(sent, (all) => new Set([...all, report.id]))
      )

    return PaymentAccounts.of({
      list: Effect.map(Ref.get(accounts), (all) => [...all.values()]),
      settle: (tenantId, days) =>
        Ref.update(settled, (all) => {
          const added = days.map((overage) => ({ ...overage, tenantId }))
          return new Map([...added.map((day) => [idOf(day), day] as const), ...all])
        }),
      sendReports: Effect.fnUntraced(function* (send) {
        const results = yield* Effect.forEach(yield* due, (report) => Effect.result(sendOne(report, send)))
        const failed = results.find(Result.isFailure)
        if (failed !== undefined) return yield* Effect.fail(failed.failure)
        return results.length
      })
    })
  })
).pipe(Layer.provide(HeldAccountsLayer))
