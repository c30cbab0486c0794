import { DateTime } from "effect"
import type { UsageDay } from "./usage.ts"

export interface DayOverage {
  readonly day: string
  readonly quantity: number
}

/** What a month included until that was changed. */
export interface FormerAllowance {
  readonly until: DateTime.Utc
  readonly includedDecisions: number
}

/** The first moment of a day. */
export const startOfDay = (day: string): DateTime.Utc => DateTime.makeUnsafe(`${day}T00:00:00.000Z`)

/**
 * What a month included as seen from a day: the most of all that was in force on it, because what was used before a
 * change to less was still included. `former` starts with the oldest; `current` is in force since the last of them.
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
 * The decisions of each day past those that its month includes, as `includedOn` has it of that day; zero for a day
 * that stays within them. `days` start with a month's first day, oldest first.
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
