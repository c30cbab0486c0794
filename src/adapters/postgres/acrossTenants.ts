import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Mode } from "../../domain/shared/Workspace.ts"
import { isPauseByRule } from "./tenancy/isPauseByRule.ts"
import { tenantColumns } from "./tenancy/tenantRow.ts"

interface KeyRow {
  readonly tenantId: string
  readonly id: string
  readonly mode: Mode
}

/** The reads that are not bound to one tenant: those that find out whose something is, and those of all tenants. */
export const acrossTenants = Effect.map(PgClient.PgClient, (sql) => ({
  /** Finds a key by its hash, and thereby whose it is. */
  keyOfHash: (hash: Uint8Array) =>
    Effect.map(
      sql<KeyRow>`SELECT tenant_id, id, mode FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`,
      ([row]) => row
    ),

  /** The data key of some tenant, if there is one: enough to see whether MASTER_KEY is the right one. */
  someDataKey: Effect.map(
    sql<{ readonly tenantId: string; readonly dataKey: Uint8Array }>`
      SELECT tenant_id, data_key FROM tenants ORDER BY tenant_id LIMIT 1`,
    ([row]) => row
  ),

  /** The time by the clock that all processes share. It belongs to no tenant. */
  databaseTime: sql<{ readonly milliseconds: number }>`
    SELECT (extract(epoch FROM now()) * 1000)::float8 AS milliseconds`,

  /** All tenants, for the operator and for jobs. */
  tenants: sql.unsafe(`SELECT ${tenantColumns} FROM tenants ORDER BY tenant_id`),

  /** The tenants for whose audit logs commits of decisions have left entries to chain. */
  tenantsToAudit: (atMost: number) =>
    sql.unsafe<{ readonly tenantId: string }>(
      `SELECT DISTINCT tenant_id FROM audit_pending WHERE ${isPauseByRule} LIMIT $1`,
      [atMost]
    ),

  /** The payment accounts of the tenants whose overage is reported every hour. */
  paymentAccounts: sql<{ readonly tenantId: string; readonly customer: string; readonly since: string }>`
    SELECT tenant_id, customer, to_char(linked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS since
    FROM payment_accounts ORDER BY tenant_id`,

  /** What the hourly report has to send: the overage of the last `days` days that was not sent. */
  dueReports: (days: number) => sql<{ readonly tenantId: string; readonly day: string }>`
    SELECT tenant_id, to_char(day, 'YYYY-MM-DD') AS day FROM overage_reports
    WHERE sent_at IS NULL AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::int AND quantity > 0
    ORDER BY day, tenant_id`
}))
