import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Option, Scope } from "effect"
import { makeGroup } from "../../../src/adapters/postgres/groupCommit.ts"
import { recordingTracer } from "../../fakes/recordingTracer.ts"
import { double, makeHeldGroup, start } from "./heldGroup.ts"

describe("a group", () => {
  it.effect("flushes an item at once when idle", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup()
      for (const item of [1, 2]) {
        const waiting = yield* start(group(item))
        const flush = yield* nextFlush
        assert.deepStrictEqual(flush.items, [item])
        yield* flush.succeed
        assert.strictEqual(yield* Fiber.join(waiting), double(item))
      }
    })
  )

  it.effect("flushes together, in their order, all that arrived during the flush before", () =>
    Effect.gen(function* () {
      const { flushesSeen, group, nextFlush } = yield* makeHeldGroup()
      const first = yield* start(group(0))
      const flush = yield* nextFlush
      const others = yield* Effect.forEach([1, 2, 3, 4], (item) => start(group(item)))
      assert.strictEqual(yield* flushesSeen, 0)
      yield* flush.succeed
      const next = yield* nextFlush
      assert.deepStrictEqual(next.items, [1, 2, 3, 4])
      yield* next.succeed
      assert.deepStrictEqual(yield* Fiber.joinAll([first, ...others]), [0, 1, 2, 3, 4].map(double))
    })
  )

  it.effect("begins a flush when all that arrived together is there", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup({ lanes: [1, 8] })
      const items = Array.from({ length: 40 }, (_, index) => index)
      const fibers = yield* Effect.withFiber((fiber) =>
        Effect.succeed(items.map((item) => Effect.runForkWith(fiber.context)(group(item))))
      )
      const flush = yield* nextFlush
      assert.deepStrictEqual(flush.items, items)
      yield* flush.succeed
      assert.deepStrictEqual(yield* Fiber.joinAll(fibers), items.map(double))
    })
  )

  it.effect("begins the next flush before it answers those of the last", () =>
    Effect.gen(function* () {
      const happened: Array<string> = []
      const group = yield* makeGroup<number, string, never>({
        name: "flush",
        flush: (items) =>
          Effect.suspend(() => {
            happened.push(`flush of ${items.join()}`)
            return Effect.as(Effect.yieldNow, items.map(double))
          }),
        largestGroup: 2,
        waitingRoom: 100
      })
      const answered = (item: number) => Effect.map(group(item), (answer) => happened.push(answer))
      const fibers = yield* Effect.forEach([0, 1, 2], (item) => start(answered(item)))
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(happened, ["flush of 0,1", "flush of 2", "0 done", "1 done", "2 done"])
    })
  )

  it.effect("never flushes more at a time than the largest group", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup({ largestGroup: 3 })
      const fibers = yield* Effect.forEach([0, 1, 2, 3, 4, 5, 6], (item) => start(group(item)))
      const sizes: Array<number> = []
      for (let done = 0; done < 7;) {
        const flush = yield* nextFlush
        yield* flush.succeed
        sizes.push(flush.items.length)
        done += flush.items.length
      }
      assert.isAtMost(Math.max(...sizes), 3)
      assert.deepStrictEqual(yield* Fiber.joinAll(fibers), [0, 1, 2, 3, 4, 5, 6].map(double))
    })
  )

  it.effect("gives each of a thousand callers its own result", () =>
    Effect.gen(function* () {
      const group = yield* makeGroup<number, string, never>({
        name: "flush",
        flush: (items) => Effect.as(Effect.yieldNow, items.map(double)),
        largestGroup: 7,
        waitingRoom: 1_000
      })
      const items = Array.from({ length: 1_000 }, (_, index) => index)
      const results = yield* Effect.forEach(items, (item) => group(item), { concurrency: "unbounded" })
      assert.deepStrictEqual(results, items.map(double))
    })
  )

  it.effect("refuses what its waiting room has no place for, and only that", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup({ waitingRoom: 2 })
      const flushing = yield* start(group(0))
      const flush = yield* nextFlush
      const waiting = yield* Effect.forEach([1, 2], (item) => start(group(item)))
      const error = yield* Effect.flip(group(3))
      assert.deepInclude(error, { _tag: "StorageUnavailable", retryAfterSeconds: 1 })
      yield* flush.succeed
      const next = yield* nextFlush
      assert.deepStrictEqual(next.items, [1, 2])
      const late = yield* start(group(4))
      yield* next.succeed
      yield* Effect.flatMap(nextFlush, ({ succeed }) => succeed)
      assert.deepStrictEqual(yield* Fiber.joinAll([flushing, ...waiting, late]), [0, 1, 2, 4].map(double))
    })
  )

  it.effect("makes each flush a span of its own, linked to the spans of all who wait for it", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recordingTracer()
      yield* Effect.gen(function* () {
        const { group, nextFlush } = yield* makeHeldGroup()
        const call = (item: number) =>
          start(Effect.withSpan(group(item), `caller ${item}`, { sampled: item !== 2 }))
        const first = yield* call(0)
        const flush = yield* nextFlush
        const others = yield* Effect.forEach([1, 2, 3], call)
        yield* flush.succeed
        yield* Effect.flatMap(nextFlush, ({ succeed }) => succeed)
        yield* Fiber.joinAll([first, ...others])
      }).pipe(Effect.withTracer(tracer))
      const idOf = (name: string) => spans.find((span) => span.name === name)?.spanId
      const flushes = spans.filter(({ name }) => name === "flush")
      assert.deepStrictEqual(
        flushes.map(({ links, parent }) => [Option.isNone(parent), links.map(({ span }) => span.spanId)]),
        [
          [true, [idOf("caller 0")]],
          [true, [idOf("caller 1"), idOf("caller 3")]]
        ]
      )
    })
  )

  it.effect("flushes an item whose caller has gone, before the flush or during it", () =>
    Effect.gen(function* () {
      const { group, nextFlush } = yield* makeHeldGroup()
      const during = yield* start(group(0))
      const flush = yield* nextFlush
      const before = yield* start(group(1))
      const stays = yield* start(group(2))
      yield* Fiber.interrupt(during)
      yield* Fiber.interrupt(before)
      yield* flush.succeed
      const next = yield* nextFlush
      assert.deepStrictEqual(next.items, [1, 2])
      yield* next.succeed
      assert.strictEqual(yield* Fiber.join(stays), double(2))
    })
  )
})

