import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { RateLimiterMemory } from "../../../src/adapters/ratelimit/RateLimiterMemory.ts"
import { RateLimiter } from "../../../src/domain/tenancy/RateLimiter.ts"

const take = Effect.fnUntraced(function* (key: string, limit: number) {
  return yield* (yield* RateLimiter).take(key, limit)
})

const takeMany = (key: string, limit: number, requests: number) =>
  Effect.map(
    Effect.replicateEffect(take(key, limit), requests),
    (readings) => readings.filter(({ admitted }) => admitted).length
  )

const Step = Schema.Struct({
  advance: Schema.Union([
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12_000 })),
    Schema.Literals([0, 1, 59_999, 60_000, 150_000])
  ]),
  key: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 4 }))
})
const Steps = Schema.Array(Step).check(Schema.isMaxLength(120))

describe("RateLimiterMemory", () => {
  it.effect("tells what is left without counting who asks", () =>
    Effect.gen(function* () {
      const { peek, take } = yield* RateLimiter
      const nothingYet = {
        admitted: true,
        limit: 2,
        remaining: 2,
        resetSeconds: 0,
        retryAfterSeconds: 0
      }
      assert.deepStrictEqual([peek("a", 2), peek("a", 2)], [nothingYet, nothingYet])
      yield* take("a", 2)
      assert.deepInclude(peek("a", 2), { admitted: true, remaining: 1, resetSeconds: 60 })
      yield* take("a", 2)
      yield* TestClock.adjust("20 seconds")
      assert.deepInclude(peek("a", 2), { admitted: false, remaining: 0, retryAfterSeconds: 40 })
    }).pipe(Effect.provide(RateLimiterMemory()))
  )

  it.effect.prop(
    "limits each key as if it were alone, with as many keys as it has room for",
    [Steps],
    ([steps]) =>
      Effect.gen(function* () {
        const admissions: Array<{ readonly key: number; readonly time: number }> = []
        let now = 0
        for (const { advance, key, limit } of steps) {
          yield* TestClock.adjust(advance)
          now += advance
          const within = admissions.filter((other) => other.key === key && other.time > now - 60_000).length
          const { admitted, remaining } = yield* take(`key ${key}`, limit)
          assert.strictEqual(admitted, within < limit)
          assert.strictEqual(remaining, Math.max(0, limit - within - (admitted ? 1 : 0)))
          if (admitted) admissions.push({ key, time: now })
        }
      }).pipe(Effect.provide(RateLimiterMemory({ maximumKeys: 5 })))
  )

  it.effect("admits the limit, refuses the next, and admits again when the first is a minute old", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* takeMany("key", 600, 700), 600)
      yield* TestClock.adjust("59999 millis")
      assert.deepStrictEqual(yield* take("key", 600), {
        admitted: false,
        limit: 600,
        remaining: 0,
        resetSeconds: 1,
        retryAfterSeconds: 1
      })
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* takeMany("key", 600, 700), 600)
    }).pipe(Effect.provide(RateLimiterMemory()))
  )

  it.effect("keeps to the nanosecond, however long it has run", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("50 days")
      yield* TestClock.adjust("300 nanos")
      yield* take("key", 1)
      yield* TestClock.adjust("59999999999 nanos")
      assert.isFalse((yield* take("key", 1)).admitted)
      yield* TestClock.adjust("1 nanos")
      assert.isTrue((yield* take("key", 1)).admitted)
    }).pipe(Effect.provide(RateLimiterMemory()))
  )

  it.effect("is not moved by corrections of the wall clock", () =>
    Effect.gen(function* () {
      const start = 1_800_000_000_000
      yield* TestClock.setTime(start)
      yield* take("key", 1)
      yield* TestClock.setTime(start - 3_600_000)
      assert.deepInclude(yield* take("key", 1), { admitted: false, resetSeconds: 60 })
      yield* TestClock.adjust("1 minutes")
      assert.isTrue((yield* take("key", 1)).admitted)
    }).pipe(Effect.provide(RateLimiterMemory()))
  )

  it.effect("admits concurrent requests up to the limit and not one more", () =>
    Effect.gen(function* () {
      const readings = yield* Effect.forEach(
        Array.from({ length: 300 }),
        () => Effect.andThen(Effect.yieldNow, take("key", 60)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(readings.filter(({ admitted }) => admitted).length, 60)
    }).pipe(Effect.provide(RateLimiterMemory()))
  )

  it.effect("remembers a key for its whole minute while others come and go", () =>
    Effect.gen(function* () {
      yield* take("first", 1)
      yield* TestClock.adjust("20 seconds")
      yield* take("key", 1)
      for (let second = 21; second < 80; second++) {
        yield* TestClock.adjust("1 seconds")
        yield* take(`address ${second}`, 1)
      }
      yield* TestClock.adjust("999 millis")
      assert.isFalse((yield* take("key", 1)).admitted)
      yield* TestClock.adjust("1 millis")
      assert.isTrue((yield* take("key", 1)).admitted)
    }).pipe(Effect.provide(RateLimiterMemory()))
  )

  it.effect("refuses nobody in a flood of more addresses than it has room for", () =>
    Effect.gen(function* () {
      for (let address = 0; address < 5_000; address++) {
        assert.isTrue((yield* take(`address ${address}`, 1)).admitted)
      }
    }).pipe(Effect.provide(RateLimiterMemory({ maximumKeys: 100 })))
  )

  it.effect("forgets in such a flood the key that was unused for the longest", () =>
    Effect.gen(function* () {
      yield* take("key", 1)
      for (let address = 0; address < 200; address++) yield* take(`address ${address}`, 1)
      assert.isTrue((yield* take("key", 1)).admitted)
    }).pipe(Effect.provide(RateLimiterMemory({ maximumKeys: 100 })))
  )

  it.effect("keeps the limit of a key that goes on sending through such a flood", () =>
    Effect.gen(function* () {
      let admitted = 0
      for (let address = 0; address < 5_000; address++) {
        yield* take(`address ${address}`, 60)
        if (address % 50 === 0 && (yield* take("key", 10)).admitted) admitted += 1
      }
      assert.strictEqual(admitted, 10)
    }).pipe(Effect.provide(RateLimiterMemory({ maximumKeys: 100 })))
  )
})
