import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Mode } from "../../domain/shared/Workspace.ts"
import { longestKeyLabel } from "../../domain/tenancy/ApiKeys.ts"
import { WireApiKey, WireCreatedApiKey } from "../wire/apiKey.ts"
import { Authorization } from "./access/Authorization.ts"
import { PlanProblem, Problem } from "./problems/problems.ts"
import { JsonBody } from "./requests/JsonBody.ts"
import { NoFields } from "./requests/requestIssues.ts"
import { RequestValidation } from "./requests/RequestValidation.ts"
import { RequestedId } from "./schemas/ids.ts"
import { oneOf } from "./schemas/oneOf.ts"
import { StorableText } from "./schemas/text.ts"

const CreateKeyRequest = Schema.Struct({
  mode: oneOf(Mode.literals).annotate({
    description: "Must be test: an API key cannot create live keys, and gets a 403."
  }),
  label: Schema.optionalKey(
    StorableText(0, longestKeyLabel).annotate({ description: "What the key is for." })
  )
}).annotate({ identifier: "CreateKeyRequest", examples: [{ mode: "test", label: "staging" }] })

export class KeysApi extends HttpApiGroup.make("keys")
  .add(
    HttpApiEndpoint.get("list", "/keys", {
      query: NoFields,
      success: Schema.Struct({
        data: Schema.Array(WireApiKey).annotate({ description: "Oldest first." })
      }).annotate({ identifier: "ApiKeyList" })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the workspace's keys",
        description: "Every key, of both modes, revoked ones included, oldest first; never the key itself."
      })
    ),
    HttpApiEndpoint.post("create", "/keys", {
      query: NoFields,
      payload: CreateKeyRequest,
      success: WireCreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: [PlanProblem("subscription_inactive"), Problem("test_key_forbidden"), Problem("dashboard_only")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a test key",
        description: "The key is only in this response. The operator creates live keys."
      })
    ),
    HttpApiEndpoint.delete("revoke", "/keys/:id", {
      params: {
        id: RequestedId.annotate({
          description: "The id of the key, key_ and 32 hex digits; not the key itself."
        })
      },
      query: NoFields,
      success: WireApiKey,
      error: [Problem("test_key_forbidden"), Problem("not_found"), Problem("cannot_revoke_current_key")]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Revoke a key",
        description:
          "The key stops working everywhere within seconds. Also possible after the plan has ended."
      })
    )
  )
  .middleware(RequestValidation)
  .middleware(JsonBody)
  .middleware(Authorization)
  .prefix("/v1")
  .annotateMerge(OpenApi.annotations({ title: "Keys", description: "The workspace's API keys." })) {}
