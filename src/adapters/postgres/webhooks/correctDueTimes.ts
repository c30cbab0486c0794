import { PgClient } from "@effect/sql-pg"
import { Duration, Effect } from "effect"
import type { QueueOptions } from "../../../domain/webhooks/DeliveryQueue.ts"
import { resilient } from "../resilience.ts"
import { arrayOf } from "../unnest.ts"

/**
 * How long the lease or the retry delay of a row lasts, by its status. Null beyond the schedule: nothing is known of
 * such a row, so it is left alone.
 */
const wholeWait = `CASE status WHEN 'sending' THEN $1::float8 WHEN 'waiting' THEN ($2::float8[])[attempts + 1] ELSE 0 END
  * interval '1 ms'`

/**
 * Skips rows that are locked: whoever holds one is about to set its time. Naming both kinds of unfinished deliveries keeps
 * the planner to their two indexes, whose conditions these are.
 */
const statement = `
WITH too_late AS (
  SELECT tenant_id, mode, id, ${wholeWait} AS wait FROM webhook_deliveries
  WHERE (deferred OR NOT deferred AND next_attempt_at IS NOT NULL)
    AND next_attempt_at > now() + interval '1 second' AND next_attempt_at > now() + ${wholeWait} + interval '1 second'
  FOR UPDATE SKIP LOCKED
)
UPDATE webhook_deliveries d SET next_attempt_at = now() + too_late.wait
FROM too_late WHERE (d.tenant_id, d.mode, d.id) = (too_late.tenant_id, too_late.mode, too_late.id)`

/**
 * Corrects the due times of deliveries whose lease or retry delay has longer to go than it lasts in all, because the
 * database's clock was set back since it began: it begins anew. Returns a function to call with the database's time
 * after each look at the queue. It acts on the first call, and whenever that time has gone back.
 */
export const makeCorrectDueTimes = Effect.fnUntraced(function* ({ delays, lease }: QueueOptions) {
  const sql = yield* PgClient.PgClient
  const waits = [Duration.toMillis(lease), arrayOf(delays.map(Duration.toMillis), "float8")]
  let latest = Number.POSITIVE_INFINITY

  return (databaseTime: number): Effect.Effect<void> => {
    const wasSetBack = databaseTime < latest
    latest = databaseTime
    return wasSetBack ? Effect.ignore(resilient(sql.unsafe(statement, waits))) : Effect.void
  }
})
