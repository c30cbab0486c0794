import { runInOrder } from "./runInOrder.ts"

const moment = (value: string) => `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const id = (prefix: string, value: string) => `'${prefix}_' || replace(${value}::text, '-', '')`

const statements = [
  // Entries that wait to be chained to the audit log. A commit of decisions leaves them here, because it must not wait
  // for a tenant's chain.
  `CREATE TABLE audit_pending (
    tenant_id uuid NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    before json,
    after json,
    PRIMARY KEY (tenant_id, id)
  )`,

  `CREATE FUNCTION note_rule_pause() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO audit_pending (tenant_id, actor, action, subject, before, after) VALUES (
      NEW.tenant_id, ${id("rul", "NEW.rule_id")}, 'user.paused', NEW.user_id,
      json_build_object('mode', NEW.mode, 'paused', CASE WHEN TG_OP = 'UPDATE' THEN json_build_object(
        'since', ${moment("OLD.since")}, 'until', ${moment("OLD.until")},
        'by', coalesce(${id("rul", "OLD.rule_id")}, OLD.actor)) END),
      json_build_object('mode', NEW.mode, 'until', ${moment("NEW.until")},
        'decision', ${id("dec", "NEW.decision_id")}));
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER rule_pauses_are_audited AFTER INSERT OR UPDATE ON paused_users
    FOR EACH ROW WHEN (NEW.rule_id IS NOT NULL) EXECUTE FUNCTION note_rule_pause()`
]

export default runInOrder(statements)
