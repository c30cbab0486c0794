import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Authenticates a chain's length and its last link: whoever cuts entries off the end cannot make the seal of the
  // shorter chain.
  `ALTER TABLE audit_heads ADD COLUMN seal bytea NOT NULL`,

  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the audit log is only ever appended to';
  END $$`,
  `CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,

  // What happened to a subscription. In the order of their time, the events determine what the subscription is.
  `CREATE TABLE subscription_events (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id text NOT NULL,
    at timestamptz NOT NULL,
    event json NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,

  `CREATE TABLE payment_accounts (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    -- the payment provider's name for who pays
    customer text NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT now()
  )`,
  // How much of a day's usage was beyond the plan, as it was first counted.
  `CREATE TABLE overage_reports (
    tenant_id uuid NOT NULL REFERENCES tenants,
    day date NOT NULL,
    kind text NOT NULL,
    quantity bigint NOT NULL,
    sent_at timestamptz,
    PRIMARY KEY (tenant_id, day, kind)
  )`,
  `CREATE INDEX overage_reports_to_send ON overage_reports (day, tenant_id) WHERE sent_at IS NULL`
]

export default runInOrder(statements)
