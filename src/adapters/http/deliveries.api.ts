import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WebhookEvent } from "../../domain/policy/PolicyDocument.ts"
import { DecisionId, DeliveryId, PolicyId, ReviewId } from "../../domain/shared/ids.ts"
import { AttemptFault, DeliveryStatus } from "../../domain/webhooks/Delivery.ts"
import { WireMoment } from "../wire/moments.ts"
import { Authorization } from "./access/Authorization.ts"
import { Cursor, Limit, NextCursor } from "./lists/paging.ts"
import { PlanProblem, Problem } from "./problems/problems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { RequestedId } from "./schemas/ids.ts"
import { oneOf } from "./schemas/oneOf.ts"

const WireDeliveryItem = Schema.Struct({
  id: DeliveryId.annotate({ description: "The X-Service-Delivery of every attempt." }),
  event: WebhookEvent.annotate({ description: "The event." }),
  url: Schema.String.annotate({ description: "The address that is called." }),
  status: DeliveryStatus.annotate({
    description:
      "pending: due; sending: under way; waiting: failed and to be tried again; delivered and failed: ended."
  }),
  attempt_count: Schema.Int.annotate({ description: "How many attempts were made." }),
  next_attempt_at: Schema.NullOr(WireMoment).annotate({
    description: "When the next attempt is due; null if there is none."
  }),
  decision_id: DecisionId.annotate({ description: "The decision that caused it." }),
  review_id: Schema.NullOr(ReviewId).annotate({ description: "The review item, for review.verdict." }),
  policy: Schema.Struct({ id: PolicyId, version: Schema.Int }).annotate({
    description: "The policy and the version that decided."
  }),
  created_at: WireMoment
}).annotate({ identifier: "DeliveryItem" })
export type WireDeliveryItem = typeof WireDeliveryItem.Type

const DeliveryPage = Schema.Struct({
  data: Schema.Array(WireDeliveryItem).annotate({ description: "Newest first." }),
  next_cursor: NextCursor
}).annotate({ identifier: "DeliveryPage" })

const WireDelivery = Schema.Struct({
  ...WireDeliveryItem.fields,
  attempts: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int.annotate({ description: "1 for the first." }),
      at: WireMoment.annotate({ description: "When it began." }),
      status_code: Schema.NullOr(Schema.Int).annotate({
        description: "The status of the receiver's answer; null if there was none."
      }),
      fault: Schema.NullOr(AttemptFault).annotate({
        description: "Why there is no status; null if there is one."
      }),
      duration_ms: Schema.Int.annotate({ description: "How many milliseconds it took." })
    })
  ).annotate({ description: "The latest 100, oldest first." })
}).annotate({ identifier: "Delivery" })
export type WireDelivery = typeof WireDelivery.Type

const DeliveryListQuery = Schema.Struct({
  decision: Schema.optionalKey(RequestedId.annotate({ description: "Deliveries of this decision." })),
  status: Schema.optionalKey(
    oneOf(DeliveryStatus.literals).annotate({ description: "Only deliveries in this state." })
  ),
  event: Schema.optionalKey(
    oneOf(WebhookEvent.literals).annotate({ description: "Only deliveries of this event." })
  ),
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor)
})
export type DeliveryListQuery = typeof DeliveryListQuery.Type

const params = { id: RequestedId.annotate({ description: "A delivery's id." }) }

export class DeliveriesApi extends HttpApiGroup.make("deliveries")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: DeliveryListQuery,
      success: DeliveryPage
    }).annotateMerge(
      OpenApi.annotations({ summary: "List webhook deliveries", description: "Newest first." })
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params,
      query: NoFields,
      success: WireDelivery,
      error: Problem("not_found")
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read a webhook delivery",
        description: "With its latest 100 attempts and their results."
      })
    ),
    HttpApiEndpoint.post("redeliver", "/:id/redeliver", {
      params,
      query: NoFields,
      success: WireDelivery.pipe(HttpApiSchema.status(202)),
      error: [PlanProblem("subscription_inactive"), Problem("not_found")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Redeliver a webhook",
        description:
          "Makes the next attempt at once, under the same delivery id, also after the last scheduled attempt. Has no effect on a delivery that is due or in progress."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1/deliveries")
  .annotateMerge(
    OpenApi.annotations({
      title: "Deliveries",
      description: "The webhook calls that decisions and verdicts caused, and their results."
    })
  ) {}
