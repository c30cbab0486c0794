import { Effect, Semaphore } from "effect"

/**
 * Makes an effect that gives each of its callers a turn of the event loop of its own, one after the other, so that
 * requests that have arrived meanwhile are handled between them.
 */
export const makeEventLoopTurns = Effect.map(Semaphore.make(1), (one) => one.withPermit(Effect.yieldNow))
