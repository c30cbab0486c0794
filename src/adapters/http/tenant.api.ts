import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { longestTenantName } from "../../domain/tenancy/Tenant.ts"
import { WirePlan } from "../wire/plan.ts"
import { WireTenant } from "../wire/tenant.ts"
import { Authorization } from "./access/Authorization.ts"
import { PlanProblem, Problem } from "./problems/problems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { StorableText } from "./schemas/text.ts"

const ChangeTenantRequest = Schema.Struct({
  name: Schema.optionalKey(
    StorableText(1, longestTenantName).annotate({ description: "The name of the workspace." })
  ),
  shadow_mode: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Refused with a 403: the operator switches it."
    })
  ),
  weekly_digest: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "A setting for a mailer of your own. The service sends no e-mail."
    })
  )
}).annotate({ identifier: "ChangeTenantRequest", examples: [{ name: "Acme Images", weekly_digest: true }] })

export class TenantApi extends HttpApiGroup.make("tenant")
  .add(
    HttpApiEndpoint.get("read", "/tenant", { query: NoFields, success: WireTenant }).annotateMerge(
      OpenApi.annotations({
        summary: "Read the workspace's settings",
        description: "Any key of the workspace may do this, whatever its mode."
      })
    ),
    HttpApiEndpoint.patch("change", "/tenant", {
      query: NoFields,
      payload: ChangeTenantRequest,
      success: WireTenant,
      error: [PlanProblem("subscription_inactive"), Problem("test_key_forbidden"), Problem("dashboard_only")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change the workspace's settings",
        description: "Needs a live key. Fields that are left out do not change."
      })
    ),
    HttpApiEndpoint.get("plan", "/plan", {
      query: NoFields,
      success: WirePlan
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read the workspace's plan",
        description:
          "Its present state, its limits including the operator's overrides, and what is used of them."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1")
  .annotateMerge(
    OpenApi.annotations({ title: "Workspace", description: "The workspace's settings and its plan." })
  ) {}
