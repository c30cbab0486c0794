import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { UsageLedger } from "../../domain/billing/UsageLedger.ts"
import { resilient } from "./resilience.ts"
import { toUuid } from "./uuid.ts"

export const UsageLedgerPostgres = Layer.effect(
  UsageLedger,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    return UsageLedger.of({
      testChecksThisMonth: (tenantId) =>
        resilient(
          sql<{ readonly checks: bigint }>`
            SELECT coalesce(sum(checks), 0)::bigint AS checks FROM usage_days
            WHERE tenant_id = ${toUuid(tenantId)}::uuid AND mode = 'test'
              AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')`
        ).pipe(Effect.map(([row]) => Number(row?.checks ?? 0)))
    })
  })
)
