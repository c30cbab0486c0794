import { Clock, Context, Duration, Effect } from "effect"

/** How long until the same fault is logged again, and how long without a fault until an outage is over. */
const pause = Duration.toNanosUnsafe("10 seconds")

interface Fault {
  loggedAt: bigint
  /** How often the fault has occurred since it was last logged. */
  leftOut: number
}

export const makeOutage = () => {
  const faults = new Map<string, Fault>()
  let lastFault = 0n

  const leftOut = (count: number): Readonly<Record<string, number>> => (count > 0 ? { leftOut: count } : {})

  return {
    /** Logs the kind of a fault and its SQLSTATE. Never the server's message, which could quote a value. */
    logFault: (kind: string, sqlState: string): Effect.Effect<void> =>
      Effect.flatMap(Clock.Clock, (clock) => {
        const now = clock.monotonicTimeNanosUnsafe()
        lastFault = now
        const name = `${kind} ${sqlState}`
        const fault = faults.get(name)
        const message = "The database cannot be used"
        if (fault !== undefined && now - fault.loggedAt < pause) {
          fault.leftOut += 1
          return Effect.annotateLogs(Effect.logDebug(message), { kind, sqlState })
        }
        faults.set(name, { loggedAt: now, leftOut: 0 })
        return Effect.annotateLogs(Effect.logWarning(message), {
          kind,
          sqlState,
          ...leftOut(fault?.leftOut ?? 0)
        })
      }),
    /** To be run after each statement that was answered. */
    logRecovery: Effect.suspend(() => {
      if (faults.size === 0) return Effect.void
      return Effect.flatMap(Clock.Clock, (clock) => {
        if (clock.monotonicTimeNanosUnsafe() - lastFault < pause) return Effect.void
        const unlogged = [...faults.values()].reduce((sum, fault) => sum + fault.leftOut, 0)
        faults.clear()
        return Effect.annotateLogs(Effect.logInfo("The database can be used again"), leftOut(unlogged))
      })
    })
  }
}

/**
 * What the log says about a database that cannot be used: each kind of fault at once, then every ten seconds how often
 * it has occurred meanwhile. Under load, there would otherwise be a line for each of hundreds of statements a second.
 * There is one for the whole process, which has one database.
 */
export const Outage = Context.Reference("prescreen/adapters/postgres/Outage", { defaultValue: makeOutage })
