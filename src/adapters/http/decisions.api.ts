import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Action, Outcome } from "../../domain/policy/Action.ts"
import { CheckId } from "../../domain/policy/CheckId.ts"
import { WebhookEvent, YouthCodedAdult } from "../../domain/policy/PolicyDocument.ts"
import { DecisionId, PolicyId, ReviewId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { Authorization } from "./Authorization.ts"
import { Cursor, Limit, NextCursor } from "./lists.ts"
import { Moment } from "./moments.ts"
import { Problem } from "./problems.ts"
import { RequestValidation } from "./RequestValidation.ts"
import { CheckResponse } from "./screening.api.ts"
import { StorableText, Text } from "./text.ts"

const WireActions = {
  review_id: Schema.NullOr(ReviewId),
  webhook_events: Schema.Array(WebhookEvent),
  webhooks_suppressed: Schema.NullOr(Schema.Literals(["dry_run", "test_mode", "shadow_mode"])),
  shadow_mode: Schema.Boolean,
  user_paused: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "True when the end user is paused, so that the decision is a block whatever the checks said."
    })
  )
}

export const StoredDecision = Schema.Struct({
  ...CheckResponse.fields,
  input: Schema.Struct({
    prompt: Schema.String,
    negative_prompt: Schema.optionalKey(Schema.String),
    context: Schema.optionalKey(Schema.Array(Schema.String))
  }),
  prompt_redacted: Schema.Boolean,
  prompt_purged: Schema.Boolean,
  user: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
  actions: Schema.Struct(WireActions),
  idempotency_key: Schema.NullOr(Schema.String),
  input_tokens: Schema.NullOr(Schema.Int),
  created_at: Schema.String
}).annotate({ identifier: "StoredDecision" })
export type StoredDecision = typeof StoredDecision.Type

const Margin = Schema.Struct({
  distance: Schema.Finite.annotate({
    description: "The score less the line: from 0 on the line is reached."
  }),
  otherwise: Outcome.annotate({
    description: "The outcome of the whole decision, had this score been just on the other side of the line."
  })
}).annotate({ identifier: "Margin" })

const Margins = Schema.Struct({
  act: Margin,
  review: Margin,
  max_level: Schema.optionalKey(Margin)
}).annotate({
  description:
    "An extension, where it is asked for: how far the check was from each line, and what that decided."
})

const ExplainedCheck = Schema.Struct({
  check: CheckId,
  version: Schema.Int,
  routed: Schema.Literals(["act", "review", "allow"]),
  action: Action,
  policy_line: Schema.NullOr(Schema.String),
  score: Schema.Finite,
  review_score: Schema.Finite,
  act_line: Schema.Finite,
  review_line: Schema.Finite,
  adult_level: Schema.optionalKey(Schema.Int),
  explanation: Schema.String,
  margins: Schema.optionalKey(Margins),
  signals: Schema.Array(
    Schema.Struct({
      signal: Schema.String,
      probability: Schema.NullOr(Schema.Finite),
      line: Schema.NullOr(Schema.Finite),
      text: Schema.String
    })
  ),
  floors: Schema.Array(
    Schema.Struct({
      floor: Schema.Literals(["age", "lexicon", "canon"]),
      field: Schema.Literals(["prompt", "negative_prompt"]),
      start: Schema.Int.annotate({ description: "Offset in UTF-16 code units, included." }),
      end: Schema.Int.annotate({ description: "Offset in UTF-16 code units, not included." }),
      counted: Schema.Boolean,
      text: Schema.String
    })
  )
})

