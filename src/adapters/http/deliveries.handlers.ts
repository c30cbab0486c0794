import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DeliveryId, isDecisionId, isDeliveryId, queuedAtOf } from "../../domain/shared/ids.ts"
import { Deliveries } from "../../domain/webhooks/Deliveries.ts"
import type { DeliveryReport } from "../../domain/webhooks/Deliveries.ts"
import type { Attempt, Delivery } from "../../domain/webhooks/Delivery.ts"
import { wireMoment } from "../wire/moments.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import type { DeliveryListQuery, WireDelivery, WireDeliveryItem } from "./deliveries.api.ts"
import { nextCursor, readCursor } from "./lists/cursors.ts"
import { readLimit } from "./lists/paging.ts"
import { inReadTurn } from "./lists/readTurns.ts"
import { orNotFound } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"

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
}: Delivery): WireDeliveryItem => ({
  id,
  event,
  url,
  status,
  attempt_count: attempts,
  next_attempt_at: wireMoment(nextAttemptAt),
  decision_id: decisionId,
  review_id: reviewId,
  policy,
  created_at: DateTime.formatIso(queuedAtOf(id))
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

const list = Effect.fnUntraced(
  function* ({ cursor, decision, event, limit, status }: DeliveryListQuery) {
    const { identity } = yield* CurrentCaller
    const scope = { list: "deliveries", workspace: identity, filters: { decision, status, event } }
    const after = yield* readCursor(scope, cursor, DeliveryId)
    // Any other text names no decision, so the database is not asked.
    if (decision !== undefined && !isDecisionId(decision)) return { data: [], next_cursor: null }
    const filter = { decisionId: decision ?? null, status: status ?? null, event: event ?? null }
    const page = yield* (yield* Deliveries).list(identity, filter, { after, limit: readLimit(limit) })
    return { data: page.items.map(toItem), next_cursor: yield* nextCursor(scope, page) }
  },
  inReadTurn,
  Effect.catchTags(storageFailures)
)

export const DeliveriesHandlers = HttpApiBuilder.group(Api, "deliveries", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => list(query),
    get: Effect.fnUntraced(
      function* ({ params }) {
        const { identity } = yield* CurrentCaller
        const deliveries = yield* Deliveries
        return toWireDelivery(
          yield* orNotFound(
            isDeliveryId(params.id) ? yield* deliveries.find(identity, params.id) : Option.none()
          )
        )
      },
      inReadTurn,
      Effect.catchTags(storageFailures)
    ),
    redeliver: Effect.fnUntraced(function* ({ params }) {
      const { identity } = yield* writingCaller
      const deliveries = yield* Deliveries
      const actor = actorOf(identity)
      return toWireDelivery(
        yield* orNotFound(
          isDeliveryId(params.id) ? yield* deliveries.redeliver(identity, params.id, actor) : Option.none()
        )
      )
    }, Effect.catchTags(writeFailures))
  })
)
