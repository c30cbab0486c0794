import { PgClient } from "@effect/sql-pg"
import { Duration, Effect } from "effect"
import type { QueueOptions } from "../../../domain/webhooks/DeliveryQueue.ts"
import { resilient } from "../resilience.ts"

/** The longest that may be left of a row's lease or pause. What is beyond the schedule has none that is known. */
const longest = `CASE status WHEN 'sending' THEN $1::float8 WHEN 'waiting' THEN ($2::float8[])[attempts + 1] ELSE 0 END
  * interval '1 ms'`

/** What another process has in hand gets its time from there. */
const statement = `
WITH overlong AS (
  SELECT tenant_id, mode, id, ${longest} AS pause FROM webhook_deliveries
  WHERE next_attempt_at > now() + interval '1 second' AND next_attempt_at > now() + ${longest} + interval '1 second'
  FOR UPDATE SKIP LOCKED
)
UPDATE webhook_deliveries d SET next_attempt_at = now() + overlong.pause
FROM overlong WHERE (d.tenant_id, d.mode, d.id) = (overlong.tenant_id, overlong.mode, overlong.id)`

/**
 * Begins anew the leases and pauses that last longer than any does: the database's clock was set back since they began,
 * and they would go on for as much longer. Returns what is told the database's time of each look at the queue, which
 * does so when that has gone back, and at first.
 */
export const makeShortenPauses = Effect.fnUntraced(function* ({ delays, lease }: QueueOptions) {
  const sql = yield* PgClient.PgClient
  const longestOnes = [Duration.toMillis(lease), delays.map((delay) => Duration.toMillis(delay))]
  let latest = Number.POSITIVE_INFINITY

  return (databaseTime: number): Effect.Effect<void> => {
    const wasSetBack = databaseTime < latest
    latest = databaseTime
    return wasSetBack ? Effect.ignore(resilient(sql.unsafe(statement, longestOnes))) : Effect.void
  }
})
