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

/** A check that began just before midnight is counted for that day, but a little after it. */
const hoursUntilFinal = 1

/**
 * The days that are over, from the first of the month before yesterday's month: a service that was stopped catches up
 * on what it missed.
 */
const finalDays = (now: DateTime.Utc): DayRange => {
  const last = DateTime.subtract(now, { days: 1, hours: hoursUntilFinal })
  const first = DateTime.subtract(DateTime.startOf(last, "month"), { months: 1 })
  return { from: DateTime.formatIsoDateUtc(first), to: DateTime.formatIsoDateUtc(last) }
}

/** Settles the days that are not settled yet, by the allowance of each day and not by the current one. */
const settleDays = Effect.fnUntraced(function* ({ since, tenantId }: LinkedAccount, range: DayRange) {
  const tenants = yield* Tenants
  // The current allowance is read first: if it changes in between, it is among the former ones.
  const current = monthlyAllowanceOf(yield* tenants.get(tenantId))
  const former = yield* tenants.formerAllowances(tenantId, startOfDay(range.from))
  const days = yield* (yield* UsageLedger).days({ tenantId, mode: "live" }, range)
  const overage = overageByDay(days, allowanceOn(former, current)).filter(({ day }) => day >= since)
  yield* (yield* PaymentAccounts).settle(tenantId, overage)
})

/**
 * Reports to the payment provider what each paying tenant used beyond its plan, for every day that is over, and
 * returns how many reports were sent. Each day is settled once, even one within the plan, by the usage when it was
 * first looked at and by that day's allowance. How often, how late and in which process this runs makes no
 * difference. Does nothing without a provider.
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

/**
 * Reports overage now and then every hour. Any number of processes may run this: each report is sent by only one of
 * them.
 */
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
