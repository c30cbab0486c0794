import { Effect, Schema, Semaphore } from "effect"
import { StorageUnavailable } from "./StorageUnavailable.ts"

interface Place<Fault> {
  readonly semaphore: Semaphore.Semaphore
  users: number
  /** What the last one to leave met. */
  fault: { readonly error: Fault } | undefined
}

/** How long one waits before somebody else's fault ends the wait. */
const patienceMillis = 2000

/**
 * Semaphores of this process by name, each with `room` permits. An effect takes `size` permits, or all of them if it
 * wants more, and waits only for effects of the same name. A name that nobody uses is forgotten.
 *
 * A failure that is a fault, one that the next in turn would probably meet too, also ends those who have been waiting
 * for two seconds, with the same error, unless somebody has been well since. Otherwise each would wait for a fault of
 * its own, and the last of them for the sum of all.
 */
export const makeTurns = <Fault = never>(room: number, isFault?: (error: unknown) => error is Fault) => {
  const places = new Map<string, Place<Fault>>()

  const enter = (name: string) =>
    Effect.sync(() => {
      const place = places.get(name) ?? { semaphore: Semaphore.makeUnsafe(room), users: 0, fault: undefined }
      places.set(name, place)
      place.users += 1
      return place
    })

  const leave = (name: string, place: Place<Fault>) =>
    Effect.sync(() => {
      place.users -= 1
      if (place.users === 0) places.delete(name)
    })

  const note = (place: Place<Fault>, error?: unknown) =>
    Effect.sync(() => {
      place.fault = isFault?.(error) === true ? { error } : undefined
    })

  const attempt = <A, E, R>(place: Place<Fault>, self: Effect.Effect<A, E, R>) =>
    isFault === undefined
      ? self
      : self.pipe(
          Effect.tap(() => note(place)),
          Effect.tapError((error) => note(place, error))
        )

  const wait = <A, E, R>(place: Place<Fault>, permits: number, self: Effect.Effect<A, E, R>) =>
    Effect.clockWith((clock) => {
      // By the monotonic clock, because the time of day may jump meanwhile.
      const since = clock.monotonicTimeNanosUnsafe()
      const { fault } = place
      const hasWaited = () => Number(clock.monotonicTimeNanosUnsafe() - since) / 1e6 >= patienceMillis
      return place.semaphore.withPermits(permits)(
        Effect.suspend((): Effect.Effect<A, E | Fault, R> =>
          place.fault !== undefined && place.fault !== fault && hasWaited()
            ? Effect.fail(place.fault.error)
            : attempt(place, self)
        )
      )
    })

  return (name: string, size = 1) =>
    <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | Fault, R> =>
      Effect.acquireUseRelease(
        enter(name),
        (place) => wait(place, Math.min(size, room), self),
        (place) => leave(name, place)
      )
}

interface Visit {
  /** The permits that it holds while it runs. */
  readonly size: number
  /** What it adds to its name's total cost, from when it is requested until it ends. */
  readonly cost: number
}

/**
 * Like `makeTurns` with the database's faults and a bounded queue for each name: a visit that would raise its name's total cost above
 * `mostAsked` fails at once, so that the visits of one name leave room for the others. A visit that is alone is
 * admitted whatever it costs.
 */
export const makeBoundedTurns = (room: number, mostAsked: number) => {
  const inTurn = makeTurns(room, Schema.is(StorageUnavailable))
  const asked = new Map<string, number>()

  const add = (name: string, cost: number): void => {
    const sum = (asked.get(name) ?? 0) + cost
    if (sum > 0) asked.set(name, sum)
    else asked.delete(name)
  }

  return (name: string, { cost, size }: Visit) =>
    <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
      Effect.suspend((): Effect.Effect<A, E | StorageUnavailable, R> => {
        const before = asked.get(name) ?? 0
        if (before > 0 && before + cost > mostAsked) {
          return Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 }))
        }
        add(name, cost)
        return inTurn(name, size)(self).pipe(Effect.ensuring(Effect.sync(() => add(name, -cost))))
      })
}
