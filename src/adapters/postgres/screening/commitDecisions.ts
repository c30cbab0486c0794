import { PgClient } from "@effect/sql-pg"
import { Effect, Metric, Random } from "effect"
import { AllowanceSpent } from "../../../domain/billing/errors.ts"
import { commitBatchSize } from "../../../domain/screening/metrics.ts"
import { countTestChecks } from "../billing/UsageLedgerPostgres.ts"
import { resilient } from "../resilience.ts"
import { toUuid } from "../uuid.ts"
import { batchParameters, partsOf } from "./commitBatch.ts"
import type { EncryptedRecord } from "./commitBatch.ts"
import { commitStatement } from "./commitStatement.ts"

/**
 * How many usage slots there are. Each process picks one at random. Processes that picked the same one may wait for
 * each other's usage row.
 */
const usageSlots = 32

const knownDecision = `
SELECT FROM decisions WHERE tenant_id = $1 AND mode = $2 AND id = $3
UNION ALL
SELECT FROM idempotency_keys WHERE tenant_id = $1 AND mode = $2 AND key = $4`

export const makeCommit = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const slot = yield* Random.nextIntBetween(0, usageSlots)
  const slotOf = (lane: number) => (slot + (lane * usageSlots) / 2) % usageSlots

  const write = Effect.fnUntraced(function* (rows: ReadonlyArray<EncryptedRecord>, lane: number) {
    const parts = partsOf(rows)
    const [result] = yield* sql.unsafe<{ readonly leftOut: ReadonlyArray<string> }>(commitStatement(parts), [
      slotOf(lane),
      ...batchParameters(rows, parts)
    ])
    if (result === undefined) return yield* Effect.die(new Error("the commit did not say what it wrote"))
    const leftOut = new Set(result.leftOut)
    return rows.map(({ record }) => leftOut.size === 0 || !leftOut.has(toUuid(record.decision.id)))
  })

  return {
    /** Writes a batch. Each result says whether its record was written now. */
    writeBatch: Effect.fnUntraced(function* (rows: ReadonlyArray<EncryptedRecord>, lane: number) {
      yield* Metric.update(commitBatchSize, rows.length)
      return yield* resilient(write(rows, lane))
    }),

    /**
     * Writes one record unless the month's allowance is spent, and returns whether it was written now. The tenant's row
     * is locked while its usage is summed and added to, so that no other process counts in between. The sum is a
     * statement of its own, because only a later statement sees what was committed during the wait for the lock.
     */
    writeWithinAllowance: Effect.fnUntraced(function* (row: EncryptedRecord, allowance: number) {
      const { claim, decision, workspace } = row.record
      const { mode, tenantId } = workspace
      const tenant = toUuid(tenantId)
      const result = yield* resilient(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1 FROM tenants WHERE tenant_id = ${tenant}::uuid FOR NO KEY UPDATE`
            const used = yield* countTestChecks(sql, tenantId)
            if (used < allowance) return { written: (yield* write([row], 0)).includes(true) }
            // A record may have been counted before: its answer was lost, or its key has already made a decision.
            const known = yield* sql.unsafe(knownDecision, [
              tenant,
              mode,
              toUuid(decision.id),
              claim?.key ?? null
            ])
            return known.length > 0 ? { written: false } : { used }
          })
        )
      )
      return "used" in result ? yield* new AllowanceSpent({ used: result.used }) : result.written
    })
  }
})
