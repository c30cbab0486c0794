import { runInOrder } from "./runInOrder.ts"

const statements = [
  // The span of the request that caused the delivery, as a W3C `traceparent`; null unless the request was traced.
  `ALTER TABLE webhook_deliveries ADD COLUMN traceparent text`,

  // Holds only the open items, so that all of it can be counted. Its first entries are the oldest.
  `CREATE INDEX review_items_open ON review_items (mode, id) WHERE status = 'open'`,

  // How much waits, for the metrics of every process. There is one row; a process that finds it due reads the levels
  // anew.
  `CREATE TABLE queue_levels (
    id smallint PRIMARY KEY CHECK (id = 1),
    next_look_at timestamptz NOT NULL,
    levels json
  )`,
  `INSERT INTO queue_levels (id, next_look_at) VALUES (1, '-infinity')`
]

export default runInOrder(statements)
