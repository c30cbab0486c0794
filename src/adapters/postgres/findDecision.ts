import { Effect, Option } from "effect"
import type { DecisionLog } from "../../domain/screening/DecisionLog.ts"
import { AuditTrail } from "./AuditTrail.ts"
import { DataKeys } from "./DataKeys.ts"
import { decisionColumns } from "./decisionRow.ts"
import { readDecision } from "./readDecision.ts"
import { resilient } from "./resilience.ts"
import { scopedSql, scopeOf, text } from "./scopedSql.ts"
import { toUuid } from "./uuid.ts"

/** Reads one decision with its input opened, and with a word to the audit log before. */
export const makeFind = Effect.gen(function* () {
  const sql = yield* scopedSql
  const dataKeys = yield* DataKeys
  const auditTrail = yield* AuditTrail

  const find: DecisionLog["Service"]["find"] = Effect.fnUntraced(function* (workspace, id) {
    const [row] = yield* resilient(
      sql<{ readonly sealed: Uint8Array | null }>`
        SELECT ${text(decisionColumns)}, i.sealed
        FROM decisions d
        LEFT JOIN decision_inputs i ON (i.tenant_id, i.mode, i.id) = (d.tenant_id, d.mode, d.id)
        WHERE ${scopeOf(workspace, "d")} AND d.id = ${toUuid(id)}`
    )
    if (row === undefined) return Option.none()
    return Option.some(yield* readDecision(yield* dataKeys.of(workspace.tenantId), row))
  })

  const reveal: DecisionLog["Service"]["reveal"] = Effect.fnUntraced(function* (workspace, id, actor) {
    const found = yield* find(workspace, id)
    if (Option.isNone(found)) return found
    const entry = { actor, action: "decision.revealed", subject: id, before: null, after: null }
    yield* resilient(sql.withTransaction(auditTrail.append(workspace.tenantId, entry)))
    return found
  })

  return { find, reveal }
})
