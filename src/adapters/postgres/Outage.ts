import { Clock, Context, Duration, Effect } from "effect"

/** A fault is told again after so long, and an outage is over when there was none for so long. */
const pause = Duration.toNanosUnsafe("10 seconds")

interface Fault {
  toldAt: bigint
  /** How often it happened since it was told. */
  leftOut: number
}

export const makeOutage = () => {
  const faults = new Map<string, Fault>()
  let lastFault = 0n

  const leftOut = (count: number): Readonly<Record<string, number>> => (count > 0 ? { leftOut: count } : {})

  return {
    /** Tells what kind of fault it was and its SQLSTATE. The server's message could quote a value. */
    tell: (kind: string, sqlState: string): Effect.Effect<void> =>
      Effect.flatMap(Clock.Clock, (clock) => {
        const now = clock.monotonicTimeNanosUnsafe()
        lastFault = now
        const name = `${kind} ${sqlState}`
        const fault = faults.get(name)
        const message = "The database cannot be used"
        if (fault !== undefined && now - fault.toldAt < pause) {
          fault.leftOut += 1
          return Effect.annotateLogs(Effect.logDebug(message), { kind, sqlState })
        }
        faults.set(name, { toldAt: now, leftOut: 0 })
        return Effect.annotateLogs(Effect.logWarning(message), {
          kind,
          sqlState,
          ...leftOut(fault?.leftOut ?? 0)
        })
      }),
    /** To be called after each statement that was answered. */
    tellBack: Effect.suspend(() => {
      if (faults.size === 0) return Effect.void
      return Effect.flatMap(Clock.Clock, (clock) => {
        if (clock.monotonicTimeNanosUnsafe() - lastFault < pause) return Effect.void
        const untold = [...faults.values()].reduce((sum, fault) => sum + fault.leftOut, 0)
        faults.clear()
        return Effect.annotateLogs(Effect.logInfo("The database can be used again"), leftOut(untold))
      })
    })
  }
}

/**
 * What the log tells of a database that cannot be used: each kind of fault at once, and then every ten seconds how often
 * it came meanwhile, because under load there would be a line for each of hundreds of statements in a second. One for
 * the whole process, which has one database.
 */
export const Outage = Context.Reference("prescreen/adapters/postgres/Outage", { defaultValue: makeOutage })
