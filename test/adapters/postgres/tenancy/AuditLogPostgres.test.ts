import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { AuditTrail, AuditTrailLayer } from "../../../../src/adapters/postgres/tenancy/AuditTrail.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import type { Actor } from "../../../../src/domain/shared/Actor.ts"
import type { TenantId } from "../../../../src/domain/shared/ids.ts"
import { ApiKeys } from "../../../../src/domain/tenancy/ApiKeys.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { ProcessOnNewDatabase } from "../process.ts"
import { newLog, verify } from "./someAuditLogs.ts"

interface Entry {
  readonly entry: number
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

const entriesOf = Effect.fnUntraced(function* (tenantId: TenantId) {
  const sql = yield* PgClient.PgClient
  return yield* sql.unsafe<Entry>(
    `SELECT entry::int, actor, action, subject, before, after FROM audit_log
     WHERE tenant_id = $1::text::uuid ORDER BY entry`,
    [toUuid(tenantId)]
  )
})

layer(ProcessOnNewDatabase, { excludeTestServices: true })("the audit log", (it) => {
  it.effect("tells what was changed, by whom, from what to what, and no secret", () =>
    Effect.gen(function* () {
      const { tenantId } = yield* newWorkspace()
      const tenants = yield* Tenants
      const keys = yield* ApiKeys
      const key = yield* keys.create(tenantId, "live", "ci", operator)
      const byKey: Actor = { type: "api_key", id: key.id }
      yield* keys.revoke(tenantId, key.id, byKey)
      yield* tenants.changeSettings(tenantId, { name: "Acme 2", weeklyDigest: true }, byKey)
      yield* tenants.setLimits(tenantId, { policies: null })
      const [created, keyCreated, keyRevoked, settings, limits, ...rest] = yield* entriesOf(tenantId)
      assert.deepStrictEqual(rest, [])
      assert.deepInclude(created, { entry: 1, actor: "operator", action: "tenant.created", before: null })
      assert.deepStrictEqual(keyCreated, {
        entry: 2,
        actor: "operator",
        action: "key.created",
        subject: key.id,
        before: null,
        after: { mode: "live", label: "ci", prefix: key.prefix }
      })
      const revoked = Option.getOrThrow(yield* keys.get(tenantId, key.id))
      assert.deepStrictEqual(keyRevoked, {
        entry: 3,
        actor: key.id,
        action: "key.revoked",
        subject: key.id,
        before: { revoked_at: null },
        after: { revoked_at: revoked.revokedAt?.toJSON() }
      })
      assert.deepStrictEqual(settings, {
        entry: 4,
        actor: key.id,
        action: "settings.changed",
        subject: tenantId,
        before: { name: "Acme", weekly_digest: false },
        after: { name: "Acme 2", weekly_digest: true }
      })
      assert.deepInclude(limits, { before: { limits: {} }, after: { limits: { policies: null } } })
    })
  )

  it.effect("has no entry for what changed nothing", () =>
    Effect.gen(function* () {
      const { tenantId } = yield* newWorkspace()
      const tenants = yield* Tenants
      const keys = yield* ApiKeys
      const { id } = yield* keys.create(tenantId, "test", null, operator)
      yield* keys.revoke(tenantId, id, operator)
      const before = (yield* entriesOf(tenantId)).length
      yield* keys.revoke(tenantId, id, operator)
      yield* tenants.setShadowMode(tenantId, false)
      yield* tenants.setSubscription(tenantId, {})
      yield* tenants.changeSettings(tenantId, { name: "Acme" }, operator)
      assert.lengthOf(yield* entriesOf(tenantId), before)
    })
  )

  it.effect("has no entry for a change that was not made", () =>
    Effect.gen(function* () {
      const tenantId = yield* newLog
      const sql = yield* PgClient.PgClient
      const audit = yield* AuditTrail
      const entry = { actor: operator, action: "tried", subject: tenantId, before: null, after: null }
      yield* audit
        .append(tenantId, entry)
        .pipe(Effect.andThen(Effect.fail("given up")), sql.withTransaction, Effect.ignore)
      assert.deepStrictEqual(yield* verify(tenantId), { ok: true, entries: 5 })
    }).pipe(Effect.provide(AuditTrailLayer))
  )

  it.effect("is read to its end when it is long, and its text may be any", () =>
    Effect.gen(function* () {
      const tenantId = yield* newLog
      const sql = yield* PgClient.PgClient
      const audit = yield* AuditTrail
      const before = { text: 'quotes " \\ \u{1f98a} and spaces ', list: [1.5, null, true] }
      yield* sql.withTransaction(
        Effect.forEach(
          Array.from({ length: 1_100 }),
          () => audit.append(tenantId, { actor: operator, action: "x", subject: "y", before, after: null }),
          { discard: true }
        )
      )
      assert.deepStrictEqual(yield* verify(tenantId), { ok: true, entries: 1_105 })
    }).pipe(Effect.provide(AuditTrailLayer))
  )

  it.effect("is appended to and never changed, by the database's own word", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* newLog
      const statements = ["UPDATE audit_log SET actor = 'me'", "DELETE FROM audit_log", "TRUNCATE audit_log"]
      for (const statement of statements) {
        const error = yield* Effect.flip(sql.unsafe(statement))
        assert.match(String(error.reason.cause), /only ever appended to/)
      }
    })
  )
})
