import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { SecureRandomPooled } from "../../../src/adapters/random/SecureRandomPooled.ts"

describe("SecureRandomPooled", () => {
  it.effect("never gives the same bytes twice, across many refills of its pool", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const seen = new Set<string>()
      for (let round = 0; round < 5_000; round += 1) {
        seen.add(Buffer.from(yield* random.randomBytes(16)).toString("hex"))
      }
      assert.strictEqual(seen.size, 5_000)
    }).pipe(Effect.provide(SecureRandomPooled))
  )

  it.effect("gives more at once than its pool holds", () =>
    Effect.gen(function* () {
      const bytes = yield* (yield* SecureRandom.SecureRandom).randomBytes(20_000)
      assert.strictEqual(bytes.length, 20_000)
      assert.isTrue(bytes.some((byte) => byte !== 0))
    }).pipe(Effect.provide(SecureRandomPooled))
  )

  it.effect("makes ids that sort on while the clock runs unevenly, and follow one that was set back", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const momentOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
      const madeAt = Effect.fnUntraced(function* (moment: number) {
        yield* TestClock.setTime(moment)
        return yield* random.uuidV7()
      })
      const moment = Date.UTC(2026, 10, 30, 23)
      const day = 24 * 60 * 60 * 1_000
      const ids = [
        yield* madeAt(moment + day),
        yield* madeAt(moment + day - 10_000),
        yield* madeAt(moment),
        yield* madeAt(moment - 1_000),
        yield* madeAt(moment + 1_000)
      ]
      assert.deepStrictEqual(ids.map(momentOf), [moment + day, moment + day, moment, moment, moment + 1_000])
      assert.strictEqual(new Set(ids).size, 5)
      assert.isTrue((ids[0] ?? "") < (ids[1] ?? ""))
      assert.isTrue((ids[2] ?? "") < (ids[3] ?? ""))
      const bytes = yield* random.uuidV7({ format: "bytes" })
      assert.strictEqual(Buffer.from(bytes).readUIntBE(0, 6), moment + 1_000)
    }).pipe(Effect.provide(SecureRandomPooled))
  )

  it.effect("makes ids that sort by the order they were made in", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const ids: Array<string> = []
      for (let round = 0; round < 1_000; round += 1) ids.push(yield* random.uuidV7())
      assert.deepStrictEqual(ids, ids.toSorted())
    }).pipe(Effect.provide(SecureRandomPooled))
  )
})
