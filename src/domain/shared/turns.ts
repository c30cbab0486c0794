import { Effect, Semaphore } from "effect"
import { StorageUnavailable } from "./StorageUnavailable.ts"

interface Place {
  readonly semaphore: Semaphore.Semaphore
  users: number
}

/**
 * Places by name, in this process, each with so much room. What takes a part of a place's room, all of it at the most,
 * waits until there is as much; what goes to another place does not wait for it. A place that nobody uses is forgotten.
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
  /** What it takes of the room. */
  readonly size: number
  /** What it adds to what is asked of the place, while it waits and while it is there. */
  readonly cost: number
}

/**
 * Turns of which no more than so much may be asked at one place. What is beyond is refused at once, so that whoever
 * waits there leaves room for others elsewhere. A place of which nothing is asked refuses nothing.
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