describe("closing the scope of a group", () => {
  it.effect("drains what waits before it ends, and refuses what comes later", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { group, nextFlush } = yield* Scope.provide(makeHeldGroup({ largestGroup: 2 }), scope)
      const first = yield* start(group(0))
      const flush = yield* nextFlush
      const waiting = yield* Effect.forEach([1, 2, 3], (item) => start(group(item)))
      const closing = yield* start(Scope.close(scope, Exit.void))
      assert.deepInclude(yield* Effect.flip(group(9)), { _tag: "StorageUnavailable" })
      yield* flush.succeed
      for (const items of [[1, 2], [3]]) {
        assert.isUndefined(closing.pollUnsafe())
        const next = yield* nextFlush
        assert.deepStrictEqual(next.items, items)
        yield* next.succeed
      }
      yield* Fiber.join(closing)
      assert.deepStrictEqual(yield* Fiber.joinAll([first, ...waiting]), [0, 1, 2, 3].map(double))
      assert.deepInclude(yield* Effect.flip(group(9)), { _tag: "StorageUnavailable" })
    })
  )

  it.effect(
    "answers all who wait, also when a flush fails meanwhile",
    () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const { group, nextFlush } = yield* Scope.provide(makeHeldGroup(), scope)
        const first = yield* start(group(0))
        const flush = yield* nextFlush
        const waiting = yield* Effect.forEach([1, 2], (item) => start(group(item)))
        const closing = yield* start(Scope.close(scope, Exit.void))
        yield* Effect.forkChild(Effect.forever(Effect.flatMap(nextFlush, ({ succeed }) => succeed)))
        yield* flush.answer(Effect.fail("no answer"))
        yield* Fiber.join(closing)
        const exits = yield* Effect.forEach([first, ...waiting], (fiber) => Fiber.await(fiber))
        assert.isTrue(exits.slice(0, 1).every(Exit.isFailure))
      }),
    5_000
  )

  it.effect("ends at once when nothing waits", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Scope.provide(makeHeldGroup(), scope)
      yield* Scope.close(scope, Exit.void)
    })
  )
})
