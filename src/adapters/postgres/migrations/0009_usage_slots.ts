import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // What is left to fold, and nothing of what was. Adding to a row changes none of these columns.
  `CREATE INDEX usage_days_to_fold ON usage_days (tenant_id, mode, day) WHERE slot <> 0`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
