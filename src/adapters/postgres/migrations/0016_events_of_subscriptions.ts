import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // The provider's id of the subscription that an event happened to. Null for the operator's word, and for what was
  // told of before.
  `ALTER TABLE subscription_events ADD COLUMN happened_to text`
]

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
