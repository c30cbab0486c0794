import { Effect } from "effect"

/**
 * Has long work give way to other fibers: call it after each step with the step's size, and it yields whenever the
 * sizes since the last yield add up to `atMost`. The unit is the caller's.
 */
export const makeBreather = (atMost: number) => {
  let done = 0
  return (size: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      done += size
      if (done < atMost) return Effect.void
      done = 0
      return Effect.yieldNow
    })
}
