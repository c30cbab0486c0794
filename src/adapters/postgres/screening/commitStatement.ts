import { announceDeliveries, announceTenant } from "../Changes.ts"
import { batchParts, batchSource, deliveriesSource } from "./commitBatch.ts"
import type { BatchParts } from "./commitBatch.ts"

/** Locks the users whose decisions rules count, and raises their versions if they are still as the rules saw them. */
const unmoved = (parts: BatchParts): string => `unmoved AS (
  INSERT INTO end_users AS known (tenant_id, mode, user_id, version, decision_id)
  SELECT DISTINCT ON (tenant_id, mode, user_id) tenant_id, mode, user_id, user_version + 1, id FROM batch
  WHERE user_version IS NOT NULL${parts.has("dryRuns") ? " AND beside_id IS NULL" : ""}${
    parts.has("keys")
      ? ` AND (
      SELECT decision_id FROM idempotency_keys k
      WHERE (k.tenant_id, k.mode, k.key) = (batch.tenant_id, batch.mode, batch.idempotency_key)
    ) IS NULL`
      : ""
  }
  ORDER BY tenant_id, mode, user_id, id
  ON CONFLICT (tenant_id, mode, user_id) DO UPDATE
    SET version = excluded.version, decision_id = excluded.decision_id
    WHERE known.version = excluded.version - 1
  RETURNING decision_id
)`

const claimed = (parts: BatchParts): string => `claimed AS (
  INSERT INTO idempotency_keys (tenant_id, mode, key, decision_id, fingerprint)
  SELECT tenant_id, mode, idempotency_key, id, fingerprint FROM batch
  WHERE idempotency_key IS NOT NULL${parts.has("dryRuns") ? " AND beside_id IS NULL" : ""}${
    parts.has("users")
      ? ` AND (SELECT count(*) FROM unmoved) >= 0
    AND (user_version IS NULL OR id IN (SELECT decision_id FROM unmoved))`
      : ""
  }
  ORDER BY tenant_id, mode, idempotency_key
  ON CONFLICT DO NOTHING
  RETURNING decision_id
)`

const logged = (parts: BatchParts): string => {
  const own = parts.has("dryRuns") ? "coalesce(beside_id, id)" : "id"
  const key = parts.has("dryRuns")
    ? "CASE WHEN beside_id IS NULL THEN idempotency_key END"
    : "idempotency_key"
  const conditions = [
    ...(parts.has("keys")
      ? [`(idempotency_key IS NULL OR ${own} IN (SELECT decision_id FROM claimed))`]
      : []),
    ...(parts.has("users") ? [`(user_version IS NULL OR ${own} IN (SELECT decision_id FROM unmoved))`] : [])
  ]
  return `logged AS (
  INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
    engine_version, latency_ms, input_tokens, user_id, reached_checks, prompt_redacted, by_pause, tags, detail,
    idempotency_key)
  SELECT tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version, engine_version, latency_ms,
    input_tokens, user_id, reached_checks, prompt_redacted, by_pause, tags::json, detail::json,
    ${parts.has("keys") ? key : "NULL"}
  FROM batch${
    conditions.length === 0
      ? ""
      : `
  WHERE ${conditions.join(" AND ")}`
  }
  ON CONFLICT DO NOTHING
  RETURNING id
)`
}

const reviews = `reviews AS (
  INSERT INTO review_items (tenant_id, mode, id, decision_id)
  SELECT tenant_id, mode, review_id, id FROM kept WHERE review_id IS NOT NULL
)`

/**
 * A pause is announced as a change of the tenant. A process that has learnt meanwhile that the tenant has no rules any
 * more would not look for paused users otherwise.
 */
