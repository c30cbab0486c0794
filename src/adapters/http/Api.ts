import { HttpApi, OpenApi } from "effect/http-api"
import { DecisionsApi } from "./decisions.api.ts"
import { KeysApi } from "./keys.api.ts"
import { DeliveriesApi } from "./deliveries.api.ts"
import { MetaApi } from "./meta.api.ts"
import { ModerationsApi } from "./moderations.api.ts"
import { ReviewApi } from "./review.api.ts"
import { PoliciesApi, PresetsApi } from "./policies.api.ts"
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

/** The whole interface, as it is described. */
export class DescribedApi extends HttpApi.make("prescreen")
  .add(ScreeningApi)
  .addHttpApi(Api)
  .annotateMerge(
    OpenApi.annotations({
      title: "Prescreen",
      version: apiVersion,
      description: "Screens a text prompt before an image or other generation happens.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
    })
  ) {}
