import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

const ServiceInfo = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  docs: Schema.String,
  openapi: Schema.String,
  health: Schema.String
}).annotate({ identifier: "ServiceInfo" })

const Health = Schema.Struct({
  ok: Schema.Boolean,
  version: Schema.String,
  engine: Schema.String
}).annotate({ identifier: "Health" })

export class MetaApi extends HttpApiGroup.make("meta")
  .add(
    HttpApiEndpoint.get("info", "/", { success: ServiceInfo }).annotateMerge(
      OpenApi.annotations({ summary: "What this service is" })
    ),
    HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether the database and the engine are reachable",
        description: "Always 200; `ok` is false when one of them is not."
      })
    ),
    HttpApiEndpoint.get("ready", "/ready", {
      success: Health,
      error: Health.pipe(HttpApiSchema.status(503))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether checks can be answered now",
        description: "An extension, for load balancers: 503 when the database or the engine is not reachable."
      })
    )
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Service", description: "What the service is and whether it is well." })
  ) {}
