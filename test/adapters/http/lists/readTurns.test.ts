import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { CurrentCaller } from "../../../../src/adapters/http/access/Authorization.ts"
import { inReadTurn } from "../../../../src/adapters/http/lists/readTurns.ts"
import { ApiKeyId, TenantId } from "../../../../src/domain/shared/ids.ts"
import { idOf, tenant } from "../../../fixtures.ts"

/** Reads by a key of the tenant with this digit. */
const readsOf = (digit: string) => {
  const tenantId = TenantId.make(idOf("ten", digit))
  const caller = {
    identity: { keyId: ApiKeyId.make(idOf("key", digit)), tenantId, mode: "live" },
    tenant: { ...tenant, id: tenantId }
  } as const
  return <A, E>(read: Effect.Effect<A, E>) =>
    Effect.forkChild(Effect.provideService(inReadTurn(read), CurrentCaller, caller), {
      startImmediately: true
    })
}

const atOnce = 4

describe("a read of a tenant", () => {
  it.effect("waits while four others of it are under way, and for no other tenant's", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      const door = yield* Deferred.make<void>()
      const read = (name: string) =>
        Effect.andThen(
          Effect.sync(() => begun.push(name)),
          Deferred.await(door)
        )
      const fibers = yield* Effect.forEach(["a", "b", "c", "d", "e"], (name) => readsOf("1")(read(name)))
      fibers.push(yield* readsOf("2")(read("other")))
      assert.deepStrictEqual(begun, ["a", "b", "c", "d", "other"])
      yield* Deferred.succeed(door, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(begun, ["a", "b", "c", "d", "other", "e"])
    })
  )

  it.effect("keeps its turn until it ends, although its client has left", () =>
    Effect.gen(function* () {
      let underWay = 0
      let most = 0
      const door = yield* Deferred.make<void>()
      const read = Effect.gen(function* () {
        underWay += 1
        most = Math.max(most, underWay)
        yield* Effect.ensuring(
          Deferred.await(door),
          Effect.sync(() => {
            underWay -= 1
          })
        )
      })
      const left = []
      for (let client = 0; client < 3 * atOnce; client += 1) {
        const fiber = yield* readsOf("1")(read)
        left.push(yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true }))
      }
      const stays = yield* readsOf("1")(read)
      assert.strictEqual(underWay, atOnce)
      yield* Deferred.succeed(door, undefined)
      yield* Effect.forEach([...left, stays], Fiber.join)
      assert.strictEqual(most, atOnce)
    })
  )
})
