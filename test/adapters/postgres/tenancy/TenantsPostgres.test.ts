import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Logger } from "effect"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { active, newWorkspace } from "../../../fixtures.ts"
import { createDatabase } from "../../../support/database.ts"
import { startProcess } from "../process.ts"

/** Nobody else reads or writes a tenant from now on until the scope closes. */
const lockTenants = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const locked = yield* Deferred.make<void>()
  yield* sql`LOCK TABLE tenants IN ACCESS EXCLUSIVE MODE`.pipe(
    Effect.andThen(Deferred.succeed(locked, undefined)),
    Effect.andThen(Effect.never),
    sql.withTransaction,
    Effect.forkScoped
  )
  yield* Deferred.await(locked)
})

describe("TenantsPostgres", () => {
  it.live("is unavailable, whatever is asked of it, while the database does not answer", () =>
    Effect.gen(function* () {
      const url = yield* createDatabase()
      const [one, other] = [yield* startProcess(url, { connections: 12 }), yield* startProcess(url)]
      yield* Effect.gen(function* () {
        const { tenantId } = yield* newWorkspace()
        const tenants = yield* Tenants
        const at = yield* DateTime.now
        yield* Effect.provide(lockTenants, other)
        const questions: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          tenants.get(tenantId),
          tenants.find(tenantId),
          tenants.list,
          tenants.create({ name: "Acme", subscription: active }),
          tenants.changeSettings(tenantId, { name: "Acme" }, operator),
          tenants.setShadowMode(tenantId, true),
          tenants.setSubscription(tenantId, { plan: "scale" }),
          tenants.recordEvent(tenantId, { id: "evt_1", at, change: { type: "payment_failed" } }),
          tenants.setLimits(tenantId, { rules: 1 })
        ]
        const failures = yield* Effect.forEach(questions, Effect.flip, { concurrency: "unbounded" })
        for (const failure of failures) assert.strictEqual(failure._tag, "StorageUnavailable")
      }).pipe(Effect.provide(one))
    }).pipe(Effect.provide(Logger.layer([])))
  )
})
