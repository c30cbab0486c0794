import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"

const partitionedTables = ["decisions", "decision_inputs"] as const

/** How many months beyond the current one have their partitions made ahead. */
const monthsAhead = 3

/** The smallest UUIDv7 that carries the given moment. */
const firstUuidAt = (moment: DateTime.Utc): string => {
  const hex = DateTime.toEpochMillis(moment).toString(16).padStart(12, "0")
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** One process makes partitions at a time. The number means nothing but that. */
const partitionLock = 20_261_101

/**
 * Rows that came while the month had no partition are in the default one, which then refuses to let a new partition
 * cover them: they move first.
 */
const createPartition = Effect.fnUntraced(function* (table: string, month: DateTime.Utc) {
  const sql = yield* SqlClient.SqlClient
  const name = `${table}_${DateTime.formatIso(month).slice(0, 7).replace("-", "_")}`
  const [existing] = yield* sql<{
    readonly exists: boolean
  }>`SELECT to_regclass(${name}) IS NOT NULL AS exists`
  if (existing?.exists === true) return
  const from = firstUuidAt(month)
  const to = firstUuidAt(DateTime.add(month, { months: 1 }))
  yield* sql.unsafe(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`)
  yield* sql.unsafe(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`)
  yield* sql.unsafe(
    `WITH moved AS (DELETE FROM ${table}_default WHERE id >= '${from}' AND id < '${to}' RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`
  )
  yield* sql.unsafe(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`)
})

/** Makes the monthly partitions that the coming months need. What has none goes to the default partition. */
export const createPartitions = Effect.fn("createPartitions")(function* () {
  const sql = yield* SqlClient.SqlClient
  const month = DateTime.startOf(yield* DateTime.now, "month")
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(${partitionLock}::bigint)`
      for (const table of partitionedTables) {
        for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
          yield* createPartition(table, DateTime.add(month, { months: ahead }))
        }
      }
    })
  )
})
