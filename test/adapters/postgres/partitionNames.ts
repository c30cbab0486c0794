import { Effect } from "effect"
import { query } from "../../support/database.ts"

export const partitionNames = Effect.map(
  query<{ readonly name: string }>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
    JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind = 'r' ORDER BY name`),
  (rows) => rows.map(({ name }) => name)
)
