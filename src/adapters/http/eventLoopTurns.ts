import { Effect, Semaphore } from "effect"

/**
 * Makes an effect that lets those who wait for it through one after the other, each in a turn of the event loop of its
 * own: what has arrived meanwhile is handled before the next.
 */
export const makeEventLoopTurns = Effect.map(Semaphore.make(1), (one) => one.withPermit(Effect.yieldNow))
