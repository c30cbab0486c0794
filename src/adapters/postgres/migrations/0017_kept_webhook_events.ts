import { hooksOf, secrets, urlHash } from "./0015_kept_webhook_secrets.ts"
import { runInOrder } from "./runInOrder.ts"

/** The events that each secret of one URL is for, in the order of the secrets. */
const events = "json_agg(hook.value->'events' ORDER BY hook.position)"

const statements = [
  // Lets no version be written until the migration ends: the former trigger would leave the events of an older one.
  "LOCK TABLE policy_versions IN SHARE ROW EXCLUSIVE MODE",

  // With them, a version keeps the right secrets when it has the webhooks of a URL in another order.
  "ALTER TABLE kept_webhook_secrets ADD COLUMN events json",

  `CREATE OR REPLACE FUNCTION keep_webhook_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO kept_webhook_secrets (tenant_id, policy_id, url_hash, secrets, events)
    SELECT NEW.tenant_id, NEW.policy_id, ${urlHash}, ${secrets}, ${events}
    FROM ${hooksOf("NEW.document")}
    GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, policy_id, url_hash)
      DO UPDATE SET secrets = excluded.secrets, events = excluded.events;
    RETURN NULL;
  END $$`,

  `UPDATE kept_webhook_secrets kept SET events = newest.events
    FROM (
      SELECT DISTINCT ON (tenant_id, policy_id, url_hash) tenant_id, policy_id, url_hash, events
      FROM (
        SELECT v.tenant_id, v.policy_id, v.version, ${urlHash} AS url_hash, ${events} AS events
        FROM policy_versions v, ${hooksOf("v.document")}
        GROUP BY 1, 2, 3, 4
      ) held
      ORDER BY tenant_id, policy_id, url_hash, version DESC
    ) newest
    WHERE (kept.tenant_id, kept.policy_id, kept.url_hash) = (newest.tenant_id, newest.policy_id, newest.url_hash)`,

  "ALTER TABLE kept_webhook_secrets ALTER COLUMN events SET NOT NULL"
]

export default runInOrder(statements)