const pauses = (parts: BatchParts): string => `pauses AS (
  INSERT INTO paused_users (tenant_id, mode, user_id, since, until, rule_id, decision_id)
  SELECT tenant_id, mode, user_id, pause_since, pause_until, pause_rule, id FROM kept
  WHERE pause_rule IS NOT NULL${parts.has("dryRuns") ? " AND beside_id IS NULL" : ""}
  ON CONFLICT (tenant_id, mode, user_id) DO UPDATE SET since = excluded.since, until = excluded.until,
    rule_id = excluded.rule_id, decision_id = excluded.decision_id, actor = NULL, note = NULL
  RETURNING ${announceTenant}
)`

const deliveries = (parts: BatchParts, after: number): string => `deliveries AS (
  INSERT INTO webhook_deliveries (tenant_id, mode, id, decision_id, policy_id, policy_version, url, event,
    traceparent)
  SELECT tenant_id, mode, delivery_id, id, policy_id, policy_version, url, event, traceparent
  FROM kept JOIN ${deliveriesSource(parts, after)} ON decision_id = id
  RETURNING id
),
announced AS (SELECT ${announceDeliveries} FROM (SELECT FROM deliveries LIMIT 1) AS any_delivery)`

const used = (parts: BatchParts): string => `used AS (
  INSERT INTO usage_days (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
  SELECT tenant_id, mode, (uuid_extract_timestamp(id) AT TIME ZONE 'UTC')::date AS day, $1::smallint, count(*),
    count(*) FILTER (WHERE outcome = 'block'), count(*) FILTER (WHERE outcome = 'review'),
    coalesce(sum(input_tokens), 0)
  FROM kept${parts.has("dryRuns") ? " WHERE beside_id IS NULL" : ""}
  GROUP BY tenant_id, mode, day
  ORDER BY tenant_id, mode, day
  ON CONFLICT (tenant_id, mode, day, slot) DO UPDATE SET
    checks = usage_days.checks + excluded.checks,
    blocked = usage_days.blocked + excluded.blocked,
    reviewed = usage_days.reviewed + excluded.reviewed,
    input_tokens = usage_days.input_tokens + excluded.input_tokens
)`

/** The usage slot is the first parameter, before those of the batch. */
const parametersBefore = 1

const write = (parts: BatchParts): string => {
  const steps = [
    `batch AS (SELECT * FROM ${batchSource(parts, parametersBefore)})`,
    ...(parts.has("users") ? [unmoved(parts)] : []),
    ...(parts.has("keys") ? [claimed(parts)] : []),
    logged(parts),
    "kept AS (SELECT * FROM batch WHERE id IN (SELECT id FROM logged))",
    `inputs AS (
  INSERT INTO decision_inputs (tenant_id, mode, id, sealed) SELECT tenant_id, mode, id, sealed FROM kept
)`,
    ...(parts.has("reviews") ? [reviews] : []),
    ...(parts.has("users") ? [pauses(parts)] : []),
    ...(parts.has("deliveries") ? [deliveries(parts, parametersBefore)] : []),
    used(parts)
  ]
  return `
WITH ${steps.join(",\n")}
SELECT ARRAY(SELECT id FROM batch EXCEPT SELECT id FROM logged)::text[] AS left_out
FROM (SELECT) AS once${parts.has("deliveries") ? " LEFT JOIN announced ON true" : ""}`
}

const written = new Map<string, string>()

/**
 * Writes everything of a batch in one statement, which is one transaction and one round trip. It returns the decisions
 * that it left out.
 *
 * The users whose decisions rules count come first: a decision whose user is no longer as the rules saw them is left
 * out, together with its key. A version that was raised for a decision which is then left out does no harm, because
 * another process only looks again. Then keys are claimed. Users and keys are taken in a fixed order, so that two
 * processes never deadlock. A decision whose key is taken is left out with everything that belongs to it, including the
 * dry-run decision beside it, which does not count as usage. A decision that is there already is left out too, so that
 * the statement can be sent again if its answer was lost, and counts nothing twice.
 */
export const commitStatement = (parts: BatchParts): string => {
  const name = batchParts.filter((part) => parts.has(part)).join()
  const known = written.get(name)
  if (known !== undefined) return known
  const statement = write(parts)
  written.set(name, statement)
  return statement
}
