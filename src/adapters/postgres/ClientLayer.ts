import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { boundedScope } from "./resilience.ts"

/**
 * A server may vanish without a word, because its machine failed or because something in between forgets idle
 * connections. A connection that only listens would take that for quiet. It is probed after this long, and given up ten
 * seconds later.
 */
const keepAlive = "10 seconds"

/**
 * Connections are replaced after this long. After a failover the address leads to another server, while old connections
 * may still lead to the former primary, which is now read-only. Also, settings of a role or a database only take effect
 * on new connections.
 */
const connectionTTL = "1 minute"

/**
 * The server ends a transaction that has been idle for this long, which releases its locks. Otherwise a machine that is
 * lost in the middle of a change would keep the tenant locked until the server's system gives the connection up, hours
 * later. No transaction of ours is idle for longer. Each transaction sets this for itself, because poolers refuse it as
 * a setting of the connection.
 */
const boundTransaction = "SET LOCAL idle_in_transaction_session_timeout = '1min'"

const withBoundTransactions = (sql: PgClient.PgClient): PgClient.PgClient => {
  const { withTransaction } = sql
  return Object.assign(sql, {
    withTransaction: <A, E, R>(self: Effect.Effect<A, E, R>) =>
      withTransaction(Effect.andThen(sql.unsafe(boundTransaction), self))
  })
}

/** The client, with a pool that survives what networks and servers do to connections. */
export const ClientLayer = (
  config: PgClient.PgPoolConfig
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effectContext(
    Effect.flatMap(boundedScope, (scope) =>
      Layer.buildWithScope(
        PgClient.layerFrom(
          Effect.map(PgClient.make({ ...config, keepAlive, connectionTTL }), withBoundTransactions)
        ),
        scope
      )
    )
  )
