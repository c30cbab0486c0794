import { DateTime, Effect } from "effect"
import type { TenantId } from "../../../domain/shared/ids.ts"
import { monthlyAllowanceOf } from "../../../domain/tenancy/Tenant.ts"
import type { Tenant } from "../../../domain/tenancy/Tenant.ts"
import { rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"

interface AllowanceRow {
  readonly until: Date
  readonly includedDecisions: bigint
}

/** The decisions that a tenant's month included before each change of that number. */
export const makeFormerAllowances = Effect.map(scopedSql, (sql) => ({
  /** To be run in the transaction that changes the tenant. Records the old allowance if the change alters it. */
  keep: (before: Tenant, after: Tenant) => {
    const includedDecisions = monthlyAllowanceOf(before)
    return includedDecisions === monthlyAllowanceOf(after)
      ? Effect.void
      : sql`INSERT INTO former_allowances ${rowsOf(before.id, { includedDecisions })}`
  },

  read: (tenantId: TenantId, after: DateTime.Utc) =>
    Effect.map(
      sql<AllowanceRow>`
        SELECT until, included_decisions FROM former_allowances
        WHERE ${scopeOf(tenantId)} AND until > ${DateTime.toDateUtc(after)} ORDER BY until`,
      (rows) =>
        rows.map(({ includedDecisions, until }) => ({
          until: DateTime.makeUnsafe(until),
          includedDecisions: Number(includedDecisions)
        }))
    )
}))
