import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A migration that runs these statements in order. The migrator runs it in a transaction. */
export const runInOrder = (statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  )
