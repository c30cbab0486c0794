import { DateTime, Duration, Effect, Layer } from "effect"
import { Retention } from "../../../domain/screening/Retention.ts"
import type { Expiry } from "../../../domain/screening/Retention.ts"
import { Mode } from "../../../domain/shared/Workspace.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { acrossTenants } from "../acrossTenants.ts"
import { resilient } from "../resilience.ts"
import { part, scopedSql, scopeOf } from "../scopedSql.ts"
import { firstUuidAt, leastUuid } from "../uuid.ts"
import { makeVacuum } from "./partitions.ts"

/** Rows in one transaction: a few milliseconds of locks that nobody else asks for. */
const batchSize = 1_000

/** A smaller difference between clocks does not matter, because retention is counted in days. */
const usualDifference = Duration.toMillis("1 hour")

/** Skips what another process is deleting at the moment. */
const deletionIn = (workspace: Workspace, from: string, end: string) => part`
WITH expired AS MATERIALIZED (
  SELECT id FROM decision_inputs
  WHERE ${scopeOf(workspace)} AND id >= ${from} AND id < ${end}
  ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
)
DELETE FROM decision_inputs input USING expired
WHERE ${scopeOf(workspace, "input")} AND input.id = expired.id AND input.id >= ${from} AND input.id < ${end}
RETURNING input.id, input.tableoid::regclass::text AS partition`

export const RetentionPostgres = Layer.effect(
  Retention,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const { databaseTime } = yield* acrossTenants
    const vacuum = yield* makeVacuum

    /**
     * What is deleted cannot be restored. So if this machine's clock is far ahead of the database's, the latter decides
     * how old things are: a single process with a wrong clock must not delete everybody's prompts.
     */
    const notTooSoon = Effect.fnUntraced(function* (expired: ReadonlyArray<Expiry>) {
      const [row] = yield* resilient(databaseTime)
      const now = yield* DateTime.now
      const ahead = now.epochMilliseconds - (row?.milliseconds ?? now.epochMilliseconds)
      if (ahead < usualDifference) return expired
      return expired.map(({ before, tenantId }) => ({
        tenantId,
        before: DateTime.subtract(before, { milliseconds: ahead })
      }))
    })

    /** Moves up the ids, so that no batch meets the dead index entries that the batches before it left. */
    const purgeWorkspace = Effect.fnUntraced(function* (
      { before, tenantId }: Expiry,
      mode: Mode,
      touched: Set<string>,
      progress: (purged: number) => Effect.Effect<void>
    ) {
      const end = firstUuidAt(before)
      let from = leastUuid
      let purged = 0
      for (;;) {
        const rows = yield* resilient(
          sql<{ readonly id: string; readonly partition: string }>`
            ${deletionIn({ tenantId, mode }, from, end)}`.unprepared
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

    /** Until a vacuum, deleted rows stay in the table's file. A vacuum holds no lock that a check waits for. */
    const vacuumOrGoOn = (partition: string) =>
      vacuum(partition).pipe(
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
        for (const expiry of yield* notTooSoon(expired)) {
          for (const mode of Mode.literals) {
            purged += yield* purgeWorkspace(expiry, mode, touched, progress)
          }
        }
        yield* Effect.forEach(touched, vacuumOrGoOn, { discard: true })
        return purged
      })
    })
  })
)
