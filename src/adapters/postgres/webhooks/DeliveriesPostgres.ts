import { Effect, Layer, Option } from "effect"
import { webhookEvents } from "../../../domain/policy/PolicyDocument.ts"
import type { DeliveryId } from "../../../domain/shared/ids.ts"
import { toPage } from "../../../domain/shared/Page.ts"
import type { Workspace } from "../../../domain/shared/Workspace.ts"
import { Deliveries } from "../../../domain/webhooks/Deliveries.ts"
import type { DeliveryFilter } from "../../../domain/webhooks/Deliveries.ts"
import { DeliveryStatus } from "../../../domain/webhooks/Delivery.ts"
import { announceDeliveries } from "../Changes.ts"
import { resilient } from "../resilience.ts"
import { part, rawSql, scopedSql, scopeOf } from "../scopedSql.ts"
import { AuditTrail } from "../tenancy/AuditTrail.ts"
import { arrayOf } from "../unnest.ts"
import { greatestUuid, toUuid } from "../uuid.ts"
import { decodeAttempts, decodeDeliveryRow, deliveryColumns, toDelivery } from "./deliveryRow.ts"

const columns = rawSql(deliveryColumns)

const texts = (values: ReadonlyArray<string>) => arrayOf(values, "text")

/** Every list is a range of one index, or the merge of one range for each status and event that is asked for. */
const listOf = (
  workspace: Workspace,
  { decisionId, event, status }: DeliveryFilter,
  before: string,
  rows: number
) => {
  const range = part`SELECT ${columns} FROM webhook_deliveries d
    WHERE ${scopeOf(workspace, "d")} AND d.id < ${before}`
  const newest = part`ORDER BY id DESC LIMIT ${rows}`
  const statuses = texts(status === null ? DeliveryStatus.literals : [status])
  const events = texts(event === null ? webhookEvents : [event])
  if (decisionId !== null) {
    return part`${range} AND d.decision_id = ${toUuid(decisionId)} AND d.status = ANY (${statuses})
      AND d.event = ANY (${events}) ${newest}`
  }
  if (status === null && event === null) return part`${range} ${newest}`
  return part`SELECT found.* FROM unnest(${statuses}::text[]) AS status(name), unnest(${events}::text[]) AS event(name),
    LATERAL (${range} AND d.status = status.name AND d.event = event.name ${newest}) AS found ${newest}`
}

/** How many of a delivery's attempts are read. It may have any number, because it may be redelivered at any time. */
const latestAttempts = 100

const makeFind = Effect.map(scopedSql, (sql) =>
  Effect.fnUntraced(function* (workspace: Workspace, id: DeliveryId) {
    const [row] = yield* sql`
      SELECT ${columns} FROM webhook_deliveries WHERE ${scopeOf(workspace)} AND id = ${id}`
    if (row === undefined) return Option.none()
    const latestFirst = yield* sql`
      SELECT attempt, at, status_code, fault, duration_ms FROM webhook_attempts
      WHERE ${scopeOf(workspace)} AND delivery_id = ${id} ORDER BY attempt DESC LIMIT ${latestAttempts}`
    const delivery = toDelivery(yield* Effect.orDie(decodeDeliveryRow(row)))
    return Option.some({ ...delivery, made: yield* Effect.orDie(decodeAttempts(latestFirst.toReversed())) })
  })
)

/**
 * Whether a delivery's decision is there. Its month may have been detached since, and without it there is no payload:
 * the delivery would be claimed over and over.
 */
const makeHasDecision = Effect.map(
  scopedSql,
  (sql) => (workspace: Workspace, id: DeliveryId) =>
    Effect.map(
      sql`
        SELECT 1 FROM webhook_deliveries delivery JOIN decisions d ON d.id = delivery.decision_id
        WHERE ${scopeOf(workspace, "delivery")} AND ${scopeOf(workspace, "d")} AND delivery.id = ${id}`,
      (rows) => rows.length > 0
    )
)

export const DeliveriesPostgres = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const audit = yield* AuditTrail
    const find = yield* makeFind
    const hasDecision = yield* makeHasDecision

    return Deliveries.of({
      list: Effect.fnUntraced(function* (workspace, filter, { after, limit }) {
        const rows = yield* resilient(sql`${listOf(workspace, filter, after ?? greatestUuid, limit + 1)}`)
        return toPage(
          yield* Effect.forEach(rows, (row) => Effect.orDie(Effect.map(decodeDeliveryRow(row), toDelivery))),
          limit
        )
      }),
      find: (workspace, id) => resilient(find(workspace, id)),
      redeliver: (workspace, id, actor) =>
        Effect.gen(function* () {
          if (!(yield* hasDecision(workspace, id))) return Option.none()
          const [moved] = yield* sql<{ readonly before: string; readonly attempts: number }>`
            UPDATE webhook_deliveries d SET status = 'pending', deferred = false, next_attempt_at = now()
            FROM (
              SELECT status FROM webhook_deliveries WHERE ${scopeOf(workspace)} AND id = ${id} FOR UPDATE
            ) AS old
            WHERE ${scopeOf(workspace, "d")} AND d.id = ${id}
              AND old.status IN ('waiting', 'delivered', 'failed')
            RETURNING old.status AS before, d.attempts, ${rawSql(announceDeliveries)}`
          if (moved !== undefined) {
            yield* audit.append(workspace.tenantId, {
              actor,
              action: "delivery.redelivered",
              subject: id,
              before: { status: moved.before, attempts: moved.attempts },
              after: { status: "pending", attempts: moved.attempts }
            })
          }
          return yield* find(workspace, id)
        }).pipe(sql.withTransaction, audit.inTurn(workspace.tenantId), resilient)
    })
  })
)
