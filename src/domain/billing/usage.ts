import { DateTime, Option, Result } from "effect"

/** The sums over a number of checks. */
export interface UsageTotals {
  readonly checks: number
  readonly blocked: number
  readonly reviewed: number
  readonly inputTokens: number
}

export interface UsageDay extends UsageTotals {
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly day: string
}

/** A range of days in UTC, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const usualDays = 30

const firstDay = DateTime.makeUnsafe("0001-01-01T00:00:00.000Z")

/** The first moment of a day; none if the calendar has no such day. */
const readDay = (day: string): Option.Option<DateTime.Utc> =>
  DateTime.make(`${day}T00:00:00.000Z`).pipe(
    Option.map(DateTime.toUtc),
    Option.filter((moment) => DateTime.formatIsoDateUtc(moment) === day)
  )

/** Whether a text is a calendar day written as `YYYY-MM-DD`. The calendar has no year 0. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith("0000") && Option.isSome(readDay(text))

/**
 * The requested range. It ends today unless `to` is given, and is 30 days long unless `from` is given. Fails with
 * what is wrong, in words that follow the field name `from`.
 */
export const dayRange = (
  { from, to }: Partial<DayRange>,
  now: DateTime.Utc
): Result.Result<DayRange, string> => {
  const today = DateTime.startOf(now, "day")
  const end = Option.getOrElse(readDay(to ?? ""), () => today)
  const start = Option.getOrElse(readDay(from ?? ""), () =>
    DateTime.max(DateTime.subtract(end, { days: usualDays - 1 }), firstDay)
  )
  if (DateTime.isGreaterThan(start, end)) return Result.fail("must not be after the last day")
  return Result.succeed({ from: DateTime.formatIsoDateUtc(start), to: DateTime.formatIsoDateUtc(end) })
}

export const noUsage: UsageTotals = { checks: 0, blocked: 0, reviewed: 0, inputTokens: 0 }

export const totalOf = (days: ReadonlyArray<UsageDay>): UsageTotals =>
  days.reduce(
    (total, day) => ({
      checks: total.checks + day.checks,
      blocked: total.blocked + day.blocked,
      reviewed: total.reviewed + day.reviewed,
      inputTokens: total.inputTokens + day.inputTokens
    }),
    noUsage
  )
