import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { part, rawSql, rowsOf, scopedSql, scopeOf } from "../../../src/adapters/postgres/scopedSql.ts"
import { toUuid } from "../../../src/adapters/postgres/uuid.ts"
import { TenantId } from "../../../src/domain/shared/ids.ts"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"
import { OwnDatabase } from "../../support/database.ts"

const mine: Workspace = { tenantId: TenantId.make(`ten_${"1".repeat(32)}`), mode: "live" }
const theirs: Workspace = { tenantId: TenantId.make(`ten_${"2".repeat(32)}`), mode: "test" }

layer(OwnDatabase, { excludeTestServices: true })("a statement on the rows of tenants", (it) => {
  it.effect("says whose rows they are, in the same words for whomever it is", () =>
    Effect.gen(function* () {
      const sql = yield* scopedSql
      for (const workspace of [mine, theirs]) {
        const tenant = toUuid(workspace.tenantId)
        const statement = sql`SELECT 1 FROM decisions d WHERE ${scopeOf(workspace, "d")} AND d.id = ${"x"}`
        assert.deepStrictEqual(statement.compile(), [
          "SELECT 1 FROM decisions d WHERE d.tenant_id = $1 AND d.mode = $2 AND d.id = $3",
          [tenant, workspace.mode, "x"]
        ])
        const ofTenant = sql`SELECT 1 FROM rules WHERE ${scopeOf(workspace.tenantId)}`
        assert.deepStrictEqual(ofTenant.compile(), ["SELECT 1 FROM rules WHERE tenant_id = $1", [tenant]])
      }
    })
  )

  it.effect("writes rows as those of whom it is for, whatever they say themselves", () =>
    Effect.gen(function* () {
      const sql = yield* scopedSql
      const row = { user_id: "u", mode: theirs.mode, tenant_id: toUuid(theirs.tenantId) }
      const [statement, values] = sql`INSERT INTO end_users ${rowsOf(mine, row, row)}`.compile()
      assert.strictEqual(
        statement,
        'INSERT INTO end_users ("user_id","mode","tenant_id") VALUES ($1,$2,$3),($4,$5,$6)'
      )
      const written = ["u", mine.mode, toUuid(mine.tenantId)]
      assert.deepStrictEqual(values, [...written, ...written])
    })
  )

  it.effect("is no statement to the compiler without saying so", () =>
    Effect.gen(function* () {
      const sql = yield* scopedSql
      const { tenantId } = mine
      const columns = rawSql("id, name")
      const scoped = part`id > ${"x"} AND ${scopeOf(tenantId)}`
      // Never run: what is tested is that the type checker refuses the second of each pair.
      return [
        sql`SELECT ${columns} FROM rules WHERE ${scopeOf(tenantId)}`,
        // @ts-expect-error - no scope
        sql`SELECT ${columns} FROM rules WHERE id = ${"x"}`,
        sql`SELECT ${columns} FROM rules WHERE ${scoped}`,
        // @ts-expect-error - a part without a scope
        sql`SELECT ${columns} FROM rules WHERE ${part`id > ${"x"}`}`,
        // @ts-expect-error - nothing at all
        sql`SELECT id FROM rules`,
        // @ts-expect-error - a name of a tenant is no tenant
        scopeOf("ten_1")
      ]
    })
  )

  it.effect("can be one of several as of one moment", () =>
    Effect.gen(function* () {
      const client = yield* PgClient.PgClient
      const sql = yield* scopedSql
      const level = client<{ readonly transactionIsolation: string }>`SHOW transaction_isolation`
      const [seen] = yield* sql.withSnapshot(level)
      assert.strictEqual(seen?.transactionIsolation, "repeatable read")
    })
  )
})
