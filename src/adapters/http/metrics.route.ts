import { Context, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

export const metricsPath = "/metrics"

/** What `GET /metrics` answers with, in Prometheus's text format; undefined if it is switched off. */
export class MetricsReport extends Context.Service<
  MetricsReport,
  { readonly text: Effect.Effect<string> | undefined }
>()("prescreen/adapters/http/MetricsReport") {}

export const MetricsRoute = HttpRouter.use((router) =>
  Effect.flatMap(MetricsReport, ({ text }) =>
    text === undefined
      ? Effect.void
      : router.add(
          "GET",
          metricsPath,
          Effect.map(text, (body) =>
            HttpServerResponse.text(body, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
          )
        )
  )
)
