import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Outcome } from "../../domain/policy/Action.ts"
import { CheckId } from "../../domain/policy/CheckId.ts"
import { largestContext, longestNegativePrompt, longestPrompt } from "../../domain/screening/Decision.ts"
import { DecisionId, PolicyId } from "../../domain/shared/ids.ts"
import { Mode } from "../../domain/shared/Workspace.ts"
import { Authorization } from "./access/Authorization.ts"
import { Problem } from "./problems/problems.ts"
import { screeningProblems } from "./problems/screeningProblems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { StorableId, UserId } from "./schemas/ids.ts"
import { VersionNumber } from "./schemas/integers.ts"
import { oneOf } from "./schemas/oneOf.ts"
import { Text } from "./schemas/text.ts"

const largestMetadata = 4096

/**
 * Any JSON. `readJson` has already refused anything else, including numbers that are not finite. Checking again would
 * cost as much as all other fields of the body.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- readJson lets nothing else through
const KnownJson = Schema.Unknown as Schema.Top as typeof Schema.Json

const Metadata = Schema.Record(Schema.String, KnownJson)
  .annotate({ description: `Your own JSON, at most ${largestMetadata} bytes, returned with the decision.` })
  .check(
    Schema.makeFilter(
      (metadata) =>
        Buffer.byteLength(JSON.stringify(metadata)) <= largestMetadata ||
        `must be at most ${largestMetadata} bytes of compact JSON`
    )
  )

export const CheckRequest = Schema.Struct({
  input: Schema.Struct({
    prompt: Text(1, longestPrompt).annotate({ description: "The prompt to screen." }),
    negative_prompt: Schema.optionalKey(
      Text(0, longestNegativePrompt).annotate({ description: "What the result must not show. Screened too." })
    ),
    context: Schema.optionalKey(
      Schema.Array(Text(0, largestContext.characters))
        .check(
          Schema.isMaxLength(largestContext.texts, {
            message: `must have at most ${largestContext.texts} texts`
          })
        )
        .annotate({ description: "Surrounding text. Stored with the decision, not screened." })
    )
  }).annotate({ description: "The text to screen, and what surrounds it." }),
  policy: Schema.optionalKey(
    StorableId.annotate({ description: "A policy's id. Default: the workspace's default policy." })
  ),
  user: Schema.optionalKey(
    UserId.annotate({
      description: "Your own id of the end user. Rules count and pause by it."
    })
  ),
  policy_version: Schema.optionalKey(
    VersionNumber.annotate({ description: "A version to try, published or not. Only in a dry run." })
  ),
  metadata: Schema.optionalKey(Metadata)
}).annotate({
  identifier: "CheckRequest",
  examples: [
    {
      input: { prompt: "a watercolour of two foxes in the snow", negative_prompt: "text, watermark" },
      user: "user-1842",
      metadata: { job: "render-7" }
    },
    { input: { prompt: "a lighthouse at dusk" } }
  ]
})
export type CheckRequest = typeof CheckRequest.Type

const CheckScore = Schema.Struct({
  score: Schema.Finite.annotate({ description: "Compared with the policy's act line." }),
  review_score: Schema.Finite.annotate({ description: "Compared with the policy's review line." }),
  fired: Schema.Array(Schema.String).annotate({
    description:
      "The ids of the signals that reached their own line or have none, and floor:age, floor:lexicon and floor:canon where such a floor counted."
  })
}).annotate({ identifier: "CheckScore" })

export const CheckResponse = Schema.Struct({
  id: DecisionId.annotate({ description: "The decision's id, for reading and explaining it later." }),
  outcome: Outcome.annotate({
    description: "allow: generate. block: do not generate. review: a person decides later."
  }),
  tags: Schema.Array(Schema.String).annotate({
    description: "Labels that the policy or a rule added. A tag never blocks."
  }),
  checks: Schema.Record(CheckId, Schema.optionalKey(CheckScore)).annotate({
    description: "The scores of each check that the policy ran."
  }),
  policy: Schema.Struct({
    id: Schema.NullOr(PolicyId).annotate({ description: "The policy's id." }),
    version: Schema.NullOr(Schema.Int).annotate({ description: "The policy's version." })
  }).annotate({
    description: "The policy that decided, and its version."
  }),
  engine_version: Schema.NullOr(Schema.String).annotate({
    description: "The version of the screening engine that scored the prompt. Do not parse it."
  }),
  latency_ms: Schema.NullOr(Schema.Int).annotate({
    description: "Milliseconds from the request's arrival to the decision."
  }),
  dry_run: Schema.Boolean.annotate({
    description: "Whether this was a dry run, which opens no review item and calls no webhook."
  }),
  mode: Mode.annotate({ description: "The mode of the key." }),
  shadow_mode: Schema.Boolean.annotate({
    description:
      "If true, the workspace is in shadow mode: do not act on the outcome. Never true for a block by minors_sexual."
  })
}).annotate({
  identifier: "CheckResponse",
  examples: [
    {
      id: DecisionId.make("dec_019aa1b2c3d47e5f8a9b0c1d2e3f4a5b"),
      outcome: "allow",
      tags: [],
      checks: {
        minors_sexual: { score: 0.01, review_score: 0.01, fired: [] },
        adult: { score: 0.02, review_score: 0.02, fired: [] }
      },
      policy: { id: PolicyId.make("pol_019aa1b2c3d47e5f8a9b0c1d2e3f4a5c"), version: 1 },
      engine_version: "house-model-7",
      latency_ms: 3,
      dry_run: false,
      mode: "live",
      shadow_mode: false
    }
  ]
})
export type CheckResponse = typeof CheckResponse.Type

const longestIdempotencyKey = 255

export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(new RegExp(`^[\\x20-\\x7e]{1,${longestIdempotencyKey}}$`, "u"), {
    message: `must be sent once, with 1 to ${longestIdempotencyKey} printable ASCII characters`
  })
).annotate({
  description: "A unique text of your own for this request. A repeat with the same text gets the same answer."
})

export const DryRun = oneOf(["true", "false"]).annotate({
  description: "true: only decide and log; open no review item and call no webhook."
})

export const CheckHeaders = Schema.Struct({
  "idempotency-key": Schema.optionalKey(IdempotencyKey),
  "x-service-dry-run": Schema.optionalKey(DryRun)
})
export type CheckHeaders = typeof CheckHeaders.Type

export class ScreeningApi extends HttpApiGroup.make("screening")
  .add(
    HttpApiEndpoint.post("check", "/check", {
      headers: CheckHeaders,
      query: NoFields,
      payload: CheckRequest,
      success: HttpApiSchema.WithHeaders(CheckResponse, {
        "idempotent-replayed": Schema.optionalKey(Schema.Literal("true")),
        "server-timing": Schema.String
      }),
      error: [Problem("policy_version_requires_dry_run"), Problem("policy_not_found"), ...screeningProblems]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Screen a prompt",
        description:
          "Runs every enabled check of the policy, logs the decision and, unless it is a dry run, opens a review item and queues webhooks. A 503 has no decision; never treat it as an allow."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({
      title: "Screening",
      description: "Screen a prompt before something is generated from it."
    })
  ) {}
