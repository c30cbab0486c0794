import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { asking, authorized, endpoint, guarding, unavailable } from "../remote/remoteCalls.ts"
import type { RemoteOptions } from "../remote/remoteCalls.ts"
import { healthPath, readHealth, readReport, screenPath, wireRequest } from "./engine.api.ts"
import { traceHeaders } from "./traceHeaders.ts"

/** Asks a server that speaks the engine protocol (docs/engine.md). One request answers all checks. */
export const ScreeningEngineHttp = (
  options: RemoteOptions
): Layer.Layer<ScreeningEngine, never, HttpClient.HttpClient> =>
  Layer.effect(
    ScreeningEngine,
    Effect.gen(function* () {
      const ask = asking(yield* HttpClient.HttpClient, options.timeout)
      const guarded = yield* guarding(options)
      const authorize = authorized(options.token)
      const post = authorize(HttpClientRequest.post(endpoint(options.url, screenPath)))
      const get = authorize(HttpClientRequest.get(endpoint(options.url, healthPath)))

      return ScreeningEngine.of({
        screen: Effect.fn("ScreeningEngineHttp.screen")(function* (request) {
          const asked = HttpClientRequest.setHeaders(post, yield* traceHeaders)
          return yield* ask(HttpClientRequest.bodyJsonUnsafe(asked, wireRequest(request)), (body) =>
            readReport(request.checks, body)
          )
        }, guarded),
        // Beside the breaker: whoever asks for the engine's health wants to know now, and decides nothing by it.
        health: ask(get, readHealth).pipe(
          Effect.mapError(unavailable),
          Effect.withSpan("ScreeningEngineHttp.health")
        )
      })
    })
  )
