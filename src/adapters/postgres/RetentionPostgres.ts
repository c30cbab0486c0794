import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { firstIdAt } from "../../domain/screening/DecisionFilter.ts"
import { Retention } from "../../domain/screening/Retention.ts"
import type { Expiry } from "../../domain/screening/Retention.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { resilient } from "./resilience.ts"
import { toUuid, uuidOfNumber } from "./uuid.ts"

/** Rows of one transaction: few milliseconds of locks that nobody else asks for. */
const batchSize = 1_000

/** What another process is deleting at the moment is left to it. */
const deleteBatch = `
WITH expired AS MATERIALIZED (
  SELECT id FROM decision_inputs
  WHERE tenant_id = $1::uuid AND mode = $2::text AND id >= $3::uuid AND id < $4::uuid
  ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
)
DELETE FROM decision_inputs input USING expired
WHERE input.tenant_id = $1::uuid AND input.mode = $2::text AND input.id = expired.id
  AND input.id >= $3::uuid AND input.id < $4::uuid
RETURNING input.id, input.tableoid::regclass::text AS partition`

export const RetentionPostgres = Layer.effect(
  Retention,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient

    /** Goes up the ids, so that no batch meets again what the ones before it left dead in the index. */
    const purgeWorkspace = Effect.fnUntraced(function* (
      { before, tenantId }: Expiry,
      mode: Mode,
      touched: Set<string>,
      progress: (purged: number) => Effect.Effect<void>
    ) {
      const end = uuidOfNumber(firstIdAt(before))
      let from = uuidOfNumber(0n)
      let purged = 0
      for (;;) {
        const rows = yield* resilient(
          sql.unsafe<{ readonly id: string; readonly partition: string }>(deleteBatch, [
            toUuid(tenantId),
            mode,
            from,
            end
          ]).unprepared
        )
        for (const { id, partition } of rows) {
          touched.add(partition)
          if (id > from) from = id
        }
        purged += rows.length
        if (rows.length > 0) yield* progress(rows.length)
        if (rows.length < batchSize) return purged
      }
    })

    /** Deleted rows stay in the table's file until then. A vacuum holds no lock that a check waits for. */
    const vacuum = (partition: string) =>
      sql
        .unsafe(`VACUUM ${partition}`)
        .pipe(
          Effect.catch(() =>
            Effect.logWarning("A vacuum after a purge failed; autovacuum will come by").pipe(
              Effect.annotateLogs({ partition })
            )
          )
        )

    return Retention.of({
      purge: Effect.fn("RetentionPostgres.purge")(function* (expired, progress) {
        const touched = new Set<string>()
        let purged = 0
        for (const expiry of expired) {
          for (const mode of Mode.literals) {
            purged += yield* purgeWorkspace(expiry, mode, touched, progress)
          }
        }
        yield* Effect.forEach(touched, vacuum, { discard: true })
        return purged
      })
    })
  })
)
