import { runInOrder } from "./runInOrder.ts"

const statements = [
  // The provider's id of the subscription that an event happened to. Null for the operator's word, and for what was
  // told of before.
  `ALTER TABLE subscription_events ADD COLUMN happened_to text`
]

export default runInOrder(statements)
