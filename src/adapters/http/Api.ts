import { HttpApi, OpenApi } from "effect/http-api"
import { DecisionsApi } from "./decisions.api.ts"
import { DeliveriesApi } from "./deliveries.api.ts"
import { KeysApi } from "./keys.api.ts"
import { MetaApi } from "./meta.api.ts"
import { ModerationsApi } from "./moderations.api.ts"
import { PoliciesApi, PresetsApi } from "./policies.api.ts"
import { OpenAiError } from "./problems/OpenAiErrors.ts"
import { completeDocument } from "./reference/apiDocument.ts"
import { webhookPayloads } from "./reference/webhooks.ts"
import { ReviewApi } from "./review.api.ts"
import { RulesApi } from "./rules.api.ts"
import { ScreeningApi } from "./screening.api.ts"
import { TenantApi } from "./tenant.api.ts"
import { UsageApi } from "./usage.api.ts"
import { UsersApi } from "./users.api.ts"

/** The version of the HTTP interface, not of the service. */
export const apiVersion = "0.2.0"

/** What the framework routes: everything but the check, which has a route of its own. */
export class Api extends HttpApi.make("prescreen")
  .add(DecisionsApi)
  .add(ModerationsApi)
  .add(ReviewApi)
  .add(PoliciesApi)
  .add(PresetsApi)
  .add(KeysApi)
  .add(TenantApi)
  .add(UsageApi)
  .add(DeliveriesApi)
  .add(RulesApi)
  .add(UsersApi)
  .add(MetaApi)
  .annotate(HttpApi.ParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.HeadersParseOptions, { errors: "all" }) {}

const manual = `Screens a text prompt before an image, a video or a chat answer is generated from it.

Send an API key with every call under \`/v1\`: \`Authorization: Bearer svc_test_…\` or \`svc_live_…\`. A key sees only the data of its own
mode. An unknown field or parameter is refused with a 400, so that a mistyped name never leaves text unscreened.

Errors are \`application/problem+json\`: branch on \`code\`, and read \`issues\`. Retry after a 429, 500 or 503; wait for \`Retry-After\`
seconds if it is sent. Send an \`Idempotency-Key\` with every check, so that a retry makes no second decision.

Every response has an \`X-Request-Id\`. \`X-RateLimit-Limit\` is the key's number of requests a minute, \`X-RateLimit-Remaining\` is what is
left of it, and \`X-RateLimit-Reset\` is the number of seconds until all of it is available again.`

/** The whole interface, as the OpenAPI document describes it. */
export class DescribedApi extends HttpApi.make("prescreen")
  .add(ScreeningApi)
  .addHttpApi(Api)
  .annotate(HttpApi.AdditionalSchemas, [...webhookPayloads, OpenAiError])
  .annotateMerge(
    OpenApi.annotations({
      title: "Prescreen",
      version: apiVersion,
      description: manual,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      transform: completeDocument
    })
  ) {}
