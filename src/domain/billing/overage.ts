import { DateTime } from "effect"
import type { UsageDay } from "./usage.ts"

/** The overage of one day: decisions beyond those that the plan includes. */
export interface DayOverage {
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly day: string
  readonly quantity: number
}

/** An earlier monthly allowance, and when it was replaced. */
export interface FormerAllowance {
  readonly until: DateTime.Utc
  readonly includedDecisions: number
}

/** The first moment of a day, given in UTC as `YYYY-MM-DD`. */
export const startOfDay = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00.000Z`)

/**
 * The monthly allowance that applies to a day: the highest that was in force on it, because usage before a reduction
 * was still included. `former` is sorted oldest first; `current` has been in force since the last of them ended.
 */
export const allowanceOn =
  (former: ReadonlyArray<FormerAllowance>, current: number) =>
  (day: string): number => {
    const start = startOfDay(day)
    const end = DateTime.add(start, { days: 1 })
    const notOver = former.filter(({ until }) => DateTime.isGreaterThan(until, start))
    const duringDay = notOver.filter(({ until }) => DateTime.isLessThan(until, end))
    const atItsEnd = notOver[duringDay.length]?.includedDecisions ?? current
    return Math.max(atItsEnd, ...duringDay.map(({ includedDecisions }) => includedDecisions))
  }

const monthOf = ({ day }: UsageDay) => day.slice(0, 7)

/**
 * How many decisions of each day exceed the month's allowance, which `includedOn` gives for that day; 0 for a day
 * that stays within it. `days` are sorted oldest first and start on the first of a month.
 */
export const overageByDay = (
  days: ReadonlyArray<UsageDay>,
  includedOn: (day: string) => number
): ReadonlyArray<DayOverage> => {
  const used = new Map<string, number>()
  return days.map((usage) => {
    const before = used.get(monthOf(usage)) ?? 0
    const after = before + usage.checks
    used.set(monthOf(usage), after)
    const included = includedOn(usage.day)
    return { day: usage.day, quantity: Math.max(0, after - included) - Math.max(0, before - included) }
  })
}
