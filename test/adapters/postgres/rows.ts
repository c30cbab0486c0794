import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { toUuid } from "../../../src/adapters/postgres/uuid.ts"
import type { Workspace } from "../../../src/domain/shared/Workspace.ts"

const tables = [
  "decisions",
  "decision_inputs",
  "idempotency_keys",
  "review_items",
  "webhook_deliveries",
  "usage_days"
] as const

export const tenantUuidOf = ({ tenantId }: Workspace) => toUuid(tenantId)

/** How many rows of each table a workspace has. */
export const rowsOf = Effect.fnUntraced(function* (workspace: Workspace) {
  const sql = yield* PgClient.PgClient
  const counts: Partial<Record<(typeof tables)[number], number>> = {}
  for (const table of tables) {
    const [row] = yield* sql.unsafe<{ readonly rows: bigint }>(
      `SELECT count(*) AS rows FROM ${table} WHERE tenant_id = $1::text::uuid AND mode = $2`,
      [tenantUuidOf(workspace), workspace.mode]
    )
    counts[table] = Number(row?.rows)
  }
  return counts
})

export const usageOf = Effect.fnUntraced(function* (workspace: Workspace) {
  const sql = yield* PgClient.PgClient
  const [usage] = yield* sql.unsafe<Record<string, number | string>>(
    `SELECT sum(checks)::int AS checks, sum(blocked)::int AS blocked, sum(reviewed)::int AS reviewed,
       sum(input_tokens)::int AS tokens, min(day)::text AS day
     FROM usage_days WHERE tenant_id = $1::text::uuid AND mode = $2`,
    [tenantUuidOf(workspace), workspace.mode]
  )
  return usage
})
