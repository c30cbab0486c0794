import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import type { AuditFinding } from "../../../../src/domain/tenancy/AuditLog.ts"
import { Tenants } from "../../../../src/domain/tenancy/Tenants.ts"
import { ProcessOnNewDatabase } from "../process.ts"
import { newLog, verify } from "./someAuditLogs.ts"

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

  it.effect("a log that was made up where pauses wait to be chained", () =>
    Effect.gen(function* () {
      const tenantId = yield* newLog
      const makeUp = (actor: string, action: string) =>
        tamper(
          `INSERT INTO audit_pending (tenant_id, actor, action, subject) VALUES ($1::text::uuid, $2, $3, 'x')`,
          [toUuid(tenantId), actor, action]
        )
      yield* makeUp("operator", "key.revoked")
      assert.deepStrictEqual(yield* verify(tenantId), { ok: true, entries: 5 })
      for (const table of ["audit_log", "audit_heads"]) {
        yield* tamper(`DELETE FROM ${table} WHERE tenant_id = $1::text::uuid`, [toUuid(tenantId)])
      }
      yield* makeUp("operator", "tenant.created")
      yield* makeUp("rul_1", "user.paused")
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

  it.effect("the whole log of another tenant", () =>
    Effect.gen(function* () {
      const [tenantId, other] = [yield* newLog, yield* newLog]
      const [mine, theirs] = [toUuid(tenantId), toUuid(other)]
      for (const table of ["audit_log", "audit_heads"]) {
        yield* tamper(`DELETE FROM ${table} WHERE tenant_id = $1::text::uuid`, [mine])
        yield* tamper(`UPDATE ${table} SET tenant_id = $1::text::uuid WHERE tenant_id = $2::text::uuid`, [
          mine,
          theirs
        ])
      }
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 1, reason: "changed" })
    })
  )

  it.effect("an end that was put back", () =>
    Effect.gen(function* () {
      const tenantId = yield* newLog
      const tenants = yield* Tenants
      const tenant = toUuid(tenantId)
      const keepEnd = (name: string) =>
        tamper(`CREATE TABLE ${name} AS SELECT * FROM audit_heads WHERE tenant_id = '${tenant}'`)
      const putBack = (name: string) =>
        tamper(
          `UPDATE audit_heads h SET entries = k.entries, link = k.link, seal = k.seal
           FROM ${name} k WHERE h.tenant_id = k.tenant_id`
        )
      yield* keepEnd("of_five")
      yield* tenants.setShadowMode(tenantId, true)
      yield* keepEnd("of_six")
      yield* putBack("of_five")
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 6, reason: "inserted" })
      yield* tamper(`DELETE FROM audit_log WHERE ${one} 6`, [tenant])
      yield* tenants.setLimits(tenantId, { rules: 1 })
      yield* putBack("of_six")
      assert.deepStrictEqual(yield* verify(tenantId), { ok: false, entry: 6, reason: "changed" })
    })
  )
})