export const WireExplanation = Schema.Struct({
  id: DecisionId,
  outcome: Outcome,
  dry_run: Schema.Boolean,
  mode: Mode,
  summary: Schema.String,
  decided_by: Schema.NullOr(
    Schema.Struct({ check: Schema.String, policy_line: Schema.NullOr(Schema.String), action: Action })
  ),
  policy: Schema.Struct({
    id: Schema.NullOr(PolicyId),
    version: Schema.NullOr(Schema.Int),
    youth_coded_adult: YouthCodedAdult,
    adult_max_level: Schema.Int
  }),
  checks: Schema.Array(ExplainedCheck),
  actions: Schema.Struct({
    ...WireActions,
    tags: Schema.Array(Schema.String),
    ran: Schema.Array(Schema.String)
  }),
  engine_version: Schema.NullOr(Schema.String),
  created_at: Schema.String
}).annotate({ identifier: "Explanation" })
export type WireExplanation = typeof WireExplanation.Type

const oneOf = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Literals(values).annotate({
    message: `must be one of ${values.map((value) => `"${value}"`).join(", ")}`
  })

const ListQuery = Schema.Struct({
  outcome: Schema.optionalKey(oneOf(Outcome.literals)),
  policy: Schema.optionalKey(Text(1, 64).annotate({ description: "A policy's id." })),
  mode: Schema.optionalKey(oneOf(Mode.literals).annotate({ description: "Must be the key's own." })),
  dry_run: Schema.optionalKey(
    oneOf(["true", "false"]).annotate({
      description: "false leaves dry runs out, true lists nothing else."
    })
  ),
  since: Schema.optionalKey(Moment.annotate({ description: "Created at this moment or later. ISO 8601." })),
  until: Schema.optionalKey(Moment.annotate({ description: "Created before this moment. ISO 8601." })),
  check: Schema.optionalKey(
    oneOf(CheckId.literals).annotate({
      description: "Only decisions that this check decided, or where it reached its review line."
    })
  ),
  user: Schema.optionalKey(StorableText(1, 128).annotate({ description: "Your id of the end user." })),
  id_prefix: Schema.optionalKey(Schema.String.annotate({ description: "How the decisions' ids start." })),
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor)
})
export type ListQuery = typeof ListQuery.Type

const WireListItem = Schema.Struct({
  id: DecisionId,
  outcome: Outcome,
  tags: Schema.Array(Schema.String),
  policy: CheckResponse.fields.policy,
  mode: Mode,
  dry_run: Schema.Boolean,
  engine_version: Schema.NullOr(Schema.String),
  latency_ms: Schema.NullOr(Schema.Int),
  user: Schema.NullOr(Schema.String),
  created_at: Schema.String
}).annotate({ identifier: "DecisionListItem" })
export type WireListItem = typeof WireListItem.Type

const DecisionPage = Schema.Struct({
  data: Schema.Array(WireListItem),
  next_cursor: NextCursor
}).annotate({ identifier: "DecisionPage" })

const params = { id: Text(1, 64) }

const Yes = Schema.Literals(["1", "true"]).annotate({ message: 'must be "1" or "true"' })

const Reveal = Schema.Struct({ reveal: Schema.optionalKey(Yes) })

const ExplainQuery = Schema.Struct({
  margins: Schema.optionalKey(
    Yes.annotate({ description: "An extension: adds to each check how far it was from its lines." })
  )
})

export class DecisionsApi extends HttpApiGroup.make("decisions")
  .add(
    HttpApiEndpoint.get("list", "/v1/decisions", {
      query: ListQuery,
      success: DecisionPage,
      error: [Problem("mode_forbidden"), Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List decisions",
        description: "Of the key's mode, newest first. All filters can be combined."
      })
    ),
    HttpApiEndpoint.get("get", "/v1/decisions/:id", {
      params,
      query: Reveal,
      success: StoredDecision,
      error: [Problem("reveal_forbidden"), Problem("not_found"), Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read a decision",
        description: "With the prompt, unless it is redacted or its retention has ended."
      })
    ),
    HttpApiEndpoint.get("explain", "/v1/decisions/:id/explain", {
      params,
      query: ExplainQuery,
      success: WireExplanation,
      error: [Problem("not_found"), Problem("screening_unavailable")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Explain a decision",
        description: "In plain words, from the stored decision alone. It never quotes the prompt."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Decisions", description: "The log of what was decided, and why." })
  ) {}
