import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { AuditTrail, AuditTrailLayer } from "../../../../src/adapters/postgres/tenancy/AuditTrail.ts"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import { operator } from "../../../../src/domain/shared/Actor.ts"
import type { Actor } from "../../../../src/domain/shared/Actor.ts"
import type { TenantId } from "../../../../src/domain/shared/ids.ts"
import { ApiKeys } from "../../../../src/domain/tenancy/ApiKeys.ts"
import { AuditLog } from "../../../../src/domain/tenancy/AuditLog.ts"
import type { AuditFinding } from "../../../../src/domain/tenancy/AuditLog.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../../../fixtures.ts"
import { ProcessOnNewDatabase } from "../process.ts"

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

/** Changes rows as only a superuser can, who switches the table's own guard off. */
const tamper = Effect.fnUntraced(function* (
  statement: string,
  parameters: ReadonlyArray<string | number> = []
) {
  const sql = yield* PgClient.PgClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql.unsafe("SET LOCAL session_replication_role = replica")
      yield* sql.unsafe(statement, parameters)
    })
  )
})

const verify = Effect.fnUntraced(function* (tenantId: TenantId) {
  return yield* (yield* AuditLog).verify(tenantId)
})

/** A tenant whose log has five entries. */
const newLog = Effect.gen(function* () {
  const { tenantId } = yield* newWorkspace()
  const tenants = yield* Tenants
  yield* tenants.setShadowMode(tenantId, true)
  yield* tenants.setShadowMode(tenantId, false)
  yield* tenants.setSubscription(tenantId, { plan: "scale" })
  yield* tenants.setLimits(tenantId, { policies: 3 })
  assert.deepStrictEqual(yield* verify(tenantId), { ok: true, entries: 5 })
  return tenantId
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
        before: { revokedAt: null },
        after: { revokedAt: revoked.revokedAt?.toJSON() }
      })
      assert.deepStrictEqual(settings, {
        entry: 4,
        actor: key.id,
        action: "settings.changed",
        subject: tenantId,
        before: { name: "Acme", weeklyDigest: false },
        after: { name: "Acme 2", weeklyDigest: true }
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

const one = "tenant_id = $1::text::uuid AND entry ="

layer(ProcessOnNewDatabase, { excludeTestServices: true })("verifying an audit log finds", (it) => {
  it.effect.each([
    ["another actor", `UPDATE audit_log SET actor = 'key_1' WHERE ${one} 3`, 3, "changed"],
    ["another action", `UPDATE audit_log SET action = 'x' WHERE ${one} 1`, 1, "changed"],
    ["another subject", `UPDATE audit_log SET subject = 'x' WHERE ${one} 5`, 5, "changed"],
    ["another time", `UPDATE audit_log SET at = at + interval '1 microsecond' WHERE ${one} 2`, 2, "changed"],
    ["another before", `UPDATE audit_log SET before = '{}' WHERE ${one} 4`, 4, "changed"],
    [
      "an after in other words",
      `UPDATE audit_log SET after = (after::text || ' ')::json WHERE ${one} 4`,
      4,
      "changed"
    ],
    ["another link", `UPDATE audit_log SET link = link || '\\x00' WHERE ${one} 4`, 4, "changed"],
    ["a dropped first entry", `DELETE FROM audit_log WHERE ${one} 1`, 1, "missing"],
    ["a dropped entry", `DELETE FROM audit_log WHERE ${one} 3`, 3, "missing"],
    ["a dropped last entry", `DELETE FROM audit_log WHERE ${one} 5`, 5, "missing"],
    ["every entry dropped", `DELETE FROM audit_log WHERE tenant_id = $1::text::uuid`, 1, "missing"],
    [
      "a last entry dropped along with the count of it",
      `WITH dropped AS (DELETE FROM audit_log WHERE ${one} 5 RETURNING tenant_id)
       UPDATE audit_heads h SET entries = 4, link = l.link
       FROM dropped JOIN audit_log l ON l.tenant_id = dropped.tenant_id AND l.entry = 4
       WHERE h.tenant_id = dropped.tenant_id`,
      5,
      "missing"
    ],
    [
      "two entries that changed places",
      `UPDATE audit_log a SET actor = b.actor, action = b.action, subject = b.subject, before = b.before,
         after = b.after, at = b.at, link = b.link
       FROM audit_log b
       WHERE a.tenant_id = $1::text::uuid AND b.tenant_id = a.tenant_id AND a.entry IN (2, 3)
         AND b.entry = 5 - a.entry`,
      2,
      "changed"
    ],
    [
      "a copied entry",
      `INSERT INTO audit_log SELECT tenant_id, 6, at, actor, action, subject, before, after, link
       FROM audit_log WHERE ${one} 5`,
      6,
      "changed"
    ],
    [
      "an entry before the first",
      `INSERT INTO audit_log SELECT tenant_id, 0, at, actor, action, subject, before, after, link
       FROM audit_log WHERE ${one} 1`,
      0,
      "inserted"
    ]
  ] as const)("%s", ([, statement, entry, reason]) =>
    Effect.gen(function* () {
      const [tenantId, other] = [yield* newLog, yield* newLog]
      yield* tamper(statement, [toUuid(tenantId)])
      assert.deepStrictEqual<AuditFinding>(yield* verify(tenantId), { ok: false, entry, reason })
      assert.deepStrictEqual(yield* verify(other), { ok: true, entries: 5 })
    })
  )

  it.effect("a log that is gone", () =>
    Effect.gen(function* () {
      const tenantId = yield* newLog
      yield* tamper(`DELETE FROM audit_heads WHERE tenant_id = $1::text::uuid`, [toUuid(tenantId)])
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 1, reason: "inserted" })
      yield* tamper(`DELETE FROM audit_log WHERE tenant_id = $1::text::uuid`, [toUuid(tenantId)])
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 1, reason: "missing" })
      yield* (yield* Tenants).setShadowMode(tenantId, true)
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 1, reason: "missing" })
    })
  )

  it.effect("an entry of another tenant's", () =>
    Effect.gen(function* () {
      const [tenantId, other] = [yield* newLog, yield* newLog]
      yield* tamper(`DELETE FROM audit_log WHERE ${one} 5`, [toUuid(tenantId)])
      yield* tamper(
        `INSERT INTO audit_log SELECT $1::text::uuid, 5, at, actor, action, subject, before, after, link
         FROM audit_log WHERE tenant_id = $2::text::uuid AND entry = 5`,
        [toUuid(tenantId), toUuid(other)]
      )
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 5, reason: "changed" })
    })
  )
})
