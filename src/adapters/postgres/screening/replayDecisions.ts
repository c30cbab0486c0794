import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { DecisionSummary } from "../../../domain/screening/Decision.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { resilient } from "../resilience.ts"
import { arraysOf, unnest } from "../unnest.ts"
import type { Column } from "../unnest.ts"
import { toUuid } from "../uuid.ts"
import { decisionColumns, decodeDecisionRow, toSummary } from "./decisionRow.ts"

export interface ReplayRequest {
  readonly workspace: Workspace
  readonly key: string
}

/** The decision that a key made, and the fingerprint of the request that made it. */
export interface FirstDecision {
  readonly decision: DecisionSummary
  readonly fingerprint: Uint8Array
}

const columns: ReadonlyArray<Column<ReplayRequest>> = [
  ["tenant_id", "uuid", ({ workspace }) => toUuid(workspace.tenantId)],
  ["mode", "text", ({ workspace }) => workspace.mode],
  ["key", "text", ({ key }) => key]
]

const statement = `
SELECT asked.position, k.fingerprint, ${decisionColumns}
FROM ${unnest("asked", columns, { numbered: true })}
JOIN idempotency_keys k USING (tenant_id, mode, key)
JOIN decisions d ON (d.tenant_id, d.mode, d.id) = (k.tenant_id, k.mode, k.decision_id)`

/** Looks up the decisions that several keys made, in one round trip; null for a key that made none. */
export const makeReplay = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient

  return Effect.fnUntraced(function* (requests: ReadonlyArray<ReplayRequest>) {
    const rows = yield* resilient(
      sql.unsafe<{ readonly position: bigint; readonly fingerprint: Uint8Array }>(
        statement,
        arraysOf(columns, requests)
      )
    )
    const found = new Map<number, FirstDecision>()
    for (const row of rows) {
      const decision = toSummary(yield* Effect.orDie(decodeDecisionRow(row)))
      found.set(Number(row.position) - 1, { decision, fingerprint: row.fingerprint })
    }
    return requests.map((_, index) => found.get(index) ?? null)
  })
})
