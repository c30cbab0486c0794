import type { UsageDay } from "./usage.ts"

export interface DayOverage {
  readonly day: string
  readonly quantity: number
}

const monthOf = ({ day }: UsageDay) => day.slice(0, 7)

/** The decisions of each day past those that a month includes. `days` start with a month's first day, oldest first. */
export const overageByDay = (
  days: ReadonlyArray<UsageDay>,
  includedDecisions: number
): ReadonlyArray<DayOverage> => {
  const used = new Map<string, number>()
  return days.flatMap((usage) => {
    const before = used.get(monthOf(usage)) ?? 0
    const after = before + usage.checks
    used.set(monthOf(usage), after)
    const quantity = Math.max(0, after - includedDecisions) - Math.max(0, before - includedDecisions)
    return quantity === 0 ? [] : [{ day: usage.day, quantity }]
  })
}
