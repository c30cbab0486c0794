import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerResponse } from "effect/http"
import { inTenantTurn, writeList } from "../../../../src/adapters/http/lists/largeList.ts"
import { TenantId } from "../../../../src/domain/shared/ids.ts"
import { idOf, tenant } from "../../../fixtures.ts"

const other = TenantId.make(idOf("ten", "9"))

const textOf = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(response).text())

describe("a large list", () => {
  it.effect("is the JSON of its items and of what else it has", () =>
    Effect.gen(function* () {
      const wire = (text: string) => ({ text })
      const items = ["a", 'ü "\ud83d\ude00"', "\ud800 \0"]
      const cases = [
        { of: items, rest: { next_cursor: null } },
        { of: [], rest: { next_cursor: "x" } },
        { of: ["one"], rest: {} }
      ]
      for (const { of, rest } of cases) {
        const response = yield* writeList(of, wire, rest)
        assert.strictEqual(response.headers["content-type"], "application/json")
        assert.strictEqual(yield* textOf(response), JSON.stringify({ data: of.map(wire), ...rest }))
      }
    })
  )

  it.effect("lets others go on while it is written", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const large = "x".repeat(300_000)
      const writing = yield* Effect.forkChild(
        writeList([1, 2, 3], (item) => {
          order.push(`item ${item}`)
          return large
        }),
        { startImmediately: true }
      )
      order.push("another")
      yield* Fiber.join(writing)
      assert.deepStrictEqual(order, ["item 1", "another", "item 2", "item 3"])
    })
  )

  it.effect("waits for the tenant's other, and for no other tenant's", () =>
    Effect.gen(function* () {
      const read: Array<string> = []
      const door = yield* Deferred.make<void>()
      const list = (name: string) =>
        Effect.andThen(
          Effect.sync(() => read.push(name)),
          Deferred.await(door)
        )
      const fibers = yield* Effect.forEach(
        [
          inTenantTurn(tenant.id)(list("first")),
          inTenantTurn(tenant.id)(list("second")),
          inTenantTurn(other)(list("other"))
        ],
        (reading) => Effect.forkChild(reading, { startImmediately: true })
      )
      assert.deepStrictEqual(read, ["first", "other"])
      yield* Deferred.succeed(door, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.deepStrictEqual(read, ["first", "other", "second"])
    })
  )

  it.effect("is refused to a tenant that keeps two hundred waiting, and to no other", () =>
    Effect.gen(function* () {
      const door = yield* Deferred.make<void>()
      const ask = (tenantId: TenantId) =>
        Effect.forkChild(inTenantTurn(tenantId)(Deferred.await(door)), { startImmediately: true })
      const fibers = yield* Effect.forEach(Array.from({ length: 200 }), () => ask(tenant.id))
      const refused = yield* Effect.flip(inTenantTurn(tenant.id)(Effect.void))
      assert.deepInclude(refused, { _tag: "StorageUnavailable", retryAfterSeconds: 1 })
      fibers.push(yield* ask(other))
      yield* Deferred.succeed(door, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      yield* inTenantTurn(tenant.id)(Effect.void)
    })
  )
})
