import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect } from "effect"
import type { AttemptRecord } from "../../../domain/webhooks/DeliveryQueue.ts"
import { resilient } from "../resilience.ts"
import { arraysOf, unnest } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { toUuid } from "../uuid.ts"

const columns: ReadonlyArray<Column<AttemptRecord>> = [
  ["tenant_id", "uuid", ({ workspace }) => toUuid(workspace.tenantId)],
  ["mode", "text", ({ workspace }) => workspace.mode],
  ["id", "uuid", ({ id }) => id],
  ["attempt", "int4", ({ attempt }) => attempt.attempt],
  ["at", "timestamptz", ({ attempt }) => DateTime.toDateUtc(attempt.at)],
  ["status_code", "int2", ({ attempt }) => attempt.statusCode],
  ["fault", "text", ({ attempt }) => attempt.fault],
  ["duration_ms", "int4", ({ attempt }) => attempt.durationMs],
  ["status", "text", ({ outcome }) => outcome.status],
  [
    "delay_ms",
    "float8",
    ({ outcome }) => (outcome.status === "waiting" ? Duration.toMillis(outcome.delay) : null)
  ]
]

/**
 * The largest number that its column holds. After so many redeliveries, further attempts are made, but not counted or
 * listed any more.
 */
const lastNumbered = 32_767

/**
 * The number of the attempt protects a delivery that another process has taken over: only one of the two can record the
 * next attempt. The retry delay counts from here, when the attempt has failed.
 */
const statement = `
WITH made AS (
  SELECT * FROM ${unnest("made", columns)}
),
moved AS (
  UPDATE webhook_deliveries d
  SET status = made.status, attempts = LEAST(made.attempt, ${lastNumbered}),
    next_attempt_at = now() + made.delay_ms * interval '1 ms', deferred = made.delay_ms IS NOT NULL
  FROM made
  WHERE (d.tenant_id, d.mode, d.id) = (made.tenant_id, made.mode, made.id)
    AND d.status = 'sending' AND d.attempts = made.attempt - 1
  RETURNING made.*
)
INSERT INTO webhook_attempts (tenant_id, mode, delivery_id, attempt, at, status_code, fault, duration_ms)
SELECT tenant_id, mode, id, LEAST(attempt, ${lastNumbered}), at, status_code, fault, duration_ms FROM moved
ON CONFLICT DO NOTHING`

/** Writes a batch. It can be sent again if its answer was lost. */
export const makeRecord = Effect.map(
  PgClient.PgClient,
  (sql) => (records: ReadonlyArray<AttemptRecord>) =>
    resilient(sql.unsafe(statement, arraysOf(columns, records))).pipe(Effect.as(records.map(() => undefined)))
)
