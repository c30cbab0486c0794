import { runInOrder } from "./runInOrder.ts"

const statements = [
  `CREATE TABLE audit_log (
    tenant_id uuid NOT NULL REFERENCES tenants,
    -- 1, 2, 3 and so on, without a gap
    entry bigint NOT NULL,
    at timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    before json,
    after json,
    -- of this entry and of the link before it
    link bytea NOT NULL,
    PRIMARY KEY (tenant_id, entry)
  )`,
  // The last link of each chain, which shows whether entries were cut off its end.
  `CREATE TABLE audit_heads (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    entries bigint NOT NULL,
    link bytea NOT NULL
  )`
]

export default runInOrder(statements)
