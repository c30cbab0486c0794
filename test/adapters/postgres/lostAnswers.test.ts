import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { join } from "node:path"
import { toUuid } from "../../../src/adapters/postgres/uuid.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { ApiKeys } from "../../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../../fixtures.ts"
import { createDatabase } from "../../support/database.ts"
import { startRelay } from "../../support/relay.ts"
import { startProcess } from "./process.ts"

/** A process whose connections can be told to lose an answer. */
const startBehindRelay = Effect.gen(function* () {
  const url = new URL(yield* createDatabase())
  const path = join(url.searchParams.get("host") ?? "", ".s.PGSQL.5432")
  const relay = yield* Effect.acquireRelease(
    Effect.promise(() => startRelay({ path })),
    ({ close }) => Effect.sync(close)
  )
  const process = yield* startProcess(`postgres://prescreen@127.0.0.1:${relay.port}${url.pathname}`)
  return { process, relay }
})

describe("a change of which the process does not learn that it was made", () => {
  it.live("is made once, and is in the audit log once", () =>
    Effect.gen(function* () {
      const { process, relay } = yield* startBehindRelay
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [keys, tenants] = [yield* ApiKeys, yield* Tenants]
        const { tenantId } = yield* newWorkspace()
        const losing = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
          relay.loseAnswer("COMMIT")
          const made = yield* change
          assert.isTrue(relay.hasLostAnswer())
          return made
        })

        const { id } = yield* losing(keys.create(tenantId, "live", "first", operator))
        assert.deepStrictEqual(
          (yield* keys.list(tenantId)).map((key) => key.id),
          [id]
        )
        yield* losing(keys.revoke(tenantId, id, operator))
        yield* losing(tenants.setLimits(tenantId, { rules: 3 }))
        yield* losing(tenants.setSubscription(tenantId, { plan: "scale" }))
        const failed = { id: "evt_1", at: yield* DateTime.now, change: { type: "payment_failed" } } as const
        yield* losing(tenants.recordEvent(tenantId, failed))
        yield* losing(tenants.changeSettings(tenantId, { name: "Acme 2" }, operator))
        const audited = yield* sql.unsafe<{ readonly action: string }>(
          "SELECT action FROM audit_log WHERE tenant_id = $1::text::uuid ORDER BY entry",
          [toUuid(tenantId)]
        )
        assert.deepStrictEqual(
          audited.map(({ action }) => action),
          [
            "tenant.created",
            "key.created",
            "key.revoked",
            "limits.changed",
            "plan.changed",
            "plan.changed",
            "settings.changed"
          ]
        )
      }).pipe(Effect.provide(process))
    })
  )
})
