import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Announcement, makeServiceHealth } from "../../../../src/adapters/http/server/serviceHealth.ts"
import { ScreeningEngine, ScreeningUnavailable } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { DatabaseHealth } from "../../../../src/domain/shared/DatabaseHealth.ts"

/** A service whose parts are as they are told to be, and count how often they are asked. */
const setUp = Effect.gen(function* () {
  const parts = {
    announced: true,
    database: true,
    engine: Effect.succeed("fox-1") as Effect.Effect<string, ScreeningUnavailable>
  }
  const asked = { database: 0, engine: 0 }
  const { health } = yield* makeServiceHealth.pipe(
    Effect.provide(
      Layer.mergeAll(
        Layer.succeed(Announcement, { isMade: Effect.sync(() => parts.announced) }),
        Layer.succeed(DatabaseHealth, {
          isReachable: Effect.sync(() => {
            asked.database += 1
            return parts.database
          })
        }),
        Layer.mock(ScreeningEngine, {
          health: Effect.suspend(() => {
            asked.engine += 1
            return parts.engine
          })
        })
      )
    )
  )
  return { asked, health, parts }
})

const well = { ok: true, version: "0.2.0", engine: "fox-1" }

describe("the service's health", () => {
  it.effect("is asked for once, however many want to know it", () =>
    Effect.gen(function* () {
      const { asked, health } = yield* setUp
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => health),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        answers,
        Array.from({ length: 50 }, () => well)
      )
      yield* TestClock.adjust("999 millis")
      yield* health
      assert.deepStrictEqual(asked, { database: 1, engine: 1 })
    })
  )

  it.effect("is asked for anew after a second when the clock was set back by a day meanwhile", () =>
    Effect.gen(function* () {
      const { health, parts } = yield* setUp
      yield* TestClock.setTime(Date.UTC(2026, 10, 24))
      yield* health
      parts.database = false
      yield* TestClock.setTime(Date.UTC(2026, 10, 23))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* health, { ...well, ok: false })
    })
  )

  it.effect("is asked for anew after a second, whether it was good or bad", () =>
    Effect.gen(function* () {
      const { asked, health, parts } = yield* setUp
      yield* health
      parts.database = false
      parts.engine = Effect.fail(new ScreeningUnavailable({ retryAfterSeconds: 1, reason: "gone" }))
      assert.deepStrictEqual(yield* health, well)
      yield* TestClock.adjust("1 second")
      const unwell = { ...well, ok: false, engine: "unreachable" }
      assert.deepStrictEqual(yield* health, unwell)

      parts.database = true
      parts.engine = Effect.succeed("fox-2")
      assert.deepStrictEqual(yield* health, unwell)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* health, { ...well, engine: "fox-2" })
      assert.deepStrictEqual(asked, { database: 3, engine: 3 })
    })
  )

  it.effect("is not asked for again when those who wanted to know it have gone", () =>
    Effect.gen(function* () {
      const { asked, health, parts } = yield* setUp
      const answer = yield* Deferred.make<string>()
      parts.engine = Deferred.await(answer)
      for (let callers = 0; callers < 10; callers += 1) {
        const caller = yield* Effect.forkChild(health)
        for (let turns = 0; turns < 5; turns += 1) yield* Effect.yieldNow
        yield* Fiber.interrupt(caller)
      }
      yield* Deferred.succeed(answer, "fox-1")

      assert.deepStrictEqual(yield* health, well)
      assert.deepStrictEqual(asked, { database: 1, engine: 1 })
    })
  )

  it.effect("is good as soon as the service has been announced", () =>
    Effect.gen(function* () {
      const { health, parts } = yield* setUp
      parts.announced = false
      assert.isFalse((yield* health).ok)
      parts.announced = true
      assert.isTrue((yield* health).ok)
    })
  )
})
