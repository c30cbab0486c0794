import { Effect, Semaphore } from "effect"

/**
 * Makes an effect that gives each caller its own turn of the event loop, one caller after the other, so that requests
 * that have arrived meanwhile are handled in between.
 */
export const makeEventLoopTurns = Effect.map(Semaphore.make(1), (one) => one.withPermit(Effect.yieldNow))
