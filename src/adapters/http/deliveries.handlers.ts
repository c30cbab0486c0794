import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { gateWrite } from "../../domain/billing/gates.ts"
import { DecisionId, DeliveryId } from "../../domain/shared/ids.ts"
import { Deliveries } from "../../domain/webhooks/Deliveries.ts"
import type { DeliveryReport } from "../../domain/webhooks/Deliveries.ts"
import type { Attempt, Delivery } from "../../domain/webhooks/Delivery.ts"
import { Api } from "./Api.ts"
import { CurrentCaller } from "./Authorization.ts"
import { readCursor, writeCursor } from "./cursors.ts"
import type { DeliveryItem, WireDelivery } from "./deliveries.api.ts"
import { readLimit } from "./lists.ts"
import { planFailures } from "./planFailures.ts"
import { failWith } from "./problems.ts"

const isDeliveryId = Schema.is(DeliveryId)
const isDecisionId = Schema.is(DecisionId)

/** Ids are UUIDv7, whose first 48 bits are milliseconds. */
const createdAt = (id: DeliveryId) =>
  DateTime.formatIso(DateTime.makeUnsafe(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)))

const toItem = ({
  attempts,
  decisionId,
  event,
  id,
  nextAttemptAt,
  policy,
  reviewId,
  status,
  url
}: Delivery): DeliveryItem => ({
  id,
  event,
  url,
  status,
  attempt_count: attempts,
  next_attempt_at: nextAttemptAt === null ? null : DateTime.formatIso(nextAttemptAt),
  decision_id: decisionId,
  review_id: reviewId,
  policy,
  created_at: createdAt(id)
})

const toWireAttempt = ({ at, attempt, durationMs, fault, statusCode }: Attempt) => ({
  attempt,
  at: DateTime.formatIso(at),
  status_code: statusCode,
  fault,
  duration_ms: durationMs
})

const toWireDelivery = (report: DeliveryReport): WireDelivery => ({
  ...toItem(report),
  attempts: report.made.map(toWireAttempt)
})

const found = <A>(delivery: Option.Option<A>) =>
  Option.isSome(delivery) ? Effect.succeed(delivery.value) : failWith("not_found")

const unavailable = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  failWith("screening_unavailable", { retryAfter: retryAfterSeconds })

interface ListQuery {
  readonly decision?: string
  readonly status?: Delivery["status"]
  readonly event?: Delivery["event"]
  readonly limit?: string
  readonly cursor?: string
}

const list = Effect.fnUntraced(function* ({ cursor, decision, event, limit, status }: ListQuery) {
  const { identity } = yield* CurrentCaller
  const scope = { list: "deliveries", workspace: identity, filters: { decision, status, event } }
  const after = yield* readCursor(scope, cursor, DeliveryId)
  // Any other text names no decision, and does not reach the database.
  if (decision !== undefined && !isDecisionId(decision)) return { data: [], next_cursor: null }
  const filter = { decisionId: decision ?? null, status: status ?? null, event: event ?? null }
  const { isLast, items } = yield* (yield* Deliveries).list(identity, filter, after, readLimit(limit))
  const last = items.at(-1)
  return {
    data: items.map(toItem),
    next_cursor: isLast || last === undefined ? null : yield* writeCursor(scope, last.id)
  }
})

export const DeliveriesHandlers = HttpApiBuilder.group(Api, "deliveries", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        return yield* list(query)
      },
      Effect.catchTag("StorageUnavailable", unavailable)
    ),
    get: Effect.fnUntraced(
      function* ({ params }) {
        const { identity } = yield* CurrentCaller
        const deliveries = yield* Deliveries
        return toWireDelivery(
          yield* found(isDeliveryId(params.id) ? yield* deliveries.find(identity, params.id) : Option.none())
        )
      },
      Effect.catchTag("StorageUnavailable", unavailable)
    ),
    redeliver: Effect.fnUntraced(
      function* ({ params }) {
        const { identity, tenant } = yield* CurrentCaller
        yield* Effect.fromResult(gateWrite(tenant.subscription, yield* DateTime.now))
        const deliveries = yield* Deliveries
        const actor = { type: "api_key", id: identity.keyId } as const
        return toWireDelivery(
          yield* found(
            isDeliveryId(params.id) ? yield* deliveries.redeliver(identity, params.id, actor) : Option.none()
          )
        )
      },
      Effect.catchTags({
        SubscriptionInactive: planFailures.SubscriptionInactive,
        StorageUnavailable: unavailable
      })
    )
  })
)
