import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Layer } from "effect"
import { ScreeningEngineBuiltin } from "./adapters/engine/builtin/ScreeningEngineBuiltin.ts"
import { ScreeningEngineCascade } from "./adapters/engine/cascade/ScreeningEngineCascade.ts"
import { ScreeningEngineComplement } from "./adapters/engine/cascade/ScreeningEngineComplement.ts"
import { ScreeningEngineHttp } from "./adapters/engine/http/ScreeningEngineHttp.ts"
import { profiles } from "./adapters/engine/llm/profiles.ts"
import { ScreeningEngineLlm } from "./adapters/engine/llm/ScreeningEngineLlm.ts"
import type { RemoteOptions } from "./adapters/engine/remote/remoteCalls.ts"
import { checkIds } from "./domain/policy/CheckId.ts"
import type { EngineSettings } from "./engineSettings.ts"

/** Keeps the circuit breaker closed for longer than usual, for a caller that would rather wait than be refused. */
type CircuitOptions = Pick<RemoteOptions, "faultsToOpen">

type LanguageModel = Extract<EngineSettings, { readonly kind: "llm" | "cascade" }> & CircuitOptions

/** A language model, with the built-in engine for the checks that its profile does not cover. */
export const LanguageModelLayer = (options: LanguageModel) => {
  const engine = ScreeningEngineLlm(options)
  const { checks } = profiles[options.profile]
  return checks.length === checkIds.length
    ? engine
    : ScreeningEngineComplement({ checks, engine, others: ScreeningEngineBuiltin })
}

/** The engine that the settings choose. */
export const ChosenEngineLayer = (engine: EngineSettings & CircuitOptions) => {
  switch (engine.kind) {
    case "builtin":
      return ScreeningEngineBuiltin
    case "http":
      return ScreeningEngineHttp(engine).pipe(Layer.provide(NodeHttpClient.layerDispatcher))
    case "llm":
      return LanguageModelLayer(engine).pipe(Layer.provide(NodeHttpClient.layerDispatcher))
    case "cascade":
      return ScreeningEngineCascade({
        band: engine.band,
        first: ScreeningEngineBuiltin,
        second: ScreeningEngineLlm(engine),
        secondChecks: profiles[engine.profile].checks
      }).pipe(Layer.provide(NodeHttpClient.layerDispatcher))
  }
}
