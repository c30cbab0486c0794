import { Effect } from "effect"

/** Lets others go on after each so much work that is done in one go. It is told how much each step was. */
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
