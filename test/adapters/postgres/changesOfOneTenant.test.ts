import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Result } from "effect"
import { toUuid } from "../../../src/adapters/postgres/uuid.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import type { TenantId } from "../../../src/domain/shared/ids.ts"
import { ApiKeys } from "../../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { startProcess } from "./process.ts"

const createKey = (tenantId: TenantId) =>
  Effect.flatMap(ApiKeys, (keys) => Effect.asVoid(keys.create(tenantId, "test", null, operator)))

const rename = (tenantId: TenantId, name: string) =>
  Effect.flatMap(Tenants, (tenants) => Effect.asVoid(tenants.changeSettings(tenantId, { name }, operator)))

/** Keeps every change of a tenant waiting, as each does to the next, until it is released. */
const hold = Effect.fnUntraced(function* (tenantId: TenantId) {
  const sql = yield* PgClient.PgClient
  const held = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const lock = sql.unsafe("SELECT 1 FROM audit_heads WHERE tenant_id = $1::text::uuid FOR UPDATE", [
    toUuid(tenantId)
  ])
  const holding = yield* lock.pipe(
    Effect.andThen(Deferred.succeed(held, undefined)),
    Effect.andThen(Deferred.await(released)),
    (transaction) => sql.withTransaction(transaction),
    Effect.forkChild({ startImmediately: true })
  )
  yield* Deferred.await(held)
  return { release: Effect.andThen(Deferred.succeed(released, undefined), Fiber.join(holding)) }
})

describe("changes of one tenant", () => {
  it.live("wait for one another without the connections that others need", () =>
    Effect.gen(function* () {
      const database = yield* createDatabase()
      const elsewhere = yield* startProcess(database)
      const process = yield* startProcess(database, { connections: 4 })
      yield* Effect.gen(function* () {
        const busy = yield* newWorkspace("live")
        const other = yield* newWorkspace("live")
        const { release } = yield* Effect.provide(hold(busy.tenantId), elsewhere)
        const changes = [1, 2, 3, 4, 5].flatMap((index) => [
          createKey(busy.tenantId),
          rename(busy.tenantId, `name ${index}`)
        ])
        const changing = yield* Effect.forkChild(Effect.all(changes, { concurrency: "unbounded" }), {
          startImmediately: true
        })
        yield* Effect.sleep("200 millis")
        yield* Effect.timeout(
          Effect.andThen(createKey(other.tenantId), rename(other.tenantId, "b")),
          "2 seconds"
        )
        yield* release
        yield* Fiber.join(changing)
        const keys = yield* Effect.flatMap(ApiKeys, ({ list }) => list(busy.tenantId))
        assert.lengthOf(keys, 5)
      }).pipe(Effect.provide(process))
    })
  )

  it.live("are refused at once past two hundred, and no other tenant's are", () =>
    Effect.gen(function* () {
      const process = yield* startProcess(yield* createDatabase())
      yield* Effect.gen(function* () {
        const busy = yield* newWorkspace("live")
        const other = yield* newWorkspace("live")
        const both = yield* Effect.all(
          [
            Effect.replicateEffect(Effect.result(createKey(busy.tenantId)), 250, {
              concurrency: "unbounded"
            }),
            Effect.result(createKey(other.tenantId))
          ],
          { concurrency: "unbounded" }
        )
        assert.isTrue(Result.isSuccess(both[1]))
        const failures = both[0].filter(Result.isFailure)
        assert.lengthOf(failures, 50)
        for (const { failure } of failures) assert.strictEqual(failure._tag, "StorageUnavailable")
      }).pipe(Effect.provide(process))
    })
  )
})
