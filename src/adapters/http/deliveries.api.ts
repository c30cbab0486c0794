import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WebhookEvent } from "../../domain/policy/PolicyDocument.ts"
import { DecisionId, DeliveryId, PolicyId, ReviewId } from "../../domain/shared/ids.ts"
import { AttemptFault, DeliveryStatus } from "../../domain/webhooks/Delivery.ts"
import { Authorization } from "./Authorization.ts"
import { Cursor, Limit, NextCursor } from "./lists.ts"
import { PlanProblem, Problem } from "./problems.ts"
import { NoQuery, RequestValidation } from "./RequestValidation.ts"
import { Text } from "./text.ts"

const DeliveryItem = Schema.Struct({
  id: DeliveryId.annotate({ description: "The X-Service-Delivery of every attempt." }),
  event: WebhookEvent,
  url: Schema.String,
  status: DeliveryStatus,
  attempt_count: Schema.Int,
  next_attempt_at: Schema.NullOr(Schema.String),
  decision_id: DecisionId,
  review_id: Schema.NullOr(ReviewId),
  policy: Schema.Struct({ id: PolicyId, version: Schema.Int }),
  created_at: Schema.String
}).annotate({ identifier: "DeliveryItem" })
export type DeliveryItem = typeof DeliveryItem.Type

const DeliveryPage = Schema.Struct({
  data: Schema.Array(DeliveryItem),
  next_cursor: NextCursor
}).annotate({ identifier: "DeliveryPage" })

const WireDelivery = Schema.Struct({
  ...DeliveryItem.fields,
  attempts: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int,
      at: Schema.String,
      status_code: Schema.NullOr(Schema.Int),
      fault: Schema.NullOr(AttemptFault).annotate({ description: "Why no whole answer came." }),
      duration_ms: Schema.Int
    })
  ).annotate({ description: "Oldest first." })
}).annotate({ identifier: "Delivery" })
export type WireDelivery = typeof WireDelivery.Type

const oneOf = (values: ReadonlyArray<string>) => `must be one of ${values.join(", ")}`

const ListQuery = Schema.Struct({
  decision: Schema.optionalKey(Text(1, 64).annotate({ description: "Deliveries of this decision." })),
  status: Schema.optionalKey(DeliveryStatus.annotate({ message: oneOf(DeliveryStatus.literals) })),
  event: Schema.optionalKey(WebhookEvent.annotate({ message: oneOf(WebhookEvent.literals) })),
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor)
})

const params = { id: Text(1, 64) }

/** An extension: the specification records attempts and shows no way to read them. */
export class DeliveriesApi extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: ListQuery,
      success: DeliveryPage,
      error: [Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({ summary: "List webhook deliveries", description: "Newest first." })
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params,
      query: NoQuery,
      success: WireDelivery,
      error: [Problem("not_found"), Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read a webhook delivery",
        description: "With every attempt that was made, and how it was answered."
      })
    ),
    HttpApiEndpoint.post("redeliver", "/:id/redeliver", {
      params,
      query: NoQuery,
      success: WireDelivery.pipe(HttpApiSchema.status(202)),
      error: [PlanProblem("subscription_inactive"), Problem("not_found"), Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Deliver again",
        description:
          "Makes the next attempt at once, under the same delivery id, also after the last of the schedule. A delivery that is due or under way already stays as it is."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(Authorization)
  .prefix("/v1/deliveries")
  .annotateMerge(
    OpenApi.annotations({
      title: "Deliveries",
      description: "What became of the webhook calls that decisions and verdicts caused. An extension."
    })
  ) {}
