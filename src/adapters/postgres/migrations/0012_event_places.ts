import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Where an event stands among the others when that is not `at`: a provider tells of whole seconds.
  `ALTER TABLE subscription_events ADD COLUMN placed_at timestamptz`
]

export default runInOrder(statements)
