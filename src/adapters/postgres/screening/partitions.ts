import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { firstUuidAt } from "../uuid.ts"

const partitionedTables = ["decisions", "decision_inputs"] as const

/** How many months beyond the current one have their partitions made ahead. */
const monthsAhead = 3

/** One process makes partitions at a time. The number means nothing but that. */
const partitionLock = 20_261_101

/** Where a month's ids begin, as a literal. */
const startOf = (month: DateTime.Utc): string => `'${firstUuidAt(month)}'`

const suffixOf = (month: DateTime.Utc): string => DateTime.formatIso(month).slice(0, 7).replace("-", "_")

const exists = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly exists: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS exists`
  return rows.some(({ exists }) => exists)
})

/**
 * Rows that came while their time had no partition are in the default one, which then refuses to let a new partition
 * cover them: they move first.
 */
const createPartition = Effect.fnUntraced(function* (table: string, name: string, from: string, to: string) {
  if (yield* exists(name)) return
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`)
  yield* sql.unsafe(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`)
  const [row] = yield* sql.unsafe<{ readonly columns: string }>(
    // What Postgres computes by itself, it will not be given.
    `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
     WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`
  )
  const columns = row?.columns ?? ""
  const range = [...(from === "MINVALUE" ? [] : [`id >= ${from}`]), `id < ${to}`].join(" AND ")
  yield* sql.unsafe(
    `WITH moved AS (DELETE FROM ${table}_default WHERE ${range} RETURNING ${columns})
     INSERT INTO ${name} (${columns}) SELECT ${columns} FROM moved`
  )
  yield* sql.unsafe(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`)
})

/** The month of the earliest partition that there is, if there is one. */
const earliestMonth = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ readonly name: string | null }>(
    `SELECT min(relname) AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = '${table}'::regclass AND relname ~ '_[0-9]{4}_[0-9]{2}$'`
  )
  const name = row?.name ?? null
  return name === null ? null : DateTime.makeUnsafe(`${name.slice(-7).replace("_", "-")}-01T00:00:00Z`)
})

/**
 * One partition for each month from the first that ever had one to those ahead, and one for all time before, so that
 * no time is left to the default partition but the far future. A list that does not reach there can then take the
 * partitions one after the other and stop at the first that has enough.
 */
const createPartitionsOf = Effect.fnUntraced(function* (table: string, thisMonth: DateTime.Utc) {
  const first = (yield* earliestMonth(table)) ?? thisMonth
  const last = DateTime.add(thisMonth, { months: monthsAhead })
  yield* createPartition(table, `${table}_earlier`, "MINVALUE", startOf(first))
  for (let month = first; DateTime.isLessThanOrEqualTo(month, last);) {
    const next = DateTime.add(month, { months: 1 })
    yield* createPartition(table, `${table}_${suffixOf(month)}`, startOf(month), startOf(next))
    month = next
  }
})

/**
 * The longest that a table is waited for: whoever reads it waits in the queue behind meanwhile, checks of users whom
 * rules count among them, and while a backup holds it that is so at every try.
 */
const lockPatience = "500ms"

/** Makes the monthly partitions that the coming months need. What has none goes to the default partition. */
export const createPartitions = Effect.fn("createPartitions")(function* () {
  const sql = yield* SqlClient.SqlClient
  const thisMonth = DateTime.startOf(yield* DateTime.now, "month")
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(${partitionLock}::bigint)`
      yield* sql.unsafe(`SET LOCAL lock_timeout = '${lockPatience}'`)
      for (const table of partitionedTables) yield* createPartitionsOf(table, thisMonth)
    })
  )
})

/** Clears the rows that were deleted out of a partition. It cannot run in a transaction. */
export const makeVacuum = Effect.map(
  SqlClient.SqlClient,
  (sql) => (partition: string) => sql.unsafe(`VACUUM ${partition}`)
)
