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

const createPartition = Effect.fnUntraced(function* (table: string, month: DateTime.Utc) {
  const sql = yield* SqlClient.SqlClient
  const name = `${table}_${DateTime.formatIso(month).slice(0, 7).replace("-", "_")}`
  const next = DateTime.add(month, { months: 1 })
  const [existing] = yield* sql<{
    readonly exists: boolean
  }>`SELECT to_regclass(${name}) IS NOT NULL AS exists`
  if (existing?.exists === true) return
  yield* sql.unsafe(
    `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table}
     FOR VALUES FROM ('${firstUuidAt(month)}') TO ('${firstUuidAt(next)}')`
  )
})

/** Makes the monthly partitions that the coming months need. What has none goes to the default partition. */
export const createPartitions = Effect.fn("createPartitions")(function* () {
  const month = DateTime.startOf(yield* DateTime.now, "month")
  for (const table of partitionedTables) {
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      yield* createPartition(table, DateTime.add(month, { months: ahead }))
    }
  }
})
