import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeTurns } from "../../../src/domain/shared/turns.ts"

/** Starts what stays inside until it is let out, and tells who is inside, in the order that they came in. */
const makeVisitors = (inTurn: ReturnType<typeof makeTurns>) => {
  const inside: Array<string> = []
  const visit = Effect.fnUntraced(function* (visitor: string, place: string, size?: number) {
    const door = yield* Deferred.make<void>()
    const stay = Effect.sync(() => inside.push(visitor)).pipe(
      Effect.andThen(Deferred.await(door)),
      Effect.ensuring(Effect.sync(() => inside.splice(inside.indexOf(visitor), 1)))
    )
    const fiber = yield* Effect.forkChild(inTurn(place, size)(stay), { startImmediately: true })
    const leave = Effect.andThen(Deferred.succeed(door, undefined), Fiber.join(fiber))
    return { leave: Effect.andThen(leave, Effect.yieldNow), fiber }
  })
  return { inside, visit }
}

describe("turns", () => {
  it.effect("let in as much as there is room for, in order, and each place for itself", () =>
    Effect.gen(function* () {
      const { inside, visit } = makeVisitors(makeTurns(2))
      const first = yield* visit("first", "a")
      yield* visit("second", "a")
      yield* visit("third", "a")
      yield* visit("fourth", "a")
      yield* visit("other", "b")
      assert.deepStrictEqual(inside, ["first", "second", "other"])
      yield* first.leave
      assert.deepStrictEqual(inside, ["second", "other", "third"])
    })
  )

  it.effect("let what is larger than the room in alone", () =>
    Effect.gen(function* () {
      const { inside, visit } = makeVisitors(makeTurns(10))
      const large = yield* visit("large", "a", 1_000)
      yield* visit("small", "a", 1)
      assert.deepStrictEqual(inside, ["large"])
      yield* large.leave
      assert.deepStrictEqual(inside, ["small"])
    })
  )

  it.effect("pass over who has gone", () =>
    Effect.gen(function* () {
      const { inside, visit } = makeVisitors(makeTurns(1))
      const first = yield* visit("first", "a")
      const gone = yield* visit("gone", "a")
      yield* visit("third", "a")
      yield* Fiber.interrupt(gone.fiber)
      yield* first.leave
      assert.deepStrictEqual(inside, ["third"])
    })
  )
})
