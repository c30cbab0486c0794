import { Schema } from "effect"
import { WebhookEvent } from "../../../domain/policy/PolicyDocument.ts"
import { Suppression } from "../../../domain/screening/Decision.ts"
import { ReviewId } from "../../../domain/shared/ids.ts"
import { WireMoment } from "../../wire/moments.ts"
import { CheckResponse } from "../screening.api.ts"

/** What followed from a decision. */
export const WireActions = {
  review_id: Schema.NullOr(ReviewId).annotate({ description: "The review item that was opened." }),
  webhook_events: Schema.Array(WebhookEvent).annotate({
    description: "The events that were queued for webhooks."
  }),
  webhooks_suppressed: Schema.NullOr(Suppression).annotate({
    description: "Why webhooks were not called; null if they were, or if there was nothing to send."
  }),
  shadow_mode: Schema.Boolean.annotate({
    description: "Whether the workspace was in shadow mode. Never true for a block by minors_sexual."
  }),
  user_paused: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "True if the end user was paused: the decision is then a block, whatever the checks said."
    })
  )
}

export const StoredDecision = Schema.Struct({
  ...CheckResponse.fields,
  input: Schema.Struct({
    prompt: Schema.String.annotate({ description: "The prompt." }),
    negative_prompt: Schema.optionalKey(Schema.String.annotate({ description: "The negative prompt." })),
    context: Schema.optionalKey(
      Schema.Array(Schema.String).annotate({ description: "The surrounding text. Not screened." })
    )
  }).annotate({ description: "What was screened, or a placeholder: [redacted] or [purged]." }),
  prompt_redacted: Schema.Boolean.annotate({
    description:
      "Whether the prompt is hidden: the minors check reached its review line, and the decision, the live decision that it was tried beside, or a reviewer's verdict is a block."
  }),
  prompt_purged: Schema.Boolean.annotate({
    description:
      "Whether the prompts, the context and the metadata were deleted because their retention has ended."
  }),
  user: Schema.NullOr(Schema.String).annotate({ description: "Your id of the end user." }),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)).annotate({
    description: "Your own JSON object."
  }),
  actions: Schema.Struct(WireActions).annotate({ description: "The effects of the decision." }),
  idempotency_key: Schema.NullOr(Schema.String).annotate({
    description: "The Idempotency-Key of the request."
  }),
  input_tokens: Schema.NullOr(Schema.Int).annotate({ description: "Tokens that the engine read." }),
  created_at: WireMoment
}).annotate({ identifier: "StoredDecision" })
export type StoredDecision = typeof StoredDecision.Type
