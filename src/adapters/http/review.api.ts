import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ReviewStatus, Verdict } from "../../domain/review/ReviewItem.ts"
import { ReviewId } from "../../domain/shared/ids.ts"
import { WireMoment } from "../wire/moments.ts"
import { Authorization } from "./access/Authorization.ts"
import { Cursor, Limit, NextCursor } from "./lists/paging.ts"
import { PlanProblem, Problem } from "./problems/problems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { Reveal } from "./schemas/flags.ts"
import { RequestedId } from "./schemas/ids.ts"
import { Note } from "./schemas/note.ts"
import { oneOf } from "./schemas/oneOf.ts"
import { StoredDecision } from "./schemas/storedDecision.ts"

const { checks, created_at, id, input, latency_ms, mode, outcome, policy } = StoredDecision.fields
const { prompt_purged, prompt_redacted, tags, user } = StoredDecision.fields

export const WireReviewItem = Schema.Struct({
  id: ReviewId.annotate({ description: "The review item's id." }),
  status: ReviewStatus.annotate({ description: "open until a verdict is given, then its result." }),
  created_at: WireMoment,
  decision: Schema.Struct({
    id,
    outcome,
    tags,
    policy,
    mode,
    input,
    prompt_redacted,
    prompt_purged,
    user,
    latency_ms,
    checks,
    created_at
  }).annotate({ description: "The decision that waits for a verdict, as it was logged." }),
  verdict: Schema.NullOr(
    Schema.Struct({
      verdict: Verdict.annotate({ description: "The verdict." }),
      note: Schema.NullOr(Schema.String).annotate({ description: "Why, in the reviewer's words." }),
      by: Schema.NullOr(Schema.String).annotate({ description: "The id of the key that gave it." }),
      at: WireMoment
    })
  ).annotate({ description: "Null while the item is open." })
}).annotate({ identifier: "ReviewItem" })
export type WireReviewItem = typeof WireReviewItem.Type

const ReviewPage = Schema.Struct({
  data: Schema.Array(WireReviewItem).annotate({ description: "Oldest first." }),
  next_cursor: NextCursor
}).annotate({ identifier: "ReviewPage" })

const VerdictRequest = Schema.Struct({
  verdict: oneOf(Verdict.literals).annotate({
    description: "allow makes the item allowed, block blocked, dismiss dismissed."
  }),
  note: Schema.optionalKey(Note.annotate({ description: "The reason for the verdict." }))
}).annotate({
  identifier: "VerdictRequest",
  examples: [{ verdict: "allow", note: "A statue in a museum." }]
})

const list = HttpApiEndpoint.get("list", "/", {
  query: {
    status: Schema.optionalKey(oneOf(ReviewStatus.literals).annotate({ description: "Default: `open`." })),
    reveal: Schema.optionalKey(Reveal),
    limit: Schema.optionalKey(Limit),
    cursor: Schema.optionalKey(Cursor)
  },
  success: ReviewPage,
  error: Problem("reveal_forbidden")
}).annotateMerge(
  OpenApi.annotations({
    summary: "List review items",
    description: "The items of one status, in the key's mode, oldest first."
  })
)

const params = { id: RequestedId.annotate({ description: "A review item's id." }) }

const get = HttpApiEndpoint.get("get", "/:id", {
  params,
  query: { reveal: Schema.optionalKey(Reveal) },
  success: WireReviewItem,
  error: [Problem("reveal_forbidden"), Problem("not_found")]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Read a review item",
    description: "As in the list, whatever its status, with its verdict."
  })
)

const decide = HttpApiEndpoint.post("decide", "/:id/verdict", {
  params,
  query: NoFields,
  payload: VerdictRequest,
  success: WireReviewItem,
  error: [PlanProblem("subscription_inactive"), Problem("not_found"), Problem("already_decided")]
})
  .middleware(JsonBody)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Give a verdict",
      description:
        "The first verdict of an item is final. The policy's webhooks for `review.verdict` are called, except for a test key's decision."
    })
  )

export class ReviewApi extends HttpApiGroup.make("review")
  .add(list, get, decide)
  .middleware(RequestValidation)
  .middleware(Authorization)
  .prefix("/v1/review")
  .annotateMerge(
    OpenApi.annotations({ title: "Review", description: "Decisions that wait for a person's verdict." })
  ) {}
