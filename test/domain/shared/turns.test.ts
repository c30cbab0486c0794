import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { StorageUnavailable } from "../../../src/domain/shared/StorageUnavailable.ts"
import { makeBoundedTurns, makeTurns } from "../../../src/domain/shared/turns.ts"

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

describe("bounded turns", () => {
  it.effect("end the wait of all who have waited for long when the database fails one", () =>
    Effect.gen(function* () {
      const inTurn = makeBoundedTurns(2, 100)("tenant", { cost: 1, size: 1 })
      const timeout = Effect.delay(Effect.fail(new StorageUnavailable({ retryAfterSeconds: 1 })), "5 seconds")
      const start = (count: number) =>
        Effect.forEach(Array.from({ length: count }), () =>
          Effect.forkChild(Effect.exit(inTurn(timeout)), { startImmediately: true })
        )
      const early = yield* start(50)
      yield* TestClock.adjust("4 seconds")
      const late = yield* start(4)
      yield* TestClock.adjust("1 seconds")
      assert.isTrue(early.every((fiber) => fiber.pollUnsafe() !== undefined))
      assert.isTrue(late.every((fiber) => fiber.pollUnsafe() === undefined))
      yield* TestClock.adjust("5 seconds")
      assert.isTrue(late.every((fiber) => fiber.pollUnsafe() !== undefined))
    })
  )

  it.effect("go on after a database that has failed", () =>
    Effect.gen(function* () {
      const inTurn = makeBoundedTurns(1, 100)("tenant", { cost: 1, size: 1 })
      const fault = new StorageUnavailable({ retryAfterSeconds: 1 })
      const start = <A, E>(visit: Effect.Effect<A, E>) =>
        Effect.forkChild(Effect.exit(inTurn(visit)), { startImmediately: true })
      yield* start(Effect.sleep("3 seconds"))
      const waiting = yield* start(Effect.succeed("well"))
      yield* start(Effect.fail(fault))
      const later = yield* start(Effect.succeed("well"))
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(yield* Fiber.join(waiting), Exit.succeed("well"))
      assert.deepStrictEqual(yield* Fiber.join(later), Exit.fail(fault))
      assert.strictEqual(yield* inTurn(Effect.succeed("well")), "well")
    })
  )
})
