import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Mode } from "../../domain/shared/Workspace.ts"
import { tenantColumns } from "./tenancy/tenantRow.ts"

interface KeyRow {
  readonly tenantId: string
  readonly id: string
  readonly mode: Mode
}

/** The reads that are bound to no tenant: those that find out whose something is, and those of all tenants. */
export const acrossTenants = Effect.map(PgClient.PgClient, (sql) => ({
  /** A key is found by its hash, and says whose it is. */
  keyOfHash: (hash: Uint8Array) =>
    Effect.map(
      sql<KeyRow>`SELECT tenant_id, id, mode FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`,
      ([row]) => row
    ),

  /** Some tenant's data key, if there is one: enough to see whether MASTER_KEY is the right one. */
  someDataKey: Effect.map(
    sql<{ readonly tenantId: string; readonly dataKey: Uint8Array }>`
      SELECT tenant_id, data_key FROM tenants ORDER BY tenant_id LIMIT 1`,
    ([row]) => row
  ),

  /** Nobody's, by the clock that all processes share. */
  databaseTime: sql<{ readonly milliseconds: number }>`
    SELECT (extract(epoch FROM now()) * 1000)::float8 AS milliseconds`,

  /** The operator's list. */
  tenants: sql.unsafe(`SELECT ${tenantColumns} FROM tenants ORDER BY tenant_id`),

  /** Those for whose audit log commits of decisions have left something. */
  tenantsToAudit: (atMost: number) => sql<{ readonly tenantId: string }>`
    SELECT DISTINCT tenant_id FROM audit_pending LIMIT ${atMost}`,

  /** Those whose overage the scheduled job works out. */
  paymentAccounts: sql<{ readonly tenantId: string; readonly customer: string; readonly since: string }>`
    SELECT tenant_id, customer, to_char(linked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS since
    FROM payment_accounts ORDER BY tenant_id`,

  /** What the scheduled job has to send: what was used past the plan in the last days and was not sent. */
  dueReports: (days: number) => sql<{ readonly tenantId: string; readonly day: string }>`
    SELECT tenant_id, to_char(day, 'YYYY-MM-DD') AS day FROM overage_reports
    WHERE sent_at IS NULL AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::int AND quantity > 0
    ORDER BY day, tenant_id`
}))
