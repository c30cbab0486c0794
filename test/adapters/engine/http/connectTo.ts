import { NodeHttpClient } from "@effect/platform-node"
import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { ScreeningEngineHttp } from "../../../../src/adapters/engine/http/ScreeningEngineHttp.ts"
import type { RemoteOptions } from "../../../../src/adapters/engine/remote/remoteCalls.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { rawServer } from "./rawServer.ts"
import type { Answer } from "./rawServer.ts"

export const token = "canary-token"
export const request = {
  prompt: "canary prompt",
  negativePrompt: "canary prompt",
  checks: ["adult"]
} as const

/** The adapter over a real connection, for as long as the test runs. */
export const connectTo = (url: URL, options: Partial<RemoteOptions> = {}) =>
  ScreeningEngineHttp({
    url,
    token: Option.some(Redacted.make(token)),
    timeout: Duration.seconds(25),
    ...options
  }).pipe(
    Layer.provide(NodeHttpClient.layerDispatcher),
    Layer.build,
    Effect.map((services) => Context.get(services, ScreeningEngine))
  )

/** Asks once, of a server that gives these answers: how that failed, and how often the server was asked for it. */
export const faultOf = Effect.fnUntraced(function* (...answers: readonly [Answer, ...Array<Answer>]) {
  const { requests, url } = yield* rawServer(...answers)
  const engine = yield* connectTo(url)
  const { reason, retryAfterSeconds } = yield* Effect.flip(engine.screen(request))
  return { reason, retryAfterSeconds, tries: requests.length }
})
