import { runInOrder } from "./runInOrder.ts"

const statements = [
  // A block made only by a pause, which no rule counts.
  `ALTER TABLE decisions ADD COLUMN by_pause boolean NOT NULL DEFAULT false`,
  // What rules count and what is shown of a user: one range of this index for each outcome. It is ordered by the time
  // in the id, not by the id. The primary key could give the order of ids too, and might be taken in its place.
  `CREATE INDEX decisions_of_user ON decisions
    (tenant_id, mode, user_id, outcome, by_pause, uuid_extract_timestamp(id))
    INCLUDE (id) WHERE user_id IS NOT NULL AND NOT dry_run`,

  `CREATE TABLE rules (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    name text NOT NULL,
    enabled boolean NOT NULL,
    -- what it counts, how many of it, and what it does then
    terms json NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,

  // The users whose decisions a rule has counted, and those that were ever paused.
  `CREATE TABLE end_users (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    user_id text NOT NULL,
    -- raised by every change that matters to a rule; a decision is written only on the version that it was ruled on
    version bigint NOT NULL,
    -- the decision that raised it last
    decision_id uuid,
    -- when someone last resumed the user: rules that pause count only what came after
    resumed_at timestamptz,
    PRIMARY KEY (tenant_id, mode, user_id)
  ) WITH (fillfactor = 70)`,

  // At most one pause for each user. A pause that is over may stay until the next.
  `CREATE TABLE paused_users (
    tenant_id uuid NOT NULL,
    mode text NOT NULL,
    user_id text NOT NULL,
    since timestamptz NOT NULL,
    -- null is until someone resumes the user
    until timestamptz,
    -- either a rule and the decision that fulfilled it, or a person
    rule_id uuid,
    decision_id uuid,
    actor text,
    note text,
    PRIMARY KEY (tenant_id, mode, user_id)
  )`
]

export default runInOrder(statements)
