import { runInOrder } from "./runInOrder.ts"

const statements = [
  // Outcome, dry run and reached checks in one number: what the filters with few values select. There is room for eight
  // checks. See listDecisions.ts for how it is read.
  `ALTER TABLE decisions ADD COLUMN facet smallint NOT NULL GENERATED ALWAYS AS (
    CASE outcome WHEN 'allow' THEN 0 WHEN 'review' THEN 512 ELSE 1024 END
    + CASE WHEN dry_run THEN 256 ELSE 0 END + reached_checks
  ) STORED`,
  `CREATE INDEX decisions_by_facet ON decisions (tenant_id, mode, facet, id)`,
  `CREATE INDEX decisions_by_policy ON decisions (tenant_id, mode, policy_id, facet, id)`,
  `CREATE INDEX decisions_by_user ON decisions (tenant_id, mode, user_id, policy_id, facet, id)
    WHERE user_id IS NOT NULL`,

  // A decision is purged if its input is gone, so nothing has to be written to say so.
  `ALTER TABLE decisions DROP COLUMN prompt_purged`,

  // Belongs to the service as a whole, not to a tenant.
  `CREATE TABLE scheduled_jobs (
    job text NOT NULL,
    slot timestamptz NOT NULL,
    -- by the process that runs it; another one takes over when this has passed
    claimed_until timestamptz NOT NULL,
    finished_at timestamptz,
    PRIMARY KEY (job, slot)
  )`
]

export default runInOrder(statements)
