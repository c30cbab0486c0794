import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/**
 * Of a server that went without a word, because its machine did or something between that forgets idle connections,
 * nothing ever comes, which a connection that only listens would take for quiet. It is probed after so long, and given up
 * ten seconds later.
 */
const keepAlive = "10 seconds"

/**
 * After a failover the address leads to another server, while connections may still lead to the former primary, which now
 * only reads, and what is set for a role or a database counts for new connections alone.
 */
const connectionTTL = "1 minute"

/**
 * The server ends a transaction in which nothing comes for so long, and with it its locks: a machine that is lost in the
 * middle of a change would keep the tenant locked until the server's system gives the connection up, hours later. Nobody
 * waits for longer. Said by each transaction, because poolers refuse it of a connection.
 */
const boundTransaction = "SET LOCAL idle_in_transaction_session_timeout = '1min'"

const withBoundTransactions = (sql: PgClient.PgClient): PgClient.PgClient => {
  const { withTransaction } = sql
  return Object.assign(sql, {
    withTransaction: <A, E, R>(self: Effect.Effect<A, E, R>) =>
      withTransaction(Effect.andThen(sql.unsafe(boundTransaction), self))
  })
}

/** The client of a pool that gets over what networks and servers do to connections. */
export const ClientLayer = (
  config: PgClient.PgPoolConfig
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> =>
  PgClient.layerFrom(
    Effect.map(PgClient.make({ ...config, keepAlive, connectionTTL }), withBoundTransactions)
  )
