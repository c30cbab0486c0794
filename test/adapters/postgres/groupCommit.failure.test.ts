import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeGroup } from "../../../src/adapters/postgres/groupCommit.ts"
import { double, makeHeldGroup, start } from "./heldGroup.ts"

describe("a group that fails", () => {
  it.effect("fails together, and the next one is flushed", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup()
      const first = yield* start(group(0))
      const flush = yield* nextFlush
      const others = yield* Effect.forEach([1, 2, 3], (item) => start(Effect.flip(group(item))))
      yield* flush.succeed
      yield* Effect.flatMap(nextFlush, ({ answer }) => answer(Effect.fail("the disk is full")))
      assert.deepStrictEqual(yield* Fiber.joinAll(others), [
        "the disk is full",
        "the disk is full",
        "the disk is full"
      ])
      const later = yield* start(group(4))
      yield* Effect.flatMap(nextFlush, ({ succeed }) => succeed)
      assert.deepStrictEqual(yield* Fiber.joinAll([first, later]), [0, 4].map(double))
    })
  )

  it.effect("by dying is tried again item by item, so that the bad item fails alone", () =>
    Effect.gen(function* () {
      const tried: Array<ReadonlyArray<number>> = []
      const group = yield* makeGroup<number, string, never>({
        name: "flush",
        flush: (items) =>
          Effect.suspend(() => {
            tried.push(items)
            return items.includes(2)
              ? Effect.die("a bad item")
              : Effect.as(Effect.yieldNow, items.map(double))
          }),
        largestGroup: 100,
        waitingRoom: 100
      })
      const fibers = yield* Effect.forEach([0, 1, 2, 3], (item) => start(group(item)))
      const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.await(fiber))
      assert.deepStrictEqual(
        exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause))),
        [double(0), double(1), "a bad item", double(3)]
      )
      assert.includeDeepMembers(tried, [[1], [2], [3]])
      assert.strictEqual(yield* group(4), double(4))
    })
  )

  it.effect("after dying is not tried item by item any longer than until one fails", () =>
    Effect.gen(function* () {
      const tried: Array<ReadonlyArray<number>> = []
      const group = yield* makeGroup<number, string, string>({
        name: "flush",
        flush: (items) =>
          Effect.suspend(() => {
            tried.push(items)
            if (items.length > 1) return Effect.die("a bad item")
            return items.includes(1) ? Effect.fail("the database is away") : Effect.succeed(items.map(double))
          }),
        largestGroup: 100,
        waitingRoom: 100
      })
      const fibers = yield* Effect.forEach([0, 1, 2, 3], (item) => start(group(item)))
      const exits = yield* Effect.forEach(fibers, (fiber) => Fiber.await(fiber))
      assert.deepStrictEqual(
        exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause))),
        [double(0), ...Array.from({ length: 3 }, () => "the database is away")]
      )
      assert.deepStrictEqual(tried, [[0, 1, 2, 3], [0], [1]])
    })
  )

  it.effect(
    "because its flush throws does not stop those after it",
    () =>
      Effect.gen(function* () {
        const group = yield* makeGroup<number, string, never>({
          name: "flush",
          flush: (items) => {
            if (items.includes(0)) throw new Error("a flush that throws")
            return Effect.succeed(items.map(double))
          },
          largestGroup: 100,
          waitingRoom: 100
        })
        const [bad, good] = [yield* start(group(0)), yield* start(group(1))]
        assert.strictEqual(yield* Fiber.join(good), double(1))
        assert.isTrue(Exit.isFailure(yield* Fiber.await(bad)))
      }),
    5_000
  )

  it.effect(
    "by dying alone leaves those who wait to be flushed, however long they have waited",
    () =>
      Effect.gen(function* () {
        const { group, nextFlush } = yield* makeHeldGroup()
        const bad = yield* start(group(0))
        const flush = yield* nextFlush
        const waiting = yield* Effect.forEach([1, 2], (item) => start(group(item)))
        yield* TestClock.adjust("10 seconds")
        yield* flush.answer(Effect.die("a bad item"))
        const next = yield* nextFlush
        assert.deepStrictEqual(next.items, [1, 2])
        yield* next.succeed
        assert.deepStrictEqual(yield* Fiber.joinAll(waiting), [1, 2].map(double))
        assert.isTrue(Exit.hasDies(yield* Fiber.await(bad)))
      }),
    5_000
  )

  it.effect("takes along those who have waited as long as it took to fail", () =>
    Effect.gen(function* () {
      const { flushesSeen, group, nextFlush } = yield* makeHeldGroup()
      const fails = Effect.fnUntraced(function* (item: number) {
        return yield* start(Effect.flip(group(item)))
      })
      const first = yield* fails(0)
      const flush = yield* nextFlush
      const second = yield* fails(1)
      yield* TestClock.adjust("5 seconds")
      yield* flush.answer(Effect.fail("no answer"))
      assert.deepStrictEqual(yield* Fiber.joinAll([first, second]), ["no answer", "no answer"])
      assert.strictEqual(yield* flushesSeen, 0)
    })
  )

  it.effect(
    "takes them along too when the clock was set back meanwhile",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 10, 24))
        const { group, nextFlush } = yield* makeHeldGroup()
        const first = yield* start(Effect.flip(group(0)))
        const flush = yield* nextFlush
        const second = yield* start(Effect.flip(group(1)))
        yield* TestClock.setTime(Date.UTC(2026, 10, 23))
        yield* TestClock.adjust("5 seconds")
        yield* flush.answer(Effect.fail("no answer"))
        assert.deepStrictEqual(yield* Fiber.joinAll([first, second]), ["no answer", "no answer"])
      }),
    5_000
  )
})
