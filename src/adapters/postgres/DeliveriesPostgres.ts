import { PgClient, PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { webhookEvents } from "../../domain/policy/PolicyDocument.ts"
import type { DeliveryId } from "../../domain/shared/ids.ts"
import { toPage } from "../../domain/shared/Page.ts"
import type { Workspace } from "../../domain/shared/Workspace.ts"
import { Deliveries } from "../../domain/webhooks/Deliveries.ts"
import type { DeliveryFilter } from "../../domain/webhooks/Deliveries.ts"
import { DeliveryStatus } from "../../domain/webhooks/Delivery.ts"
import { AuditTrail } from "./AuditTrail.ts"
import { announceDeliveries } from "./Changes.ts"
import { arrayOf, decodeAttempts, decodeDeliveryRow, deliveryColumns, toDelivery } from "./deliveryRow.ts"
import { resilient } from "./resilience.ts"
import { toUuid } from "./uuid.ts"

/** After every id. */
const end = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** Every list is a range of one index, or the merge of one for each status and event that are asked for. */
const listStatement = ({ decisionId, event, status }: DeliveryFilter) => {
  const range = `SELECT ${deliveryColumns} FROM webhook_deliveries d
    WHERE d.tenant_id = $1 AND d.mode = $2 AND d.id < $3`
  const newest = `ORDER BY id DESC LIMIT $4`
  if (decisionId !== null) {
    return `${range} AND d.decision_id = $5 AND d.status = ANY ($6) AND d.event = ANY ($7) ${newest}`
  }
  if (status === null && event === null) return `${range} ${newest}`
  return `SELECT found.* FROM unnest($5::text[]) AS status(name), unnest($6::text[]) AS event(name),
    LATERAL (${range} AND d.status = status.name AND d.event = event.name ${newest}) AS found ${newest}`
}

const texts = (values: ReadonlyArray<string>) => arrayOf(values, PgTypes.OID.text)

const listParameters = ({ decisionId, event, status }: DeliveryFilter) => {
  const statuses = texts(status === null ? DeliveryStatus.literals : [status])
  const events = texts(event === null ? webhookEvents : [event])
  if (decisionId !== null) return [toUuid(decisionId), statuses, events]
  return status === null && event === null ? [] : [statuses, events]
}

const makeFind = Effect.map(PgClient.PgClient, (sql) =>
  Effect.fnUntraced(function* ({ mode, tenantId }: Workspace, id: DeliveryId) {
    const place = [toUuid(tenantId), mode, id]
    const [row] = yield* sql.unsafe(
      `SELECT ${deliveryColumns} FROM webhook_deliveries WHERE tenant_id = $1 AND mode = $2 AND id = $3`,
      place
    )
    if (row === undefined) return Option.none()
    const attempts = yield* sql.unsafe(
      `SELECT attempt, at, status_code, fault, duration_ms FROM webhook_attempts
       WHERE tenant_id = $1 AND mode = $2 AND delivery_id = $3 ORDER BY attempt`,
      place
    )
    const delivery = toDelivery(yield* Effect.orDie(decodeDeliveryRow(row)))
    return Option.some({ ...delivery, made: yield* Effect.orDie(decodeAttempts(attempts)) })
  })
)

export const DeliveriesPostgres = Layer.effect(
  Deliveries,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const audit = yield* AuditTrail
    const find = yield* makeFind

    return Deliveries.of({
      list: Effect.fnUntraced(function* ({ mode, tenantId }, filter, after, limit) {
        const range = [toUuid(tenantId), mode, Option.getOrElse(after, () => end), limit + 1]
        const rows = yield* resilient(
          sql.unsafe(listStatement(filter), [...range, ...listParameters(filter)])
        )
        return toPage(
          yield* Effect.forEach(rows, (row) => Effect.orDie(Effect.map(decodeDeliveryRow(row), toDelivery))),
          limit
        )
      }),
      find: (workspace, id) => resilient(find(workspace, id)),
      redeliver: (workspace, id, actor) =>
        Effect.gen(function* () {
          const [moved] = yield* sql.unsafe<{ readonly before: string; readonly attempts: number }>(
            `UPDATE webhook_deliveries d SET status = 'pending', next_attempt_at = now()
             FROM (
               SELECT status FROM webhook_deliveries
               WHERE tenant_id = $1 AND mode = $2 AND id = $3 FOR UPDATE
             ) AS old
             WHERE d.tenant_id = $1 AND d.mode = $2 AND d.id = $3
               AND old.status IN ('waiting', 'delivered', 'failed')
             RETURNING old.status AS before, d.attempts, ${announceDeliveries}`,
            [toUuid(workspace.tenantId), workspace.mode, id]
          )
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
        }).pipe(sql.withTransaction, resilient)
    })
  })
)
