import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Set if a verdict caused the delivery.
  `ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS review_id uuid`,

  // Identifies a receiver by a hash, because an index entry cannot hold every URL. Two URLs with the same hash share a
  // receiver's limits.
  `ALTER TABLE webhook_deliveries
    ADD COLUMN destination bigint NOT NULL GENERATED ALWAYS AS (hashtextextended(url, 0)) STORED`,

  // When the next attempt is due or, while an attempt is under way, when another process may take the delivery over.
  // Null once the delivery has ended, which keeps the index as small as what is still to do.
  `ALTER TABLE webhook_deliveries ALTER COLUMN next_attempt_at DROP NOT NULL`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, destination, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL`,

  `CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (tenant_id, mode, status, event, id)`,
  `CREATE INDEX webhook_deliveries_by_decision ON webhook_deliveries (tenant_id, mode, decision_id)`,

  `CREATE TABLE webhook_attempts (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    delivery_id uuid NOT NULL,
    attempt smallint NOT NULL,
    at timestamptz NOT NULL,
    status_code smallint,
    fault text,
    duration_ms integer NOT NULL,
    PRIMARY KEY (tenant_id, mode, delivery_id, attempt)
  )`,

  // When a version last became current, which decides how long the secrets of the one before still sign.
  `ALTER TABLE policy_versions ADD COLUMN published_at timestamptz`,
  `UPDATE policy_versions v SET published_at = v.created_at FROM policies p
    WHERE p.tenant_id = v.tenant_id AND p.id = v.policy_id AND p.current_version = v.version`
]

export default runInOrder(statements)
