import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

export const query = Effect.fnUntraced(function* <Row extends object>(statement: string) {
  const sql = yield* PgClient.PgClient
  return yield* sql.unsafe<Row>(statement)
})
