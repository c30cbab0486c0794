import { HttpApi, OpenApi } from "effect/http-api"
import { DecisionsApi } from "./decisions.api.ts"
import { DeliveriesApi } from "./deliveries.api.ts"
import { KeysApi } from "./keys.api.ts"
import { MetaApi } from "./meta.api.ts"
import { ModerationsApi } from "./moderations.api.ts"
import { PoliciesApi, PresetsApi } from "./policies.api.ts"
import { completeDocument } from "./reference/apiDocument.ts"
import { ReviewApi } from "./review.api.ts"
import { RulesApi } from "./rules.api.ts"
import { ScreeningApi } from "./screening.api.ts"
import { TenantApi } from "./tenant.api.ts"
import { UsageApi } from "./usage.api.ts"
import { UsersApi } from "./users.api.ts"

/** The version of the interface, not of the service. */
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

const manual = `Screens a text prompt before an image or other generation happens.

Every call under \`/v1\` carries an API key: \`Authorization: Bearer svc_test_…\` or \`svc_live_…\`. Each key sees the data of its own
mode. A field or a parameter that is not described here is refused with a 400, so that a slip of the pen leaves nothing unscreened.

Errors are \`application/problem+json\`: branch on \`code\`, read \`issues\`. Retry 429, 500 and 503, after \`Retry-After\` where it is
sent; send an \`Idempotency-Key\` with a check, and a repeat makes no second decision.

Every answer has an \`X-Request-Id\`. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` say how many requests a
minute the key has, how many are left, and in how many seconds all are free again.`

/** The whole interface, as it is described. */
export class DescribedApi extends HttpApi.make("prescreen")
  .add(ScreeningApi)
  .addHttpApi(Api)
  .annotateMerge(
    OpenApi.annotations({
      title: "Prescreen",
      version: apiVersion,
      description: manual,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      transform: completeDocument
    })
  ) {}
