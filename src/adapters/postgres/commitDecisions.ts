import { PgClient } from "@effect/sql-pg"
import { Effect, Metric, Random } from "effect"
import { AllowanceSpent } from "../../domain/billing/errors.ts"
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
import { countTestChecks } from "./UsageLedgerPostgres.ts"
import { toUuid } from "./uuid.ts"

/** Processes beyond this number share slots, and may then wait for each other's usage row. */
const usageSlots = 32

/**
 * Everything of a batch in one statement, which is one transaction and one round trip.
 *
 * The users of decisions that count for rules come first: a decision whose user is no longer as the rules saw it is
 * left out, key and all. A version raised for a decision that is then left out does no harm: another process only
 * looks again. Then keys are claimed. Users and keys are taken in one order, so that two processes never deadlock; a
 * decision whose key is taken is left out with all that belongs to it, the dry-run decision beside it too, which is no
 * usage. A decision that is there already is left out too, so that the statement can be sent again when its answer was
 * lost, and counts nothing twice.
 */
const statement = `
WITH batch AS (SELECT * FROM ${batchSource}),
unmoved AS (
  INSERT INTO end_users AS known (tenant_id, mode, user_id, version, decision_id)
  SELECT DISTINCT ON (tenant_id, mode, user_id) tenant_id, mode, user_id, user_version + 1, id FROM batch
  WHERE user_version IS NOT NULL AND beside_id IS NULL AND (
    SELECT decision_id FROM idempotency_keys k
    WHERE (k.tenant_id, k.mode, k.key) = (batch.tenant_id, batch.mode, batch.idempotency_key)
  ) IS NULL
  ORDER BY tenant_id, mode, user_id, id
  ON CONFLICT (tenant_id, mode, user_id) DO UPDATE
    SET version = excluded.version, decision_id = excluded.decision_id
    WHERE known.version = excluded.version - 1
  RETURNING decision_id
),
claimed AS (
  INSERT INTO idempotency_keys (tenant_id, mode, key, decision_id, fingerprint)
  SELECT tenant_id, mode, idempotency_key, id, fingerprint FROM batch
  WHERE idempotency_key IS NOT NULL AND beside_id IS NULL
    AND (SELECT count(*) FROM unmoved) >= 0
    AND (user_version IS NULL OR id IN (SELECT decision_id FROM unmoved))
  ORDER BY tenant_id, mode, idempotency_key
  ON CONFLICT DO NOTHING
  RETURNING decision_id
),
logged AS (
  INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
    engine_version, latency_ms, input_tokens, user_id, idempotency_key, reached_checks, prompt_redacted, by_pause,
    tags, detail)
  SELECT tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version, engine_version,
    latency_ms, input_tokens, user_id, CASE WHEN beside_id IS NULL THEN idempotency_key END, reached_checks,
    prompt_redacted, by_pause, tags::json, detail::json
  FROM batch
  WHERE (idempotency_key IS NULL OR coalesce(beside_id, id) IN (SELECT decision_id FROM claimed))
    AND (user_version IS NULL OR coalesce(beside_id, id) IN (SELECT decision_id FROM unmoved))
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
pauses AS (
  INSERT INTO paused_users (tenant_id, mode, user_id, since, until, rule_id, decision_id)
  SELECT tenant_id, mode, user_id, pause_since, pause_until, pause_rule, id FROM kept
  WHERE pause_rule IS NOT NULL AND beside_id IS NULL
  ON CONFLICT (tenant_id, mode, user_id) DO UPDATE SET since = excluded.since, until = excluded.until,
    rule_id = excluded.rule_id, decision_id = excluded.decision_id, actor = NULL, note = NULL
),
deliveries AS (
  INSERT INTO webhook_deliveries (tenant_id, mode, id, decision_id, policy_id, policy_version, url, event,
    traceparent)
  SELECT tenant_id, mode, delivery_id, id, policy_id, policy_version, url, event, traceparent
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
  WHERE beside_id IS NULL
  GROUP BY tenant_id, mode, day
  ORDER BY tenant_id, mode, day
  ON CONFLICT (tenant_id, mode, day, slot) DO UPDATE SET
    checks = usage_days.checks + excluded.checks,
    blocked = usage_days.blocked + excluded.blocked,
    reviewed = usage_days.reviewed + excluded.reviewed,
    input_tokens = usage_days.input_tokens + excluded.input_tokens
)
SELECT ARRAY(SELECT id FROM batch EXCEPT SELECT id FROM logged)::text[] AS left_out
FROM (SELECT) AS once LEFT JOIN announced ON true`

const knownDecision = `
SELECT FROM decisions WHERE tenant_id = $1 AND mode = $2 AND id = $3
UNION ALL
SELECT FROM idempotency_keys WHERE tenant_id = $1 AND mode = $2 AND key = $4`

export const makeCommit = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const slot = yield* Random.nextIntBetween(0, usageSlots)
  const slotOf = (lane: number) => (slot + (lane * usageSlots) / 2) % usageSlots

  const write = Effect.fnUntraced(function* (rows: ReadonlyArray<SealedRecord>, lane: number) {
    const [result] = yield* sql.unsafe<{ readonly leftOut: ReadonlyArray<string> }>(statement, [
      ...batchParameters(rows),
      ...deliveryParameters(rows),
      slotOf(lane)
    ])
    if (result === undefined) return yield* Effect.die(new Error("the commit did not say what it wrote"))
    const leftOut = new Set(result.leftOut)
    return rows.map(({ record }) => leftOut.size === 0 || !leftOut.has(toUuid(record.decision.id)))
  })

  return {
    /** Writes a batch. Each result tells whether that record was written now. */
    batch: Effect.fnUntraced(function* (rows: ReadonlyArray<SealedRecord>, lane: number) {
      yield* Metric.update(commitBatchSize, rows.length)
      return yield* resilient(write(rows, lane))
    }),

    /**
     * Writes one record unless the month's allowance is spent, and tells whether it was written now. The tenant's
     * row is held while its usage is summed and added to, so that no other process counts in between; the sum is a
     * statement of its own, because only a later statement sees what was committed while the row was waited for.
     */
    counted: Effect.fnUntraced(function* (row: SealedRecord, allowance: number) {
      const { claim, decision, workspace } = row.record
      const { mode, tenantId } = workspace
      const tenant = toUuid(tenantId)
      const result = yield* resilient(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT 1 FROM tenants WHERE tenant_id = ${tenant}::uuid FOR NO KEY UPDATE`
            const used = yield* countTestChecks(sql, tenantId)
            if (used < allowance) return { written: (yield* write([row], 0)).includes(true) }
            // Its answer may have been lost, or its key have made a decision: that was counted before.
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
