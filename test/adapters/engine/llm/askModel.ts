import { NodeHttpClient } from "@effect/platform-node"
import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { ScreeningEngineLlm } from "../../../../src/adapters/engine/llm/ScreeningEngineLlm.ts"
import type { ScreeningEngineLlmOptions } from "../../../../src/adapters/engine/llm/ScreeningEngineLlm.ts"
import { checkIds } from "../../../../src/domain/policy/CheckId.ts"
import { ScreeningEngine } from "../../../../src/domain/screening/ScreeningEngine.ts"
import { startModelServer } from "../../../fakes/ModelServer.ts"
import type { ModelServer, ModelServerOptions } from "../../../fakes/ModelServer.ts"

/** A stand-in, for as long as the test runs. */
export const modelServer = (options: ModelServerOptions) =>
  Effect.acquireRelease(
    Effect.promise(() => startModelServer(options)),
    (server) => Effect.promise(server.close)
  )

export const EngineOn = (server: ModelServer, options: Partial<ScreeningEngineLlmOptions> = {}) =>
  ScreeningEngineLlm({
    url: new URL(server.url),
    token: Option.some(Redacted.make("canary-token")),
    timeout: Duration.seconds(25),
    model: "test-model",
    profile: "questions",
    ...options
  }).pipe(Layer.provide(NodeHttpClient.layerDispatcher))

/** The engine on a stand-in that is there, its start-up probe done. */
export const engineOn = (server: ModelServer, options: Partial<ScreeningEngineLlmOptions> = {}) =>
  EngineOn(server, options).pipe(
    Layer.build,
    Effect.map((services) => Context.get(services, ScreeningEngine))
  )

export const asking = (prompt: string) => ({ prompt, negativePrompt: null, checks: checkIds })
