import { Effect } from "effect"
import { Mode } from "../../../domain/shared/Workspace.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { Tenants } from "../../../domain/tenancy/Tenants.ts"
import { resilient } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"

/**
 * Merges the slots of each past day into slot 0, so that reading a year costs one row for each day, however many
 * processes there were. It is one statement, so nobody sees a day half merged.
 *
 * Today and yesterday are left alone, because processes still add to them. A check that is counted for an older day all
 * the same adds to a slot as usual, and the next night's run merges that too.
 */
const makeMerge = Effect.map(
  scopedSql,
  (sql) => (workspace: Workspace) =>
    sql`
    WITH merged AS (
      DELETE FROM usage_days
      WHERE ${scopeOf(workspace)} AND slot <> 0 AND day < (now() AT TIME ZONE 'UTC')::date - 1
      RETURNING *
    )
    INSERT INTO usage_days AS kept (tenant_id, mode, day, slot, checks, blocked, reviewed, input_tokens)
    SELECT tenant_id, mode, day, 0, sum(checks), sum(blocked), sum(reviewed), sum(input_tokens)
    FROM merged WHERE ${scopeOf(workspace)} GROUP BY tenant_id, mode, day
    ON CONFLICT (tenant_id, mode, day, slot) DO UPDATE SET
      checks = kept.checks + excluded.checks,
      blocked = kept.blocked + excluded.blocked,
      reviewed = kept.reviewed + excluded.reviewed,
      input_tokens = kept.input_tokens + excluded.input_tokens`
)

/** Merges the slots of every tenant. */
export const mergeUsageSlots = Effect.gen(function* () {
  const merge = yield* makeMerge
  for (const { id: tenantId } of yield* (yield* Tenants).list) {
    for (const mode of Mode.literals) yield* resilient(merge({ tenantId, mode }))
  }
})
