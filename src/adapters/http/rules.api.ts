import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Outcome } from "../../domain/policy/Action.ts"
import { CheckId } from "../../domain/policy/CheckId.ts"
import { largestDocument } from "../../domain/policy/documentSize.ts"
import { RuleId } from "../../domain/shared/ids.ts"
import { longestRuleName, mostTagsOfRules, ruleRanges } from "../../domain/users/Rule.ts"
import { WireMoment } from "../wire/moments.ts"
import { Authorization } from "./access/Authorization.ts"
import { PlanProblem, Problem } from "./problems/problems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { RequestedId, StorableId } from "./schemas/ids.ts"
import { oneOf } from "./schemas/oneOf.ts"
import { StorableText } from "./schemas/text.ts"

const within = (range: { readonly minimum: number; readonly maximum: number }) =>
  Schema.Int.check(
    Schema.isBetween(range, {
      message: `must be from ${range.minimum.toLocaleString("en")} to ${range.maximum.toLocaleString("en")}`
    })
  )

const Tag = StorableText(1, largestDocument.tagName)

const When = Schema.Struct({
  outcome: Schema.Array(oneOf(Outcome.literals))
    .check(
      Schema.isMinLength(1, { message: "must name at least one outcome" }),
      Schema.isUnique({ message: "must name each outcome once" })
    )
    .annotate({ description: "Outcomes that count." }),
  check: Schema.optionalKey(
    oneOf(CheckId.literals).annotate({
      description: "Only decisions that this check decided, or where it reached its review line."
    })
  ),
  tag: Schema.optionalKey(
    Tag.annotate({ description: "Only decisions with this tag, given by the policy or by another rule." })
  ),
  policy: Schema.optionalKey(
    StorableId.annotate({ description: "Only decisions under the policy of this id." })
  )
}).annotate({ identifier: "RuleCondition" })

const Then = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("tag").annotate({ description: "Tags the user's decisions." }),
    tag: Tag.annotate({
      description: `The tag to add, for as long as the count within the window holds. Rules add at most ${mostTagsOfRules} tags to one decision, those of the rules that were created first.`
    })
  }),
  Schema.Struct({
    type: Schema.Literal("pause").annotate({ description: "Pauses the user: every check is a block." }),
    seconds: Schema.NullOr(within(ruleRanges.pauseSeconds)).annotate({
      description: "Null pauses the user until someone resumes them."
    })
  })
]).annotate({
  identifier: "RuleEffect",
  message: 'must be an object whose type is one of "tag", "pause"'
})

const terms = {
  name: StorableText(1, longestRuleName).annotate({ description: "The rule's name." }),
  when: When,
  count: within(ruleRanges.count).annotate({
    description: "How many matching decisions of one user it takes, including the present one."
  }),
  window_seconds: within(ruleRanges.windowSeconds).annotate({
    description: "How far back the rule counts, in seconds."
  }),
  then: Then
}

const enabled = Schema.Boolean.annotate({ description: "Default true." })

const CreateRuleRequest = Schema.Struct({ ...terms, enabled: Schema.optionalKey(enabled) }).annotate({
  identifier: "CreateRuleRequest",
  examples: [
    {
      name: "Pause after three blocks a day",
      when: { outcome: ["block"] },
      count: 3,
      window_seconds: 86_400,
      then: { type: "pause", seconds: 3_600 }
    }
  ]
})
export type CreateRuleRequest = typeof CreateRuleRequest.Type

const ChangeRuleRequest = Schema.Struct({ ...terms, enabled })
  .mapFields(Struct.map(Schema.optionalKey))
  .annotate({ identifier: "ChangeRuleRequest", examples: [{ count: 5 }, { enabled: false }] })
export type ChangeRuleRequest = typeof ChangeRuleRequest.Type

const WireRule = Schema.Struct({
  id: RuleId.annotate({ description: "The rule's id." }),
  ...terms,
  enabled: Schema.Boolean.annotate({ description: "A rule that is not enabled does nothing." }),
  created_at: WireMoment
}).annotate({ identifier: "Rule" })
export type WireRule = typeof WireRule.Type

const params = { id: RequestedId.annotate({ description: "A rule's id." }) }

const write = [Problem("test_key_forbidden"), PlanProblem("subscription_inactive")] as const

export class RulesApi extends HttpApiGroup.make("rules")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: NoFields,
      success: Schema.Struct({
        data: Schema.Array(WireRule).annotate({ description: "Newest first." })
      }).annotate({ identifier: "RuleList" })
    }).annotateMerge(
      OpenApi.annotations({ summary: "List the rules on end users", description: "Newest first." })
    ),
    HttpApiEndpoint.post("create", "/", {
      query: NoFields,
      payload: CreateRuleRequest,
      success: WireRule.pipe(HttpApiSchema.status(201)),
      error: [...write, PlanProblem("plan_required"), Problem("policy_not_found")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a rule on end users",
        description: "Counts each end user's decisions, including past ones, and tags or pauses the user."
      })
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params,
      query: NoFields,
      success: WireRule,
      error: Problem("not_found")
    }).annotateMerge(OpenApi.annotations({ summary: "Read a rule", description: "Enabled or not." })),
    HttpApiEndpoint.patch("change", "/:id", {
      params,
      query: NoFields,
      payload: ChangeRuleRequest,
      success: WireRule,
      error: [...write, Problem("not_found"), Problem("policy_not_found")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a rule",
        description: "Fields that are left out do not change; `when` and `then` are replaced as a whole."
      })
    ),
    HttpApiEndpoint.delete("remove", "/:id", {
      params,
      query: NoFields,
      success: WireRule,
      error: [...write, Problem("not_found")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete a rule",
        description: "Returns the rule. Users whom it paused stay paused."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1/rules")
  .annotateMerge(
    OpenApi.annotations({
      title: "Rules",
      description: "Rules that tag or pause end users for what they do."
    })
  ) {}
