import { Array, DateTime, Effect } from "effect"
import type { VerdictRecord } from "../../../domain/review/ReviewQueue.ts"
import { actorName } from "../../../domain/shared/Actor.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { announceDeliveries } from "../Changes.ts"
import { assign, rawSql, rowsOf, scopedSql, scopeOf } from "../scopedSql.ts"
import type { ScopedSql } from "../scopedSql.ts"
import { AuditTrail } from "../tenancy/AuditTrail.ts"
import { traceparentOf } from "../traceparent.ts"
import { toUuid } from "../uuid.ts"

/**
 * Closes the item. A second verdict waits here until the first has committed, and then finds the item no longer open.
 */
const close = Effect.fnUntraced(function* (
  sql: ScopedSql,
  workspace: Workspace,
  { actor, at, item, note, status, verdict }: VerdictRecord,
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

/** Redacts the prompt of the decision, and of a dry run beside it, which has the same prompt. */
const redactPrompt = (sql: ScopedSql, workspace: Workspace, { item }: VerdictRecord) => {
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
  { deliveries, item }: VerdictRecord
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
  { item }: VerdictRecord,
  verdictId: string
) {
  const [row] = yield* sql<{ readonly own: boolean | null }>`
    SELECT verdict_id = ${verdictId}::uuid AS own FROM review_items
    WHERE ${scopeOf(workspace)} AND id = ${toUuid(item.id)}`
  return row?.own === true
})

/**
 * Writes a verdict in one transaction, and returns whether it is the one that stands. May be run again with the same id
 * if the answer was lost.
 */
export const makeWriteVerdict = Effect.gen(function* () {
  const sql = yield* scopedSql
  const audit = yield* AuditTrail

  const write = Effect.fnUntraced(function* (workspace: Workspace, record: VerdictRecord, verdictId: string) {
    const { actor, item, redactsPrompt, status, verdict } = record
    const closed = yield* close(sql, workspace, record, verdictId)
    if (!closed) return yield* isWritten(sql, workspace, record, verdictId)
    if (redactsPrompt) yield* redactPrompt(sql, workspace, record)
    yield* queueDeliveries(sql, workspace, record)
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

  return (workspace: Workspace, record: VerdictRecord, verdictId: string) =>
    audit.inTurn(workspace.tenantId)(write(workspace, record, verdictId))
})
