import { DateTime, Effect } from "effect"
import { overageByDay } from "../billing/overage.ts"
import { PaymentAccounts } from "../billing/PaymentAccounts.ts"
import type { LinkedAccount } from "../billing/PaymentAccounts.ts"
import { PaymentProvider } from "../billing/PaymentProvider.ts"
import { limitsOf } from "../billing/plans.ts"
import type { DayRange } from "../billing/usage.ts"
import { UsageLedger } from "../billing/UsageLedger.ts"
import { Tenants } from "./Tenants.ts"

/** A check that began just before midnight is counted for that day, a little later. */
const hoursUntilFinal = 1

/** The days that are over, from the first of the month before the last one: what a stopped service missed is made up for. */
const finalDays = (now: DateTime.Utc): DayRange => {
  const today = DateTime.startOf(DateTime.subtract(now, { hours: hoursUntilFinal }), "day")
  const last = DateTime.subtract(today, { days: 1 })
  const first = DateTime.subtract(DateTime.startOf(last, "month"), { months: 1 })
  return { from: DateTime.formatIsoDateUtc(first), to: DateTime.formatIsoDateUtc(last) }
}

const addReports = Effect.fnUntraced(function* ({ since, tenantId }: LinkedAccount, range: DayRange) {
  const accounts = yield* PaymentAccounts
  const { limitOverrides, subscription } = yield* (yield* Tenants).get(tenantId)
  const { includedDecisions } = limitsOf(subscription.plan, limitOverrides)
  const days = yield* (yield* UsageLedger).days({ tenantId, mode: "live" }, range)
  for (const { day, quantity } of overageByDay(days, includedDecisions)) {
    if (day >= since) yield* accounts.addReport(tenantId, day, quantity)
  }
})

/**
 * Reports to the payment provider what each paying tenant used past its plan, of every day that is over, and returns
 * how many reports were sent. A day is reported once, with what was counted when it was first looked at, however often
 * and wherever this runs. Does nothing without a provider.
 */
export const reportOverage = Effect.fn("reportOverage")(function* () {
  const provider = yield* PaymentProvider
  if (provider === undefined) return 0
  const accounts = yield* PaymentAccounts
  const range = finalDays(yield* DateTime.now)
  yield* Effect.forEach(yield* accounts.list, (account) => addReports(account, range), { discard: true })
  return yield* accounts.sendReports(provider.report)
})
