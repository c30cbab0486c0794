import { HttpApi, OpenApi } from "effect/http-api"
import { DecisionsApi } from "./decisions.api.ts"
import { DeliveriesApi } from "./deliveries.api.ts"
import { MetaApi } from "./meta.api.ts"
import { ScreeningApi } from "./screening.api.ts"

/** The version of the interface, not of the service. */
export const apiVersion = "0.2.0"

export class Api extends HttpApi.make("prescreen")
  .add(ScreeningApi)
  .add(DecisionsApi)
  .add(DeliveriesApi)
  .add(MetaApi)
  .annotate(HttpApi.ParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.HeadersParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Prescreen",
      version: apiVersion,
      description: "Screens a text prompt before an image or other generation happens.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
    })
  ) {}
