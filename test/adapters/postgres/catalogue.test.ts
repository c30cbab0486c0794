import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OwnDatabase, query } from "../../support/database.ts"

/** Tables that hold nothing of any tenant, and why. A distributed Postgres keeps them on its coordinator. */
const ofTheService: Readonly<Record<string, string>> = {
  migrations: "which migrations the database has had",
  queue_levels: "how much waits over all tenants, as one process counted it for all",
  scheduled_jobs: "which process runs a nightly job; the jobs themselves go over all tenants"
}

const ours = (table: string) => !(table in ofTheService)

const tables = query<{
  readonly name: string
  readonly partition: boolean
  readonly tenantId: string | null
}>(`
  SELECT relname AS name, relispartition AS partition,
    (SELECT format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' not null' ELSE '' END
     FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'tenant_id') AS tenant_id
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'public' AND relkind IN ('r', 'p')`)

/** Unique indexes, those of primary keys and unique constraints among them; an expression has no column's name. */
const uniqueKeys = query<{
  readonly table: string
  readonly index: string
  readonly primary: boolean
  readonly columns: ReadonlyArray<string>
}>(`
  SELECT indrelid::regclass::text AS table, indexrelid::regclass::text AS index, indisprimary AS primary,
    (SELECT json_agg(coalesce(attname, '') ORDER BY place)
     FROM unnest(indkey::int[]) WITH ORDINALITY AS part(number, place)
     LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number > 0
     WHERE place <= indnkeyatts) AS columns
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE indisunique AND nspname = 'public'`)

/** The column of the other table that each foreign key's `tenant_id` points to. */
const foreignKeys = query<{
  readonly name: string
  readonly table: string
  readonly target: string | null
}>(`
  SELECT conname AS name, conrelid::regclass::text AS table,
    (SELECT target.attname
     FROM unnest(conkey, confkey) AS pair(own, other)
     JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = pair.own AND own.attname = 'tenant_id'
     JOIN pg_attribute target ON target.attrelid = confrelid AND target.attnum = pair.other) AS target
  FROM pg_constraint JOIN pg_namespace ON pg_namespace.oid = connamespace
  WHERE contype = 'f' AND nspname = 'public'`)

layer(OwnDatabase, { excludeTestServices: true })("the catalogue of a migrated database", (it) => {
  it.effect(
    "has a tenant_id in every table, partitions included, save those that hold nothing of a tenant",
    () =>
      Effect.gen(function* () {
        const all = yield* tables
        assert.includeMembers(
          all.map(({ name }) => name),
          [...Object.keys(ofTheService), "tenants", "decisions", "decision_inputs", "usage_days", "audit_log"]
        )
        assert.isTrue(all.some(({ partition }) => partition))
        for (const { name, tenantId } of all) {
          assert.strictEqual(tenantId, ours(name) ? "uuid not null" : null, name)
        }
      })
  )

  it.effect("starts every primary key with tenant_id, and has it in every other unique key", () =>
    Effect.gen(function* () {
      const keys = yield* uniqueKeys
      const names = (yield* tables).map(({ name }) => name).filter(ours)
      for (const name of names) {
        const primary = keys.find((key) => key.primary && key.table === name)
        assert.strictEqual(primary?.columns[0], "tenant_id", name)
      }
      for (const { columns, index, table } of keys.filter(({ table }) => ours(table))) {
        assert.include(columns, "tenant_id", `${index} of ${table}`)
      }
    })
  )

  it.effect(
    "refers from tenant_id to tenant_id in every foreign key, so that no row points to another shard",
    () =>
      Effect.gen(function* () {
        const keys = yield* foreignKeys
        assert.isAtLeast(keys.length, 5)
        for (const { name, table, target } of keys)
          assert.strictEqual(target, "tenant_id", `${name} of ${table}`)
      })
  )
})
