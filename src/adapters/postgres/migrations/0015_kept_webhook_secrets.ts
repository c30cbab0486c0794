import { runInOrder } from "./runInOrder.ts"

/** What an entry's secrets are found by. An index entry cannot hold any url. */
const urlHash = "sha256(convert_to(hook.value->>'url', 'UTF8'))"

/** The secrets of one url, in the order of the entries that have it. */
const secrets = "json_agg(hook.value->>'secret' ORDER BY hook.position)"

/**
 * The entries of a document. Escapes of characters that Postgres has no text for would make it refuse the whole
 * document; no url and no sealed secret has any.
 */
const hooksOf = (document: string) => String.raw`json_array_elements(
    replace(replace(${document}::text, '\\', '__'), '\u', '_u')::json->'webhooks'
  ) WITH ORDINALITY AS hook(value, position)`

const statements = [
  // What a new version of a policy keeps where it asks to: the sealed secrets of each url, from the newest version that
  // has it. Otherwise one request would read every version that there ever was.
  `CREATE TABLE kept_webhook_secrets (
    tenant_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    url_hash bytea NOT NULL,
    secrets json NOT NULL,
    PRIMARY KEY (tenant_id, policy_id, url_hash),
    FOREIGN KEY (tenant_id, policy_id) REFERENCES policies (tenant_id, id)
  )`,

  // A trigger, so that processes of the former release keep them too.
  `CREATE FUNCTION keep_webhook_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO kept_webhook_secrets (tenant_id, policy_id, url_hash, secrets)
    SELECT NEW.tenant_id, NEW.policy_id, ${urlHash}, ${secrets}
    FROM ${hooksOf("NEW.document")}
    GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, policy_id, url_hash) DO UPDATE SET secrets = excluded.secrets;
    RETURN NULL;
  END $$`,
  // Lets no version be written until the end of the migration.
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
