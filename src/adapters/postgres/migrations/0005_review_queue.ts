import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Of the verdict that was written, so that one whose answer was lost is known again when it is sent twice.
  `ALTER TABLE review_items ADD COLUMN verdict_id uuid`,
  // A page of one status is a range of this, however many items have another.
  `CREATE INDEX review_items_by_status ON review_items (tenant_id, mode, status, id)`,
  // Each verdict leaves a dead entry at the head of the open items: they go before they are many.
  `ALTER TABLE review_items SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,
  // Of a delivery that a verdict caused.
  `ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS review_id uuid`
]

export default runInOrder(statements)
