import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Layer, Result } from "effect"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { makeCircuitBreaker } from "../remote/circuitBreaker.ts"
import { answerFault } from "../remote/EngineFault.ts"
import { makeAsk, makeRequests, unavailable } from "../remote/remoteCalls.ts"
import type { RemoteOptions } from "../remote/remoteCalls.ts"
import { healthPath, readHealth, readReport, screenPath, wireRequest } from "./engine.api.ts"
import { traceHeaders } from "./traceHeaders.ts"

/** Asks a server that speaks the engine protocol (docs/engine.md). One request answers all checks. */
export const ScreeningEngineHttp = (
  options: RemoteOptions
): Layer.Layer<ScreeningEngine, never, NodeHttpClient.Dispatcher> =>
  Layer.effect(
    ScreeningEngine,
    Effect.gen(function* () {
      const ask = makeAsk(yield* NodeHttpClient.Dispatcher, options.timeout)
      const guarded = yield* makeCircuitBreaker(options)
      const server = makeRequests(options)
      const post = server.post(screenPath)
      const get = server.get(healthPath)

      return ScreeningEngine.of({
        screen: Effect.fn("ScreeningEngineHttp.screen")(function* (request) {
          return yield* ask(post(wireRequest(request), yield* traceHeaders), (body) =>
            Result.mapError(readReport(request, body), answerFault)
          )
        }, guarded),
        // Not through the circuit breaker: whoever asks for the engine's health wants to know its state now, and
        // decides nothing by it.
        health: ask(get, (body) => Result.mapError(readHealth(body), answerFault)).pipe(
          Effect.mapError(unavailable),
          Effect.withSpan("ScreeningEngineHttp.health")
        )
      })
    })
  )
