import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

const ServiceInfo = Schema.Struct({
  name: Schema.String.annotate({ description: "The name of the software." }),
  version: Schema.String.annotate({ description: "The version of the interface." }),
  docs: Schema.String.annotate({ description: "The address of the manual." }),
  openapi: Schema.String.annotate({ description: "The address of the OpenAPI document." }),
  health: Schema.String.annotate({ description: "The address of the health check." })
}).annotate({ identifier: "ServiceInfo" })

const Health = Schema.Struct({
  ok: Schema.Boolean.annotate({
    description: "Whether the service has started and can reach both the database and the engine."
  }),
  version: Schema.String.annotate({ description: "The version of the interface." }),
  engine: Schema.String.annotate({ description: "The version of the screening engine, or unreachable." })
}).annotate({ identifier: "Health" })

export class MetaApi extends HttpApiGroup.make("meta")
  .add(
    HttpApiEndpoint.get("info", "/", { success: ServiceInfo }).annotateMerge(
      OpenApi.annotations({
        summary: "What this service is",
        description: "Its name, its version, and the addresses of its documentation."
      })
    ),
    HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether the database and the engine are reachable",
        description:
          "Always 200; `ok` is false if one of them is not reachable, and while the service starts."
      })
    ),
    HttpApiEndpoint.get("ready", "/ready", {
      success: Health,
      error: Health.pipe(HttpApiSchema.status(503))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether checks can be answered now",
        description:
          "For load balancers: 503 if the database or the engine is not reachable, and while the service starts."
      })
    )
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Service", description: "The service's name, version and health." })
  ) {}
