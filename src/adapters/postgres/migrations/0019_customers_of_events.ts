import { runInOrder } from "./runInOrder.ts"

const statements = [
  // The provider's id of the customer who pays for the subscription that an event happened to. Null for what the
  // operator set, and for events from before this migration.
  `ALTER TABLE subscription_events ADD COLUMN customer text`
]

export default runInOrder(statements)
