import { runInOrder } from "./runInOrder.ts"

/** What the secrets of an entry are found by. It is a hash, because an index entry cannot hold every URL. */
export const urlHash = "sha256(convert_to(hook.value->>'url', 'UTF8'))"

/** The secrets of one URL, in the order of the entries that have it. */
export const secrets = "json_agg(hook.value->>'secret' ORDER BY hook.position)"

/**
 * The webhooks of a document. Postgres has no text for some escaped characters and would refuse the whole document
 * because of them, so escapes are masked first. No URL and no encrypted secret contains any.
 */
export const hooksOf = (document: string) => String.raw`json_array_elements(
    replace(replace(${document}::text, '\\', '__'), '\u', '_u')::json->'webhooks'
  ) WITH ORDINALITY AS hook(value, position)`

const statements = [
  // The encrypted secrets of each URL, from the newest version that has it. A new version of a policy takes from here
  // what it asks to keep. Otherwise one request would read every version that there ever was.
  `CREATE TABLE kept_webhook_secrets (
    tenant_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    url_hash bytea NOT NULL,
    secrets json NOT NULL,
    PRIMARY KEY (tenant_id, policy_id, url_hash),
    FOREIGN KEY (tenant_id, policy_id) REFERENCES policies (tenant_id, id)
  )`,

  // A trigger, so that processes of the previous release keep them too.
  `CREATE FUNCTION keep_webhook_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO kept_webhook_secrets (tenant_id, policy_id, url_hash, secrets)
    SELECT NEW.tenant_id, NEW.policy_id, ${urlHash}, ${secrets}
    FROM ${hooksOf("NEW.document")}
    GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, policy_id, url_hash) DO UPDATE SET secrets = excluded.secrets;
    RETURN NULL;
  END $$`,
  // Its lock lets no version be written until the migration ends.
  `CREATE TRIGGER webhook_secrets_are_kept AFTER INSERT ON policy_versions
    FOR EACH ROW EXECUTE FUNCTION keep_webhook_secrets()`,

  `INSERT INTO kept_webhook_secrets (tenant_id, policy_id, url_hash, secrets)
    SELECT DISTINCT ON (tenant_id, policy_id, url_hash) tenant_id, policy_id, url_hash, secrets
    FROM (
      SELECT v.tenant_id, v.policy_id, v.version, ${urlHash} AS url_hash, ${secrets} AS secrets
      FROM policy_versions v, ${hooksOf("v.document")}
      GROUP BY 1, 2, 3, 4
    ) held
    ORDER BY tenant_id, policy_id, url_hash, version DESC`
]

export default runInOrder(statements)
