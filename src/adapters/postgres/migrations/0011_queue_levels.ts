import { runInOrder } from "./runInOrder.ts"

const statements = [
  // The span of the request that a delivery comes from, as the W3C writes it; null unless that was traced.
  `ALTER TABLE webhook_deliveries ADD COLUMN traceparent text`,

  // As small as what is open, so that all of it can be counted, and its first entries are the oldest.
  `CREATE INDEX review_items_open ON review_items (mode, id) WHERE status = 'open'`,

  // How much waits, for the metrics of every process. One row; the process that finds it due looks again.
  `CREATE TABLE queue_levels (
    id smallint PRIMARY KEY CHECK (id = 1),
    next_look_at timestamptz NOT NULL,
    levels json
  )`,
  `INSERT INTO queue_levels (id, next_look_at) VALUES (1, '-infinity')`
]

export default runInOrder(statements)
