import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { toUuid } from "../../../../src/adapters/postgres/uuid.ts"
import type { Workspace } from "../../../../src/domain/shared/Workspace.ts"
import { log } from "../../../contracts/userDecisions.ts"
import { tenantUuidOf } from "../rows.ts"

/** Blocks the user "u" once, and then so many times more, by copies of that decision, each a second older. */
export const logMany = Effect.fnUntraced(function* (workspace: Workspace, more: number) {
  const sql = yield* PgClient.PgClient
  const { decision } = yield* log(workspace, { user: "u", outcome: "block", tags: ["other"] })
  yield* sql.unsafe(
    `INSERT INTO decisions (tenant_id, mode, id, outcome, dry_run, shadow_mode, policy_id, policy_version,
       engine_version, latency_ms, input_tokens, user_id, reached_checks, prompt_redacted, by_pause, tags, detail)
     SELECT tenant_id, mode, uuidv7(-n * '1 second'::interval), outcome, dry_run, shadow_mode, policy_id,
       policy_version, engine_version, latency_ms, input_tokens, user_id, reached_checks, prompt_redacted, by_pause,
       tags, detail
     FROM decisions, generate_series(1, $4::int) n
     WHERE tenant_id = $1::text::uuid AND mode = $2 AND id = $3::text::uuid`,
    [tenantUuidOf(workspace), workspace.mode, toUuid(decision.id), more]
  )
})
