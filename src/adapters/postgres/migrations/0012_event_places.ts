import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Where an event stands among the others if that is not at `at`: a provider gives times in whole seconds.
  `ALTER TABLE subscription_events ADD COLUMN placed_at timestamptz`
]

export default runInOrder(statements)
