import { runInOrder } from "./runInOrder.ts"

const statements = [
  // What is left to fold, and nothing of what was. Adding to a row changes none of these columns.
  `CREATE INDEX usage_days_to_fold ON usage_days (tenant_id, mode, day) WHERE slot <> 0`
]

export default runInOrder(statements)
