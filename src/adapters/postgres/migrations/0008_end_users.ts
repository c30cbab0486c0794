import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // A block that only a pause made: no rule counts it.
  `ALTER TABLE decisions ADD COLUMN by_pause boolean NOT NULL DEFAULT false`,
  // What rules count, and what is told of a user: a range of it for each outcome, without a look at the rows.
  `CREATE INDEX decisions_of_user ON decisions (tenant_id, mode, user_id, outcome, by_pause, id)
    INCLUDE (reached_checks, policy_id) WHERE user_id IS NOT NULL AND NOT dry_run`,

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
    -- rules that pause count nothing before this id, which is of the time when the user was last resumed
    pauses_from uuid,
    PRIMARY KEY (tenant_id, mode, user_id)
  ) WITH (fillfactor = 70)`,

  // One pause a user at the most. One that is over may stay until the next.
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

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
