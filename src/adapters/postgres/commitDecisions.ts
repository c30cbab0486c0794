import { PgClient } from "@effect/sql-pg"
import { Effect, Metric, Random } from "effect"
import { commitBatchSize } from "../../domain/screening/metrics.ts"
import { announceDeliveries } from "./Changes.ts"
import {
  batchParameterCount,
  batchParameters,
  batchSource,
  deliveriesSource,
  deliveryParameters
} from "./decisionRow.ts"
import type { SealedRecord } from "./decisionRow.ts"
import { resilient } from "./resilience.ts"
import { toUuid } from "./uuid.ts"

/** Processes beyond this number share slots, and may then wait for each other's usage row. */
const usageSlots = 32

/**
 * Everything of a batch in one statement, which is one transaction and one round trip.
 *
 * Keys are claimed first, in one order, so that two processes never deadlock over them; a decision whose key is
 * taken is left out with all that belongs to it. A decision that is there already is left out too, so that the
 * statement can be sent again when its answer was lost, and counts nothing twice.
 */
const statement = `
WITH batch AS (SELECT * FROM ${batchSource}),
claimed AS (
  INSERT INTO idempotency_keys (tenant_id, mode, key, decision_id, fingerprint)
  SELECT tenant_id, mode, idempotency_key, id, fingerprint FROM batch
  WHERE idempotency_key IS NOT NULL
  ORDER BY tenant_id, mode, idempotency_key
  ON CONFLICT DO NOTHING
  RETURNING decision_id
),
logged AS (
  INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
    engine_version, latency_ms, input_tokens, user_id, idempotency_key, reached_checks, prompt_redacted, tags,
    detail)
  SELECT tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version, engine_version,
    latency_ms, input_tokens, user_id, idempotency_key, reached_checks, prompt_redacted, tags::json, detail::json
  FROM batch
  WHERE idempotency_key IS NULL OR id IN (SELECT decision_id FROM claimed)
  ON CONFLICT DO NOTHING
  RETURNING id
),
kept AS (SELECT * FROM batch WHERE id IN (SELECT id FROM logged)),
inputs AS (
  INSERT INTO decision_inputs (tenant_id, mode, id, sealed) SELECT tenant_id, mode, id, sealed FROM kept
),
reviews AS (
  INSERT INTO review_items (tenant_id, mode, id, decision_id)
  SELECT tenant_id, mode, review_id, id FROM kept WHERE review_id IS NOT NULL
),
deliveries AS (
  INSERT INTO webhook_deliveries (tenant_id, mode, id, decision_id, policy_id, policy_version, url, event)
  SELECT tenant_id, mode, delivery_id, id, policy_id, policy_version, url, event
  FROM kept JOIN ${deliveriesSource} ON decision_id = id
  RETURNING id
),
announced AS (SELECT ${announceDeliveries} FROM (SELECT FROM deliveries LIMIT 1) AS any_delivery),
used AS (
  INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
  SELECT tenant_id, mode, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day,
    $${batchParameterCount + 1}::smallint, count(*), count(*) FILTER (WHERE outcome = 'block'),
    count(*) FILTER (WHERE outcome = 'review'), coalesce(sum(input_tokens), 0)
  FROM kept
  GROUP BY tenant_id, mode, day
  ORDER BY tenant_id, mode, day
  ON CONFLICT (tenant_id, mode, day, slot) DO UPDATE SET
    checks = usage_days.checks + excluded.checks,
    blocked = usage_days.blocked + excluded.blocked,
    reviewed = usage_days.reviewed + excluded.reviewed,
    input_tokens = usage_days.input_tokens + excluded.input_tokens
)
SELECT logged.id FROM logged LEFT JOIN announced ON true`

/** Writes a batch. Each result tells whether that record was written now. */
export const makeCommit = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const slot = yield* Random.nextIntBetween(0, usageSlots)

  return Effect.fnUntraced(function* (rows: ReadonlyArray<SealedRecord>) {
    yield* Metric.update(commitBatchSize, rows.length)
    const ids = rows.map(({ record }) => toUuid(record.decision.id))
    const logged = yield* resilient(
      sql.unsafe<{ readonly id: string }>(statement, [
        ...batchParameters(rows),
        ...deliveryParameters(rows),
        slot
      ])
    )
    const written = new Set(logged.map(({ id }) => id))
    return ids.map((id) => written.has(id))
  })
})
