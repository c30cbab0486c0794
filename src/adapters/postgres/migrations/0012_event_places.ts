import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Where an event stands among the others when that is not `at`: a provider tells of whole seconds.
  yield* sql`ALTER TABLE subscription_events ADD COLUMN placed_at timestamptz`
})
