import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { firstUuidAt } from "../uuid.ts"

const partitionedTables = ["decisions", "decision_inputs"] as const

/** For how many months beyond the current one partitions are made in advance. */
const monthsAhead = 3

/** Lets one process make partitions at a time. The number is arbitrary. */
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
 * Makes a partition. Rows that were written while their month had none are in the default partition, which then refuses
 * a new partition that covers them. So these rows are moved first.
 */
const createPartition = Effect.fnUntraced(function* (table: string, name: string, from: string, to: string) {
  if (yield* exists(name)) return
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`LOCK TABLE ${table}_default IN ACCESS EXCLUSIVE MODE`)
  yield* sql.unsafe(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)`)
  const [row] = yield* sql.unsafe<{ readonly columns: string }>(
    // Without the columns that Postgres computes itself, for which it accepts no values.
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

/** The month of the earliest monthly partition; null if there is none. */
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
 * only the far future is left to the default partition. A list that does not reach that far can then take the
 * partitions one after the other and stop at the first that completes it.
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
 * Whether the role may make partitions. After a restore under another role it may still do all that requests need, so
 * that the lack would show only when a month without a partition is near.
 */
const mayCreatePartitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<{ readonly may: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AND pg_has_role(relowner, 'USAGE') AS may
     FROM pg_class WHERE oid IN (${partitionedTables.map((table) => `'${table}'::regclass`).join(", ")})`
  )
  return rows.every(({ may }) => may)
})

const warnOfMissingRights = Effect.logWarning(
  "The coming months' partitions cannot be made: the database's role must own the tables, and have the right to create tables in their schema"
)

/**
 * The longest wait for a table's lock. Meanwhile, everyone who reads the table queues up behind it, including checks of
 * users whom rules count. During a backup, every attempt waits that long.
 */
const lockTimeout = "500ms"

/**
 * Makes the monthly partitions for the coming months. Rows of a month without one go to the default partition, so a
 * role that may not make them is warned of, and keeps no service from starting.
 */
export const createPartitions = Effect.fn("createPartitions")(function* () {
  if (!(yield* mayCreatePartitions)) return yield* warnOfMissingRights
  const sql = yield* SqlClient.SqlClient
  const thisMonth = DateTime.startOf(yield* DateTime.now, "month")
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT pg_advisory_xact_lock(${partitionLock}::bigint)`
      yield* sql.unsafe(`SET LOCAL lock_timeout = '${lockTimeout}'`)
      for (const table of partitionedTables) yield* createPartitionsOf(table, thisMonth)
    })
  )
})

/** Removes the deleted rows of a partition. It cannot run in a transaction. */
export const makeVacuum = Effect.map(
  SqlClient.SqlClient,
  (sql) => (partition: string) => sql.unsafe(`VACUUM ${partition}`)
)
