import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { double, makeHeldGroup, start } from "./heldGroup.ts"

describe("a group with two lanes", () => {
  it.effect("flushes beside a flush that is under way once enough wait", () =>
    Effect.gen(function* () {
      const { flushesSeen, group, nextFlush } = yield* makeHeldGroup({ lanes: [1, 3] })
      const first = yield* start(group(0))
      const flush = yield* nextFlush
      const others = yield* Effect.forEach([1, 2], (item) => start(group(item)))
      assert.strictEqual(yield* flushesSeen, 0)
      const last = yield* start(group(3))
      const beside = yield* nextFlush
      assert.deepStrictEqual(beside.items, [1, 2, 3])
      yield* beside.succeed
      assert.deepStrictEqual(yield* Fiber.joinAll([...others, last]), [1, 2, 3].map(double))
      yield* flush.succeed
      assert.strictEqual(yield* Fiber.join(first), double(0))
    })
  )

  it.effect("leaves nothing behind when it closes with fewer waiting than its second lane asks for", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { group, nextFlush } = yield* Scope.provide(makeHeldGroup({ lanes: [1, 5] }), scope)
      const first = yield* start(group(0))
      const flush = yield* nextFlush
      const others = yield* Effect.forEach([1, 2], (item) => start(group(item)))
      const closing = yield* start(Scope.close(scope, Exit.void))
      yield* flush.succeed
      const rest = yield* nextFlush
      assert.deepStrictEqual(rest.items, [1, 2])
      yield* rest.succeed
      yield* Fiber.join(closing)
      assert.deepStrictEqual(yield* Fiber.joinAll([first, ...others]), [0, 1, 2].map(double))
    })
  )

  it.effect("leaves half of what waits to the other lane, if its own share is large enough", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup({ lanes: [1, 1], smallestShare: 3 })
      const sizes: Array<number> = []
      const askAll = (count: number) =>
        Effect.forEach(
          Array.from({ length: count }, (_, item) => item),
          (item) => start(group(item))
        )
      for (const count of [10, 4, 3]) {
        const fibers = yield* askAll(count)
        for (let left = count; left > 0;) {
          const flush = yield* nextFlush
          sizes.push(flush.items.length)
          left -= flush.items.length
          yield* flush.succeed
        }
        yield* Fiber.joinAll(fibers)
      }
      assert.deepStrictEqual(sizes, [5, 3, 2, 3, 1, 3])
    })
  )
})
