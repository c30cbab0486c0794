import { Option, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Outcome } from "../../domain/policy/Action.ts"
import { CheckId } from "../../domain/policy/CheckId.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { parseMoment } from "../wire/moments.ts"
import { Authorization } from "./access/Authorization.ts"
import { Cursor, Limit, NextCursor } from "./lists/paging.ts"
import { Problem } from "./problems/problems.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { WireExplanation } from "./schemas/explanation.ts"
import { On, Reveal } from "./schemas/flags.ts"
import { RequestedId, StorableId, UserId } from "./schemas/ids.ts"
import { oneOf } from "./schemas/oneOf.ts"
import { StoredDecision } from "./schemas/storedDecision.ts"
import { storable } from "./schemas/text.ts"

/** A moment in a query, in ISO 8601. */
const Moment = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      Option.isSome(parseMoment(text)) ||
      "must be a time in ISO 8601, such as 2026-12-31T23:59:59.000Z, 2026-12-31T23:59:59+01:00 or 2026-12-31",
    { toJsonSchema: () => ({ examples: ["2026-12-31T23:59:59.000Z"] }) }
  )
)

const DecisionListQuery = Schema.Struct({
  outcome: Schema.optionalKey(
    oneOf(Outcome.literals).annotate({ description: "Only decisions with this outcome." })
  ),
  policy: Schema.optionalKey(StorableId.annotate({ description: "A policy's id." })),
  mode: Schema.optionalKey(oneOf(Mode.literals).annotate({ description: "Must be the key's own." })),
  dry_run: Schema.optionalKey(
    oneOf(["true", "false"]).annotate({
      description: "true lists only dry runs, false only other decisions."
    })
  ),
  since: Schema.optionalKey(Moment.annotate({ description: "Created at this moment or later. ISO 8601." })),
  until: Schema.optionalKey(Moment.annotate({ description: "Created before this moment. ISO 8601." })),
  check: Schema.optionalKey(
    oneOf(CheckId.literals).annotate({
      description: "Only decisions that this check decided, or where it reached its review line."
    })
  ),
  user: Schema.optionalKey(UserId.annotate({ description: "Your id of the end user." })),
  id_prefix: Schema.optionalKey(
    Schema.String.check(storable).annotate({ description: "Only decisions whose id starts with this." })
  ),
  limit: Schema.optionalKey(Limit),
  cursor: Schema.optionalKey(Cursor)
})
export type DecisionListQuery = typeof DecisionListQuery.Type

const { created_at, dry_run, engine_version, id, latency_ms, mode, outcome, policy, tags, user } =
  StoredDecision.fields

const WireDecisionListItem = Schema.Struct({
  id,
  outcome,
  tags,
  policy,
  mode,
  dry_run,
  engine_version,
  latency_ms,
  user,
  created_at
}).annotate({ identifier: "DecisionListItem" })
export type WireDecisionListItem = typeof WireDecisionListItem.Type

const DecisionPage = Schema.Struct({
  data: Schema.Array(WireDecisionListItem).annotate({ description: "Newest first." }),
  next_cursor: NextCursor
}).annotate({ identifier: "DecisionPage" })

const params = { id: RequestedId.annotate({ description: "A decision's id." }) }

const ExplainQuery = Schema.Struct({
  margins: Schema.optionalKey(
    On.annotate({ description: "Adds margins to each check: how far it was from its lines." })
  )
})

export class DecisionsApi extends HttpApiGroup.make("decisions")
  .add(
    HttpApiEndpoint.get("list", "/v1/decisions", {
      query: DecisionListQuery,
      success: DecisionPage,
      error: Problem("mode_forbidden")
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List decisions",
        description: "The decisions of the key's mode, newest first. All filters can be combined."
      })
    ),
    HttpApiEndpoint.get("get", "/v1/decisions/:id", {
      params,
      query: { reveal: Schema.optionalKey(Reveal) },
      success: StoredDecision,
      error: [Problem("reveal_forbidden"), Problem("not_found")]
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
      error: Problem("not_found")
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Explain a decision",
        description: "In plain sentences, from the stored decision alone. Never quotes the prompt."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Decisions", description: "The log of decisions, and their explanations." })
  ) {}
