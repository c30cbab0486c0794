import { runInOrder } from "./runInOrder.ts"

const statements = [
  // How many decisions a month included until that was changed, so that each day is settled by what was included on it.
  `CREATE TABLE former_allowances (
    tenant_id uuid NOT NULL REFERENCES tenants,
    until timestamptz NOT NULL DEFAULT clock_timestamp(),
    included_decisions bigint NOT NULL,
    PRIMARY KEY (tenant_id, until)
  )`,

  // A day within the plan is settled too, with a quantity of 0, and never sent.
  `DROP INDEX overage_reports_to_send`,
  `CREATE INDEX overage_reports_to_send ON overage_reports (day, tenant_id)
    WHERE sent_at IS NULL AND quantity > 0`
]

export default runInOrder(statements)
