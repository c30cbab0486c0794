import { Effect } from "effect"

/**
 * Makes long work yield to other fibers. Call the returned function after each step with the step's size, in a unit
 * of your choice: it yields whenever the sizes since the last yield add up to `atMost`.
 */
export const makeYieldEvery = (atMost: number) => {
  let done = 0
  return (size: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      done += size
      if (done < atMost) return Effect.void
      done = 0
      return Effect.yieldNow
    })
}
