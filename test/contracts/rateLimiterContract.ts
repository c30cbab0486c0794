import { assert, describe } from "@effect/vitest"
import type { it } from "@effect/vitest"
import { Effect } from "effect"
import type { Layer } from "effect"
import { randomUUID } from "node:crypto"
import { RateLimiter } from "../../src/domain/tenancy/RateLimiter.ts"

export interface RateLimiterUnderTest {
  readonly layer: Layer.Layer<RateLimiter>
  /** Lets so many milliseconds go by for a key. The limiter's own clock may run on beside. */
  readonly pass: (key: string, milliseconds: number) => Effect.Effect<void>
  /** Of a clock that tests move, or of the real one. */
  readonly run: typeof it.effect
}

const take = (key: string, limit: number, wanted?: number, inPlaceOf?: number) =>
  Effect.flatMap(RateLimiter, (limiter) => limiter.take(key, limit, wanted, inPlaceOf))

const admittedOf = (key: string, limit: number, requests: number) =>
  Effect.map(
    Effect.forEach(Array.from({ length: requests }), () => take(key, limit), { concurrency: "unbounded" }),
    (readings) => readings.filter(({ admitted }) => admitted).length
  )

/** What every rate limiter does. Times are far enough from the ends of a window for a clock that runs. */
export const rateLimiterContract = (
  name: string,
  { layer, pass, run }: RateLimiterUnderTest,
  skip = false
) => {
  describe.skipIf(skip)(`the contract of RateLimiter, kept by ${name}`, () => {
    const test = (guarantee: string, body: (key: string) => Effect.Effect<void, never, RateLimiter>) =>
      run(guarantee, () => body(`key ${randomUUID()}`).pipe(Effect.provide(layer)))

    test("tells what is left, when the window is clear and when one more passes", (key) =>
      Effect.gen(function* () {
        assert.deepInclude(yield* take(key, 2), {
          admitted: true,
          limit: 2,
          remaining: 1,
          resetSeconds: 60,
          retryAfterSeconds: 0
        })
        yield* pass(key, 20_500)
        assert.deepInclude(yield* take(key, 2), { admitted: true, remaining: 0, resetSeconds: 60 })
        yield* pass(key, 10_000)
        assert.deepStrictEqual(yield* take(key, 2), {
          admitted: false,
          limit: 2,
          remaining: 0,
          resetSeconds: 50,
          retryAfterSeconds: 30
        })
      }))

    test("tells the same to who only reads, and counts nothing", (key) =>
      Effect.gen(function* () {
        const read = Effect.flatMap(RateLimiter, (limiter) => limiter.read(key, 2))
        const untouched = { admitted: true, limit: 2, remaining: 2, resetSeconds: 0, retryAfterSeconds: 0 }
        assert.deepStrictEqual(yield* read, untouched)
        assert.deepStrictEqual(yield* read, untouched)
        yield* take(key, 2)
        yield* pass(key, 20_500)
        assert.deepStrictEqual(yield* read, { ...untouched, remaining: 1, resetSeconds: 40 })
        yield* take(key, 2)
        yield* pass(key, 10_000)
        const full = { admitted: false, limit: 2, remaining: 0, resetSeconds: 50, retryAfterSeconds: 30 }
        assert.deepStrictEqual(yield* read, full)
        assert.deepStrictEqual(yield* take(key, 2), full)
        yield* pass(key, 60_000)
        assert.deepStrictEqual(yield* read, untouched)
      }))

    test("counts what it takes from memory in the window that all requests of the key share", (key) =>
      Effect.gen(function* () {
        const { takeAtOnce } = yield* RateLimiter
        yield* take(key, 3)
        const second = takeAtOnce(key, 3) ?? (yield* take(key, 3))
        assert.deepInclude(second, { admitted: true, remaining: 1 })
        assert.deepInclude(yield* take(key, 3), { admitted: true, remaining: 0 })
        const refused = takeAtOnce(key, 3) ?? (yield* take(key, 3))
        assert.deepInclude(refused, { admitted: false, retryAfterSeconds: 60 })
      }))

    test("admits at once as many as the limit allows, and not one more", (key) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* admittedOf(key, 60, 300), 60)
        yield* pass(key, 55_000)
        assert.strictEqual(yield* admittedOf(key, 60, 10), 0)
        yield* pass(key, 6_000)
        assert.strictEqual(yield* admittedOf(key, 60, 300), 60)
      }))

    test("slides: each request makes room a minute after it came", (key) =>
      Effect.gen(function* () {
        for (let sent = 0; sent < 3; sent += 1) {
          assert.isTrue((yield* take(key, 3)).admitted)
          yield* pass(key, 10_000)
        }
        assert.isFalse((yield* take(key, 3)).admitted)
        for (let sent = 0; sent < 3; sent += 1) {
          yield* pass(key, sent === 0 ? 32_000 : 10_000)
          assert.deepStrictEqual(yield* admittedOf(key, 3, 3), 1)
        }
      }))

    test("counts no request that it refuses", (key) =>
      Effect.gen(function* () {
        yield* take(key, 1)
        for (let refused = 0; refused < 5; refused += 1) {
          yield* pass(key, 10_000)
          assert.isFalse((yield* take(key, 1)).admitted)
        }
        yield* pass(key, 11_000)
        assert.isTrue((yield* take(key, 1)).admitted)
      }))

    test("keeps to a limit that was lowered, and to one that was raised, at once", (key) =>
      Effect.gen(function* () {
        assert.strictEqual(yield* admittedOf(key, 10, 10), 10)
        assert.deepInclude(yield* take(key, 4), { admitted: false, limit: 4, remaining: 0 })
        assert.strictEqual(yield* admittedOf(key, 12, 10), 2)
      }))

    test("admits all of several at once or none, and tells when all would pass", (key) =>
      Effect.gen(function* () {
        assert.deepInclude(yield* take(key, 10, 3), { admitted: true, remaining: 7, retryAfterSeconds: 0 })
        yield* pass(key, 20_500)
        assert.deepInclude(yield* take(key, 10, 5), { admitted: true, remaining: 2, retryAfterSeconds: 0 })
        yield* pass(key, 10_000)
        const refused = { admitted: false, limit: 10, remaining: 2, resetSeconds: 50 }
        assert.deepStrictEqual(yield* take(key, 10, 5), { ...refused, retryAfterSeconds: 30 })
        assert.deepStrictEqual(yield* take(key, 10, 6), { ...refused, retryAfterSeconds: 50 })
        const { read } = yield* RateLimiter
        assert.deepStrictEqual(yield* read(key, 10, 6), { ...refused, retryAfterSeconds: 50 })
        assert.deepInclude(yield* read(key, 10, 2), { admitted: true, remaining: 2, retryAfterSeconds: 0 })
        assert.deepInclude(yield* take(key, 10, 2), { admitted: true, remaining: 0, retryAfterSeconds: 30 })
        yield* pass(key, 30_500)
        assert.deepInclude(yield* take(key, 10, 4), { admitted: false, remaining: 3 })
        assert.deepInclude(yield* take(key, 10, 3), { admitted: true, remaining: 0 })
      }))

    test("counts several in place of one that was counted, all of them or not even that one", (key) =>
      Effect.gen(function* () {
        yield* take(key, 6)
        yield* pass(key, 20_500)
        const first = yield* take(key, 6)
        assert.deepInclude(yield* take(key, 6, 3, first.takenAt), { admitted: true, remaining: 2 })
        for (let refused = 0; refused < 3; refused += 1) {
          const { takenAt } = yield* take(key, 6)
          assert.deepStrictEqual(yield* take(key, 6, 3, takenAt), {
            admitted: false,
            limit: 6,
            remaining: 2,
            resetSeconds: 60,
            retryAfterSeconds: 40
          })
        }
        assert.deepInclude(yield* take(key, 6, 2), { admitted: true, remaining: 0 })
      }))

    test("leaves the window as it was when the only request in it is refused its others", (key) =>
      Effect.gen(function* () {
        const { takenAt } = yield* take(key, 2)
        assert.deepStrictEqual(yield* take(key, 2, 3, takenAt), {
          admitted: false,
          limit: 2,
          remaining: 2,
          resetSeconds: 0,
          retryAfterSeconds: 60
        })
      }))

    test("never admits more at once than the limit", (key) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* take(key, 3, 4), {
          admitted: false,
          limit: 3,
          remaining: 3,
          resetSeconds: 0,
          retryAfterSeconds: 60
        })
        assert.deepInclude(yield* take(key, 3, 3), { admitted: true, remaining: 0 })
        yield* pass(key, 20_500)
        const refused = { admitted: false, remaining: 0, resetSeconds: 40 }
        assert.deepInclude(yield* take(key, 3, 3), { ...refused, retryAfterSeconds: 40 })
        assert.deepInclude(yield* take(key, 3, 4), { ...refused, retryAfterSeconds: 60 })
      }))

    test("counts each key for itself", (key) =>
      Effect.gen(function* () {
        assert.isTrue((yield* take(key, 1)).admitted)
        assert.isTrue((yield* take(`${key} 2`, 1)).admitted)
        assert.isFalse((yield* take(key, 1)).admitted)
      }))
  })
}
