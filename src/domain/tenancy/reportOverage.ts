import { DateTime, Effect } from "effect"
import { allowanceOn, overageByDay, startOfDay } from "../billing/overage.ts"
import { PaymentAccounts } from "../billing/PaymentAccounts.ts"
import type { LinkedAccount } from "../billing/PaymentAccounts.ts"
import { PaymentProvider } from "../billing/PaymentProvider.ts"
import type { DayRange } from "../billing/usage.ts"
import { UsageLedger } from "../billing/UsageLedger.ts"
import { logDefect } from "../shared/logDefect.ts"
import { monthlyAllowanceOf } from "./Tenant.ts"
import { Tenants } from "./Tenants.ts"

/** A check that began just before midnight is counted for that day, a little later. */
const hoursUntilFinal = 1

/**
 * The days that are over, from the first of the month before the last one: what a stopped service missed is made up
 * for.
 */
const finalDays = (now: DateTime.Utc): DayRange => {
  const today = DateTime.startOf(DateTime.subtract(now, { hours: hoursUntilFinal }), "day")
  const last = DateTime.subtract(today, { days: 1 })
  const first = DateTime.subtract(DateTime.startOf(last, "month"), { months: 1 })
  return { from: DateTime.formatIsoDateUtc(first), to: DateTime.formatIsoDateUtc(last) }
}

/** Settles what is not settled yet, with what was included on each day and not with what is included now. */
const settleDays = Effect.fnUntraced(function* ({ since, tenantId }: LinkedAccount, range: DayRange) {
  const tenants = yield* Tenants
  // In this order: a change that happens in between is among the former ones then.
  const current = monthlyAllowanceOf(yield* tenants.get(tenantId))
  const former = yield* tenants.formerAllowances(tenantId, startOfDay(range.from))
  const days = yield* (yield* UsageLedger).days({ tenantId, mode: "live" }, range)
  const overage = overageByDay(days, allowanceOn(former, current)).filter(({ day }) => day >= since)
  yield* (yield* PaymentAccounts).settle(tenantId, overage)
})

/**
 * Reports to the payment provider what each paying tenant used past its plan, of every day that is over, and returns
 * how many reports were sent. A day is settled once, a day within the plan too, with what was counted when it was first
 * looked at and what was included on that day, however often, how late and wherever this runs. Does nothing without a
 * provider.
 */
export const reportOverage = Effect.fn("reportOverage")(function* () {
  const provider = yield* PaymentProvider
  if (provider === undefined) return 0
  const accounts = yield* PaymentAccounts
  const range = finalDays(yield* DateTime.now)
  yield* Effect.forEach(yield* accounts.list, (account) => settleDays(account, range), { discard: true })
  return yield* accounts.sendReports(provider.report)
})

const unreported = "Overage could not be reported; trying again in an hour"

/** Reports overage now and every hour. Any number of processes may do so: what one has reported the others leave. */
export const reportOverageHourly = reportOverage().pipe(
  Effect.catch((error) =>
    Effect.annotateLogs(Effect.logWarning(unreported), {
      reason: "reason" in error ? error.reason : error._tag
    })
  ),
  Effect.catchCause(logDefect(unreported)),
  Effect.andThen(Effect.sleep("1 hour")),
  Effect.forever
)
