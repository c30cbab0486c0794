import { runInOrder } from "./runInOrder.ts"

const statements = [
  // The id of the verdict that was written. A verdict that is sent again because its answer was lost is known by it.
  `ALTER TABLE review_items ADD COLUMN verdict_id uuid`,
  // A page of one status is a range of this index, however many items have another status.
  `CREATE INDEX review_items_by_status ON review_items (tenant_id, mode, status, id)`,
  // Each verdict leaves a dead entry at the head of the open items. These are vacuumed before there are many.
  `ALTER TABLE review_items SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,
  // Set if a verdict caused the delivery.
  `ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS review_id uuid`
]

export default runInOrder(statements)
