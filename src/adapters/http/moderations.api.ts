import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Outcome } from "../../domain/policy/Action.ts"
import { longestPrompt } from "../../domain/screening/Decision.ts"
import { DecisionId } from "../../domain/shared/ids.ts"
import { Authorization } from "./access/Authorization.ts"
import { OpenAiErrors } from "./problems/OpenAiErrors.ts"
import { screeningProblems } from "./problems/screeningProblems.ts"
import { describeOpenAiErrors } from "./reference/openAiErrors.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { StorableText, Text } from "./schemas/text.ts"
import { DryRun, IdempotencyKey } from "./screening.api.ts"

/** How many texts a request may hold. Each is a check, with an engine call and a logged decision of its own. */
const mostInputs = 32

const Input = Text(1, longestPrompt)

const TextPart = Schema.Struct({ type: Schema.Literal("text"), text: Input })

const notText = "must be text, or a part of the type text: images and tokens are not screened"

const howMany = `must hold 1 to ${mostInputs} texts`

const several = <Item extends Schema.Top>(item: Item) =>
  Schema.Array(item).check(
    Schema.isMinLength(1, { message: howMany }),
    Schema.isMaxLength(mostInputs, { message: howMany })
  )

export const ModerationRequest = Schema.Struct({
  input: Schema.Union([
    Input,
    several(Schema.Union([Input, TextPart]).annotate({ message: notText }))
  ]).annotate({
    description: `A text, or 1 to ${mostInputs} of them; each is screened separately.`
  }),
  model: Schema.optionalKey(
    StorableText(1, 256).annotate({
      description:
        "Accepted for compatibility and returned unchanged. It has no effect: the workspace's policy decides."
    })
  )
}).annotate({
  identifier: "ModerationRequest",
  examples: [{ input: "a watercolour of two foxes in the snow" }]
})
export type ModerationRequest = typeof ModerationRequest.Type

/** OpenAI's categories. Those without a check are always false, with score 0. */
export const categories = [
  "sexual",
  "sexual/minors",
  "harassment",
  "harassment/threatening",
  "hate",
  "hate/threatening",
  "illicit",
  "illicit/violent",
  "self-harm",
  "self-harm/intent",
  "self-harm/instructions",
  "violence",
  "violence/graphic"
] as const
const Category = Schema.Literals(categories)
export type Category = typeof Category.Type

export const ModerationResult = Schema.Struct({
  flagged: Schema.Boolean.annotate({ description: "Whether the outcome is block or review." }),
  categories: Schema.Record(Category, Schema.Boolean).annotate({
    description:
      "Whether the check reached one of the policy's lines, whatever action the policy takes there."
  }),
  category_scores: Schema.Record(Category, Schema.Finite).annotate({
    description: "The greater of the check's two scores; 0 if no check corresponds to the category."
  }),
  category_applied_input_types: Schema.Record(Category, Schema.Array(Schema.Literal("text"))).annotate({
    description: "The kinds of input screened for each category: text, or none."
  }),
  decision_id: DecisionId.annotate({ description: "Not an OpenAI field: the decision that was logged." }),
  outcome: Outcome.annotate({ description: "Not an OpenAI field: the outcome of the policy." }),
  shadow_mode: Schema.Boolean.annotate({
    description:
      "Not an OpenAI field. If true, the workspace is in shadow mode: do not act on the outcome. Never true for a block by minors_sexual."
  })
}).annotate({ identifier: "ModerationResult" })
export type ModerationResult = typeof ModerationResult.Type

export const Moderation = Schema.Struct({
  id: Schema.String.annotate({
    description: "The id of this response; each result has its own decision_id."
  }),
  model: Schema.String.annotate({
    description: "The model that the request named, or the version of the screening engine if it named none."
  }),
  engine_version: Schema.String.annotate({
    description: "Not an OpenAI field: the version of the screening engine that scored the first text."
  }),
  results: Schema.Array(ModerationResult).annotate({
    description: "One for each text, in the order of the texts."
  })
}).annotate({ identifier: "Moderation" })
export type Moderation = typeof Moderation.Type

export class ModerationsApi extends HttpApiGroup.make("moderations")
  .add(
    HttpApiEndpoint.post("create", "/moderations", {
      headers: {
        "idempotency-key": Schema.optionalKey(
          IdempotencyKey.annotate({
            description:
              "A text of your own for this request. A repeat with the same one gets the same answer, and " +
              "nothing is screened again."
          })
        ),
        "x-service-dry-run": Schema.optionalKey(DryRun)
      },
      query: NoFields,
      payload: ModerationRequest,
      success: HttpApiSchema.WithHeaders(Moderation, {
        "idempotent-replayed": Schema.optionalKey(Schema.Literal("true"))
      }),
      error: screeningProblems
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Screen texts in the form of OpenAI's moderation endpoint",
        description:
          "Screens each text under the workspace's default policy and logs a decision for each, or for none if one cannot be screened. Each text counts as a request towards the key's rate limit; if there is no room for all, none is screened or counted. An error also has OpenAI's `error` object: message, type, param and code.",
        transform: describeOpenAiErrors
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .middleware(OpenAiErrors)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Moderations", description: "For clients written for OpenAI's endpoint." })
  ) {}
