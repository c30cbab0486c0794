import { runInOrder } from "./runInOrder.ts"

/**
 * Ids are UUIDv7, so that a range of ids is a range of time. Every key starts with `tenant_id`, so that a distributed
 * Postgres can shard by tenant. Documents in which the order of keys matters are `json`, which preserves it.
 */
const statements = [
  `CREATE TABLE tenants (
    tenant_id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL,
    state text NOT NULL,
    trial_ends_at timestamptz,
    pauses_at timestamptz,
    ended_at timestamptz,
    cancels_at timestamptz,
    limit_overrides json NOT NULL,
    shadow_mode boolean NOT NULL DEFAULT false,
    weekly_digest boolean NOT NULL DEFAULT false,
    default_policy_id uuid,
    -- AES-256 key of the tenant's prompts and secrets, wrapped by a key derived from MASTER_KEY
    data_key bytea NOT NULL
  )`,

  `CREATE TABLE api_keys (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    mode text NOT NULL CHECK (mode IN ('live', 'test')),
    hash bytea NOT NULL,
    prefix text NOT NULL,
    label text,
    last_used_at timestamptz,
    revoked_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, hash)
  )`,
  `CREATE INDEX api_keys_by_hash ON api_keys (hash)`,

  `CREATE TABLE policies (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    name text NOT NULL,
    preset text,
    current_version integer,
    dry_run_version integer,
    PRIMARY KEY (tenant_id, id)
  )`,
  `CREATE TABLE policy_versions (
    tenant_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    version integer NOT NULL,
    document json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by text,
    PRIMARY KEY (tenant_id, policy_id, version),
    FOREIGN KEY (tenant_id, policy_id) REFERENCES policies (tenant_id, id)
  )`,

  `CREATE TABLE decisions (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    id uuid NOT NULL,
    outcome text NOT NULL,
    dry_run boolean NOT NULL,
    shadow_mode boolean NOT NULL,
    policy_id uuid NOT NULL,
    policy_version integer NOT NULL,
    engine_version text NOT NULL,
    latency_ms integer NOT NULL,
    input_tokens bigint,
    user_id text,
    idempotency_key text,
    -- one bit for each check that decided or reached its review line
    reached_checks smallint NOT NULL,
    prompt_redacted boolean NOT NULL,
    prompt_purged boolean NOT NULL DEFAULT false,
    tags json NOT NULL,
    detail json NOT NULL,
    PRIMARY KEY (tenant_id, mode, id)
  ) PARTITION BY RANGE (id)`,
  `CREATE TABLE decisions_default PARTITION OF decisions DEFAULT`,

  `CREATE TABLE decision_inputs (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    id uuid NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (tenant_id, mode, id)
  ) PARTITION BY RANGE (id)`,
  `CREATE TABLE decision_inputs_default PARTITION OF decision_inputs DEFAULT`,

  `CREATE TABLE idempotency_keys (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    key text NOT NULL,
    decision_id uuid NOT NULL,
    fingerprint bytea NOT NULL,
    PRIMARY KEY (tenant_id, mode, key)
  )`,

  `CREATE TABLE review_items (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    id uuid NOT NULL,
    decision_id uuid NOT NULL,
    status text NOT NULL DEFAULT 'open',
    verdict text,
    note text,
    verdict_by text,
    verdict_at timestamptz,
    PRIMARY KEY (tenant_id, mode, id)
  )`,

  `CREATE TABLE webhook_deliveries (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    id uuid NOT NULL,
    decision_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    policy_version integer NOT NULL,
    url text NOT NULL,
    event text NOT NULL,
    status text NOT NULL DEFAULT 'pending',
    attempts smallint NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, mode, id)
  )`,

  // Each process adds to a slot that it chooses at random, so that two rarely wait for each other's row.
  `CREATE TABLE usage_days (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    day date NOT NULL,
    slot smallint NOT NULL,
    checks bigint NOT NULL,
    blocked bigint NOT NULL,
    reviewed bigint NOT NULL,
    input_tokens bigint NOT NULL,
    PRIMARY KEY (tenant_id, mode, day, slot)
  ) WITH (fillfactor = 50)`
]

export default runInOrder(statements)
