import { Schema } from "effect"
import { Outcome } from "../../../domain/policy/Action.ts"
import { Verdict } from "../../../domain/review/ReviewItem.ts"
import { DecisionId, DeliveryId, PolicyId, ReviewId, TenantId } from "../../../domain/shared/ids.ts"
import { WireMoment } from "../../wire/moments.ts"

const id = DeliveryId.annotate({
  description: "The delivery's id, the same in every attempt: ignore an id that you have already handled."
})

const named = {
  id: DecisionId.annotate({ description: "The decision's id." }),
  tenantId: TenantId.annotate({ description: "The id of the workspace." }),
  outcome: Outcome.annotate({ description: "The outcome of the decision." }),
  policyId: PolicyId.annotate({ description: "The policy that decided." }),
  policyVersion: Schema.Int.annotate({ description: "The version of the policy that decided." })
}

const deliveryId = "019aa1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b"

const example = {
  id: DecisionId.make("dec_019aa1b2c3d47e5f8a9b0c1d2e3f4a5b"),
  tenantId: TenantId.make("ten_019aa1b2c3d47e5f8a9b0c1d2e3f4a5e"),
  outcome: "block",
  policyId: PolicyId.make("pol_019aa1b2c3d47e5f8a9b0c1d2e3f4a5c"),
  policyVersion: 3
} as const

const DecisionEvent = Schema.Struct({
  id,
  event: Schema.Literals(["block", "review", "allow", "tag"]).annotate({
    description: "The outcome, or tag if the decision has tags."
  }),
  decision: Schema.Struct({
    ...named,
    tags: Schema.Array(Schema.String).annotate({ description: "Labels that the policy or a rule added." }),
    createdAt: WireMoment
  }).annotate({ description: "The decision. The prompt is in no payload." })
}).annotate({
  identifier: "DecisionEvent",
  description: "The payload of a decision's webhook. It names the decision and never contains the prompt.",
  examples: [
    {
      id: DeliveryId.make(deliveryId),
      event: "block",
      decision: { ...example, tags: [], createdAt: "2026-11-20T16:00:00.000Z" }
    }
  ]
})

const VerdictEvent = Schema.Struct({
  id,
  event: Schema.Literal("review.verdict").annotate({ description: "The event." }),
  review: Schema.Struct({
    id: ReviewId.annotate({ description: "The review item's id." }),
    verdict: Verdict.annotate({ description: "The verdict." }),
    note: Schema.NullOr(Schema.String).annotate({ description: "Why, in the reviewer's words." }),
    verdictAt: WireMoment
  }).annotate({ description: "The verdict on the decision." }),
  decision: Schema.Struct(named).annotate({
    description: "As logged: a verdict does not change the decision."
  })
}).annotate({
  identifier: "VerdictEvent",
  description: "The payload of the webhook for a reviewer's verdict.",
  examples: [
    {
      id: DeliveryId.make(deliveryId),
      event: "review.verdict",
      review: {
        id: ReviewId.make("rev_019aa1b2c3d47e5f8a9b0c1d2e3f4a5d"),
        verdict: "allow",
        note: null,
        verdictAt: "2026-11-20T17:00:00.000Z"
      },
      decision: { ...example, outcome: "review" }
    }
  ]
})

/** The schemas of what webhooks are sent. No endpoint refers to them. */
export const webhookPayloads = [DecisionEvent, VerdictEvent]

const header = (name: string, description: string, example: string, values?: ReadonlyArray<string>) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: values === undefined ? { type: "string" } : { type: "string", enum: values },
  example
})

const headersOf = (events: readonly [string, ...ReadonlyArray<string>]) => [
  header("X-Service-Event", "The event.", events[0], events),
  header("X-Service-Delivery", "The delivery's id.", deliveryId),
  header(
    "X-Service-Signature",
    "The HMAC-SHA256 of the raw body under the webhook's secret, in hexadecimal.",
    "6b0f5c1de2a94f0c8b7d6e5f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b"
  ),
  header("webhook-id", "The delivery's id, for Standard Webhooks.", deliveryId),
  header("webhook-timestamp", "When the attempt was made, in seconds since 1970.", "1795190400"),
  header(
    "webhook-signature",
    "The signatures of Standard Webhooks, separated by spaces. One that matches is enough.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
  )
]

const webhook = (
  operation: { operationId: string; summary: string; description: string },
  events: readonly [string, ...ReadonlyArray<string>],
  payload: string
) => ({
  post: {
    ...operation,
    tags: ["Deliveries"],
    security: [],
    parameters: headersOf(events),
    requestBody: {
      required: true,
      content: { "application/json": { schema: { $ref: `#/components/schemas/${payload}` } } }
    },
    responses: {
      "2XX": {
        description: "Ends the delivery. After any other answer, or none in time, the call is repeated."
      }
    }
  }
})

/** The calls that the service makes, as OpenAPI describes them. */
export const webhooks = {
  decision: webhook(
    {
      operationId: "webhooks.decision",
      summary: "A decision was made",
      description:
        "Sent to each webhook of the policy for each of its events block, review, allow and tag that applies."
    },
    DecisionEvent.fields.event.literals,
    "DecisionEvent"
  ),
  verdict: webhook(
    {
      operationId: "webhooks.verdict",
      summary: "A reviewer has given a verdict",
      description: "Sent to each webhook of the policy that lists review.verdict."
    },
    [VerdictEvent.fields.event.literal],
    "VerdictEvent"
  )
}
