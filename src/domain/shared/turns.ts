import { Effect, Semaphore } from "effect"
import { StorageUnavailable } from "./StorageUnavailable.ts"

interface Place {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

/**
 * Semaphores by name, in this process, each with `room` permits. An effect waits for `size` permits, or for all there
 * are if it wants more, behind effects of the same name only. A name that nobody uses is forgotten.
 */
export const makeTurns = (room: number) => {
  const places = new Map<string, Place>()

  const enter = (name: string) =>
    Effect.sync(() => {
      const place = places.get(name) ?? { semaphore: Semaphore.makeUnsafe(room), users: 0 }
      places.set(name, place)
      place.users += 1
      return place
    })

  const leave = (name: string, place: Place) =>
    Effect.sync(() => {
      place.users -= 1
      if (place.users === 0) places.delete(name)
    })

  return (name: string, size = 1) =>
    <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.acquireUseRelease(
        enter(name),
        ({ semaphore }) => semaphore.withPermits(Math.min(size, room))(self),
        (place) => leave(name, place)
      )
}

interface Visit {
  /** Permits that it holds while it runs. */
  readonly size: number
  /** What it adds to the cost that its name has waiting and running, from when it is asked for until it has ended. */
  readonly cost: number
}

/**
 * Turns with a bounded queue for each name: a visit that would bring the cost of a name past `mostAsked` fails at
 * once, so that whoever waits for one name leaves room for the others. Alone, a visit is let in whatever it costs.
 */
export const makeBoundedTurns = (room: number, mostAsked: number) => {
  const inTurn = makeTurns(room)
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
