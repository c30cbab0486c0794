import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
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

  it.effect("makes ids that sort by the order they were made in", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const ids: Array<string> = []
      for (let round = 0; round < 1_000; round += 1) ids.push(yield* random.uuidV7())
      assert.deepStrictEqual(ids, ids.toSorted())
    }).pipe(Effect.provide(SecureRandomPooled))
  )
})
