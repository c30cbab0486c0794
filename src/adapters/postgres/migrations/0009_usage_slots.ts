import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Only what is left to merge. Adding to a row changes none of these columns.
  `CREATE INDEX usage_days_to_fold ON usage_days (tenant_id, mode, day) WHERE slot <> 0`
]

export default runInOrder(statements)
