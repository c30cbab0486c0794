import { Array, DateTime, Effect } from "effect"
import type { Ruling } from "../../../domain/review/ReviewQueue.ts"
import { actorName } from "../../../domain/shared/Actor.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { announceDeliveries } from "../Changes.ts"
import { assign, rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import type { ScopedSql } from "../scopedSql.ts"
import { AuditTrail } from "../tenancy/AuditTrail.ts"
import { traceparentOf } from "../traceparent.ts"
import { toUuid } from "../uuid.ts"

/** Whoever comes second waits here for the first to commit, and then finds the item no longer open. */
const close = Effect.fnUntraced(function* (
  sql: ScopedSql,
  workspace: Workspace,
  { actor, at, item, note, status, verdict }: Ruling,
  verdictId: string
) {
  const closed = yield* sql`
    UPDATE review_items SET ${assign({
      status,
      verdict,
      note,
      verdictBy: actorName(actor),
      verdictAt: DateTime.toDateUtc(at),
      verdictId
    })}
    WHERE ${scopeOf(workspace)} AND id = ${toUuid(item.id)}
      AND status = 'open'
    RETURNING id`
  return closed.length > 0
})

/** Of the decision, and of a dry run beside it, which holds the same prompt. */
const redactPrompt = (sql: ScopedSql, workspace: Workspace, { item }: Ruling) => {
  const { counterpart, id } = item.decision
  return Effect.forEach(
    counterpart === undefined ? [id] : [id, counterpart.id],
    (decision) => sql`
      UPDATE decisions SET prompt_redacted = true
      WHERE ${scopeOf(workspace)} AND id = ${toUuid(decision)}`,
    { discard: true }
  )
}

const queueDeliveries = Effect.fnUntraced(function* (
  sql: ScopedSql,
  workspace: Workspace,
  { deliveries, item }: Ruling
) {
  const rows: ReadonlyArray<Record<string, unknown>> = deliveries.map(({ cause, event, id, url }) => ({
    id,
    decisionId: toUuid(item.decision.id),
    policyId: toUuid(item.decision.policy.id),
    policyVersion: item.decision.policy.version,
    url,
    event,
    reviewId: toUuid(item.id),
    traceparent: traceparentOf(cause)
  }))
  if (!Array.isReadonlyArrayNonEmpty(rows)) return
  yield* sql`INSERT INTO webhook_deliveries ${rowsOf(workspace, ...rows)} RETURNING ${rawSql(announceDeliveries)}`
})

const isWritten = Effect.fnUntraced(function* (
  sql: ScopedSql,
  workspace: Workspace,
  { item }: Ruling,
  verdictId: string
) {
  const [row] = yield* sql<{ readonly own: boolean | null }>`
    SELECT verdict_id = ${verdictId}::uuid AS own FROM review_items
    WHERE ${scopeOf(workspace)} AND id = ${toUuid(item.id)}`
  return row?.own === true
})

/**
 * Writes a ruling in one transaction, and tells whether it is the one that stands. It may be sent again under the
 * same id when its answer was lost.
 */
export const makeWriteRuling = Effect.gen(function* () {
  const sql = yield* scopedSql
  const audit = yield* AuditTrail

  const write = Effect.fnUntraced(function* (workspace: Workspace, ruling: Ruling, verdictId: string) {
    const { actor, item, redactsPrompt, status, verdict } = ruling
    const closed = yield* close(sql, workspace, ruling, verdictId)
    if (!closed) return yield* isWritten(sql, workspace, ruling, verdictId)
    if (redactsPrompt) yield* redactPrompt(sql, workspace, ruling)
    yield* queueDeliveries(sql, workspace, ruling)
    yield* audit.append(workspace.tenantId, {
      actor,
      action: "review.decided",
      subject: item.id,
      // Without the note, which may quote the prompt.
      before: { status: item.status },
      after: { status, verdict, prompt_redacted: item.decision.promptRedacted || redactsPrompt }
    })
    return true
  }, sql.withTransaction)

  return (workspace: Workspace, ruling: Ruling, verdictId: string) =>
    audit.inTurn(workspace.tenantId)(write(workspace, ruling, verdictId))
})
