import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { firstUuidAt } from "../uuid.ts"

const partitionedTables = ["decisions", "decision_inputs"] as const

/** For how many months beyond the current one partitions are made in advance. */
const monthsAhead = 3

/**
 * For how many past months partitions are made at once at the most. Partitions stay, and many queries touch each of
 * them, so a clock that is wrong by years must not leave one for every month of these.
 */
const mostPastMonths = 20

/** Lets one process make partitions at a time. The number is arbitrary. */
const partitionLock = 20_261_101

/** Where a month's ids begin, as a literal. */
const startOf = (month: DateTime.Utc): string => `'${firstUuidAt(month)}'`

/** A month so many months after another, as the names of partitions have it, for example 2026_11. */
const monthAfter = (month: DateTime.Utc, months: number): string =>
  DateTime.formatIso(DateTime.add(month, { months })).slice(0, 7).replace("-", "_")

const startOfMonth = (month: string): DateTime.Utc =>
  DateTime.makeUnsafe(`${month.replace("_", "-")}-01T00:00:00Z`)

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

/** The months that have a partition, earliest first. */
const monthsMade = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<{ readonly month: string }>(
    `SELECT right(relname, 7) AS month FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = '${table}'::regclass AND relname ~ '_[0-9]{4}_[0-9]{2}$' ORDER BY month`
  )
  return rows.map(({ month }) => month)
})

/** The months before this one that have rows in the default partition, latest first. */
const pastMonthsInDefault = Effect.fnUntraced(function* (table: string, thisMonth: DateTime.Utc) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<{ readonly month: string }>(
    `SELECT DISTINCT to_char(uuid_extract_timestamp(id) AT TIME ZONE 'UTC', 'YYYY_MM') AS month
     FROM ${table}_default WHERE id < ${startOf(thisMonth)} ORDER BY month DESC LIMIT ${mostPastMonths}`
  )
  return rows.map(({ month }) => month)
})

/**
 * The months between this one and the latest before it that has a partition. None if they are too many: then the clock
 * is or was wrong, or the service was off for years.
 */
const gapBefore = (thisMonth: DateTime.Utc, made: ReadonlyArray<string>): ReadonlyArray<string> => {
  const past = Array.from({ length: mostPastMonths + 1 }, (_, index) => monthAfter(thisMonth, -1 - index))
  const gap = past.findIndex((month) => made.includes(month))
  return past.slice(0, Math.max(0, gap))
}

/**
 * One partition for each coming month, for each month of a short gap before them, and for each that has rows in the
 * default partition; and one for all time before the first month that ever had one. So only the far future is left to
 * the default partition, and the years that a wrong clock skipped. A list that does not reach them can then take the
 * partitions one after the other and stop at the first that completes it.
 */
const createPartitionsOf = Effect.fnUntraced(function* (table: string, thisMonth: DateTime.Utc) {
  const coming = Array.from({ length: 1 + monthsAhead }, (_, index) => monthAfter(thisMonth, index))
  const made = yield* monthsMade(table)
  const [first = monthAfter(thisMonth, 0)] = made
  yield* createPartition(table, `${table}_earlier`, "MINVALUE", startOf(startOfMonth(first)))
  const past = new Set([...gapBefore(thisMonth, made), ...(yield* pastMonthsInDefault(table, thisMonth))])
  for (const month of [...coming, ...[...past].slice(0, mostPastMonths)]) {
    if (month < first) continue
    const start = startOfMonth(month)
    const end = DateTime.add(start, { months: 1 })
    yield* createPartition(table, `${table}_${month}`, startOf(start), startOf(end))
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
 *
 * Which month it is, the process's clock says, because ids are times of that clock. To ask the database would be no
 * safer, since its clock may be that of the same machine. So a wrong clock makes partitions too, but only a few.
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
