import { Effect, Option } from "effect"
import type { Decision } from "../../../domain/screening/Decision.ts"
import type { DecisionId } from "../../../domain/shared/ids.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { DataKeys } from "../encryption/DataKeys.ts"
import { resilient } from "../resilience.ts"
import { rawSql, scopedSql, scopeOf } from "../scopedSql.ts"
import { toUuid } from "../uuid.ts"
import { decisionColumns } from "./decisionRow.ts"
import { readDecision } from "./readDecision.ts"

/** Reads one decision and decrypts its input. */
export const makeFind = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys

  return Effect.fnUntraced(function* (workspace: Workspace, id: DecisionId) {
    const [row] = yield* resilient(
      sql<{ readonly sealed: Uint8Array | null }>`
        SELECT ${rawSql(decisionColumns)}, i.sealed
        FROM decisions d
        LEFT JOIN decision_inputs i ON (i.tenant_id, i.mode, i.id) = (d.tenant_id, d.mode, d.id)
        WHERE ${scopeOf(workspace, "d")} AND d.id = ${toUuid(id)}`
    )
    if (row === undefined) return Option.none<Decision>()
    return Option.some(yield* readDecision(yield* dataKeys.of(workspace.tenantId), row))
  })
})
