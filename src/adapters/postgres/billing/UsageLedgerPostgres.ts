import { Effect, Layer } from "effect"
import type { UsageDay } from "../../../domain/billing/usage.ts"
import { UsageLedger } from "../../../domain/billing/UsageLedger.ts"
import type { TenantId } from "../../../domain/shared/ids.ts"
import { resilient } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"
import type { ScopedTag } from "../scopedSql.ts"

/** The checks in test mode since the first of the current month (UTC), summed over all slots. */
export const countTestChecks = (sql: ScopedTag, tenantId: TenantId) =>
  sql<{ readonly checks: bigint }>`
    SELECT coalesce(sum(checks), 0)::bigint AS checks FROM usage_days
    WHERE ${scopeOf({ tenantId, mode: "test" })} AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')`.pipe(
    Effect.map(([row]) => Number(row?.checks ?? 0))
  )

interface UsageRow {
  readonly day: string
  readonly checks: bigint
  readonly blocked: bigint
  readonly reviewed: bigint
  readonly inputTokens: bigint
}

const toUsageDay = (row: UsageRow): UsageDay => ({
  day: row.day,
  checks: Number(row.checks),
  blocked: Number(row.blocked),
  reviewed: Number(row.reviewed),
  inputTokens: Number(row.inputTokens)
})

export const UsageLedgerPostgres = Layer.effect(
  UsageLedger,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    return UsageLedger.of({
      testChecksThisMonth: (tenantId) => resilient(countTestChecks(sql, tenantId)),
      days: (workspace, { from, to }) =>
        resilient(
          sql<UsageRow>`
            SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(checks)::bigint AS checks, sum(blocked)::bigint AS blocked,
              sum(reviewed)::bigint AS reviewed, sum(input_tokens)::bigint AS input_tokens
            FROM usage_days
            WHERE ${scopeOf(workspace)} AND day BETWEEN ${from} AND ${to}
            GROUP BY usage_days.day ORDER BY usage_days.day`
        ).pipe(Effect.map((rows) => rows.map(toUsageDay)))
    })
  })
)
