import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { longestPolicyName } from "../../domain/policy/createPolicy.ts"
import { PolicyId } from "../../domain/shared/ids.ts"
import { WireMoment } from "../wire/moments.ts"
import { Authorization } from "./access/Authorization.ts"
import { PlanProblem, Problem } from "./problems/problems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { RequestedId } from "./schemas/ids.ts"
import { VersionNumber } from "./schemas/integers.ts"
import { WirePolicyDocument, Words } from "./schemas/policyDocument.ts"
import { StorableText } from "./schemas/text.ts"

const PolicySummary = Schema.Struct({
  id: PolicyId.annotate({ description: "The policy's id." }),
  name: Schema.String.annotate({ description: "The policy's name." }),
  preset: Schema.NullOr(Schema.String).annotate({ description: "The preset that it was created from." }),
  current_version: Schema.NullOr(Schema.Int).annotate({ description: "The version that decides." }),
  default: Schema.Boolean.annotate({ description: "Whether it decides checks that name no policy." }),
  dry_run_version: Schema.NullOr(Schema.Int).annotate({
    description: "A version that live traffic is also decided under, as dry-run decisions."
  }),
  created_at: WireMoment
}).annotate({ identifier: "PolicySummary" })
export type WirePolicySummary = typeof PolicySummary.Type

const PolicyDetail = Schema.Struct({
  ...PolicySummary.fields,
  policy: WirePolicyDocument,
  versions: Schema.Array(
    Schema.Struct({
      version: Schema.Int.annotate({ description: "1 for the first." }),
      current: Schema.Boolean.annotate({ description: "Whether it is the one that decides." }),
      created_at: WireMoment,
      created_by: Schema.NullOr(Schema.String).annotate({
        description: "The id of the key that created it, or operator."
      })
    })
  ).annotate({ description: "Newest first." })
}).annotate({ identifier: "PolicyDetail" })
export type WirePolicyDetail = typeof PolicyDetail.Type

const PolicyVersion = Schema.Struct({
  policy_id: PolicyId.annotate({ description: "The policy's id." }),
  version: Schema.Int.annotate({ description: "1 for the first." }),
  current: Schema.Boolean.annotate({ description: "Whether it is the one that decides." }),
  policy: WirePolicyDocument
}).annotate({ identifier: "PolicyVersion" })
export type WirePolicyVersion = typeof PolicyVersion.Type

const CreatePolicyRequest = Schema.Struct({
  name: Schema.optionalKey(
    StorableText(1, longestPolicyName).annotate({
      description: "Default: the name of the preset or the document."
    })
  ),
  preset: Schema.optionalKey(
    Words.annotate({ description: "Start from this preset. Send either this or policy." })
  ),
  policy: Schema.optionalKey(WirePolicyDocument),
  default: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Make it the default policy. A first policy always is." })
  )
})
  .annotate({ examples: [{ preset: "stock-imagery", name: "Image prompts" }] })
  .check(
    Schema.makeFilter(
      ({ policy, preset }: { readonly policy?: unknown; readonly preset?: unknown }) =>
        (policy === undefined) !== (preset === undefined) || "must have exactly one of preset and policy"
    )
  )
  .annotate({ identifier: "CreatePolicyRequest" })
export type CreatePolicyRequest = typeof CreatePolicyRequest.Type

const PublishRequest = Schema.Struct({
  version: VersionNumber.annotate({ description: "The version to make current." })
}).annotate({ identifier: "PublishRequest", examples: [{ version: 1 }] })

const DryRunRequest = Schema.Struct({
  version: Schema.NullOr(VersionNumber).annotate({ description: "Null ends the dry run." })
}).annotate({ identifier: "DryRunRequest", examples: [{ version: 1 }, { version: null }] })

const params = { id: RequestedId.annotate({ description: "A policy's id." }) }

const VersionText = Schema.String.check(
  Schema.makeFilter((text: string) => /^[1-9]\d*$/.test(text) || "must be an integer of 1 or more", {
    toJsonSchema: () => ({ type: "integer", minimum: 1 })
  })
)

const write = [PlanProblem("subscription_inactive"), Problem("not_found")] as const

const readEndpoints = [
  HttpApiEndpoint.get("list", "/", {
    query: NoFields,
    success: Schema.Struct({ data: Schema.Array(PolicySummary).annotate({ description: "Newest first." }) })
  }).annotateMerge(OpenApi.annotations({ summary: "List policies", description: "Newest first." })),
  HttpApiEndpoint.get("get", "/:id", {
    params,
    query: NoFields,
    success: PolicyDetail,
    error: Problem("not_found")
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Read a policy",
      description: "With its current document, webhook secrets redacted."
    })
  ),
  HttpApiEndpoint.get("version", "/:id/versions/:version", {
    params: { ...params, version: VersionText.annotate({ description: "A version's number." }) },
    query: NoFields,
    success: PolicyVersion,
    error: Problem("not_found")
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Read a version",
      description: "Published or not, webhook secrets redacted."
    })
  )
] as const

const writeEndpoints = [
  HttpApiEndpoint.post("create", "/", {
    query: NoFields,
    payload: CreatePolicyRequest,
    success: PolicyDetail.pipe(HttpApiSchema.status(201)),
    error: [
      PlanProblem("plan_required"),
      PlanProblem("subscription_inactive"),
      Problem("invalid_policy"),
      Problem("unknown_preset")
    ]
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Create a policy",
      description:
        "From a preset or a document. Version 1 becomes current; a first policy becomes the default."
    })
  ),
  HttpApiEndpoint.post("addVersion", "/:id/versions", {
    params,
    query: NoFields,
    payload: WirePolicyDocument,
    success: PolicyVersion.pipe(HttpApiSchema.status(201)),
    error: [...write, Problem("invalid_policy")]
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Add a version",
      description:
        'Validated and stored; it takes effect once it is published. A secret sent as "redacted" keeps the stored one of that url.'
    })
  ),
  HttpApiEndpoint.post("publish", "/:id/publish", {
    params,
    query: NoFields,
    payload: PublishRequest,
    success: PolicySummary,
    error: [...write, Problem("invalid_policy")]
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Publish a version",
      description: "Validates the version again and makes it current. To roll back, publish an older version."
    })
  ),
  HttpApiEndpoint.post("makeDefault", "/:id/default", {
    params,
    query: NoFields,
    success: PolicySummary,
    error: write
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Make a policy the default",
      description: "It then decides checks that name no policy."
    })
  ),
  HttpApiEndpoint.put("dryRun", "/:id/dry-run", {
    params,
    query: NoFields,
    payload: DryRunRequest,
    success: PolicySummary,
    error: write
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Try a version on live traffic",
      description:
        "Every check is also decided under this version, from the same scores, and logged as a dry run."
    })
  )
] as const

export class PoliciesApi extends HttpApiGroup.make("policies")
  .add(...readEndpoints, ...writeEndpoints)
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1/policies")
  .annotateMerge(
    OpenApi.annotations({
      title: "Policies",
      description: "The lines and actions that decide outcomes, in versions."
    })
  ) {}

const Preset = Schema.Struct({
  name: Schema.String.annotate({ description: "The name by which a new policy refers to it." }),
  policy: WirePolicyDocument
}).annotate({
  identifier: "Preset"
})

export class PresetsApi extends HttpApiGroup.make("presets")
  .add(
    HttpApiEndpoint.get("list", "/v1/presets", {
      query: NoFields,
      success: Schema.Struct({ data: Schema.Array(Preset) })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List presets",
        description: "Complete documents to start a policy from."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Presets", description: "Policies that are ready to use." })) {}
