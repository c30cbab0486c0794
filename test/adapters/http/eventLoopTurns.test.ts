import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { makeEventLoopTurns } from "../../../src/adapters/http/eventLoopTurns.ts"

/** Counts the turns of the event loop while something runs. */
const countTurns = Effect.acquireRelease(
  Effect.sync(() => {
    const counted = { turns: 0, isOver: false }
    const next = () => {
      counted.turns += 1
      if (!counted.isOver) setImmediate(next)
    }
    setImmediate(next)
    return counted
  }),
  (counted) =>
    Effect.sync(() => {
      counted.isOver = true
    })
)

describe("turns", () => {
  it.live("let each of those who wait through in a turn of the event loop of its own", () =>
    Effect.gen(function* () {
      const counted = yield* countTurns
      const turn = yield* makeEventLoopTurns
      const through = yield* Effect.forEach(
        Array.from({ length: 12 }),
        () => Effect.map(turn, () => counted.turns),
        { concurrency: 8 }
      )
      assert.strictEqual(new Set(through).size, 12)
    })
  )

  it.live("go on to the next when one of them goes away", () =>
    Effect.gen(function* () {
      const turn = yield* makeEventLoopTurns
      const gone = yield* Effect.forEach(Array.from({ length: 3 }), () => Effect.forkChild(turn))
      const last = yield* Effect.forkChild(turn)
      yield* Effect.forEach(gone, Fiber.interrupt)
      yield* Fiber.join(last)
    })
  )
})
