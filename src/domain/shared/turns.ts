import { Effect, Semaphore } from "effect"

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
