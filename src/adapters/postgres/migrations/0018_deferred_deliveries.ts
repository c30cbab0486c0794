import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Whether a delivery is left out of the turn until `next_attempt_at`: it waits for a retry, or an attempt is under way.
  // What waits already is left out from its next attempt on.
  "ALTER TABLE webhook_deliveries ADD COLUMN deferred boolean NOT NULL DEFAULT false",

  // An unfinished delivery is in one of the two: in the turn of its destination, or among those that wait, soonest first.
  "DROP INDEX webhook_deliveries_due",
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, destination, next_attempt_at)
    WHERE next_attempt_at IS NOT NULL AND NOT deferred`,
  "CREATE INDEX webhook_deliveries_deferred ON webhook_deliveries (next_attempt_at) WHERE deferred"
]

export default runInOrder(statements)
