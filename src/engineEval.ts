import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, ConfigProvider, Console, Effect, Layer, Logger } from "effect"
import { CliError, Command } from "effect/cli"
import { errorLine } from "./adapters/cli/errorLine.ts"
import { engineEval } from "./adapters/engine/eval/command.ts"
import { profiles } from "./adapters/engine/llm/profiles.ts"
import { ChosenEngineLayer, LanguageModelLayer } from "./engineLayer.ts"
import { engineSettings } from "./engineSettings.ts"
import type { EngineSettings } from "./engineSettings.ts"

/** The engines that `engine:eval` measures: those that the service would run with the same environment variables. */
const enginesOf = (settings: EngineSettings) => {
  // Many faulty rows are to be counted as such. An open circuit breaker would skip the rows after them.
  const engine = { ...settings, faultsToOpen: Number.MAX_SAFE_INTEGER }
  return {
    chosen: ChosenEngineLayer(engine),
    isRemote: engine.kind !== "builtin",
    band: engine.band,
    model:
      engine.kind === "llm" || engine.kind === "cascade"
        ? {
            engine: LanguageModelLayer(engine).pipe(Layer.provide(NodeHttpClient.layerDispatcher)),
            checks: profiles[engine.profile].checks
          }
        : null
  }
}

const main = Effect.gen(function* () {
  const settings = yield* engineSettings.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv())))
  yield* Command.run(engineEval(enginesOf(settings)), { version: "1" })
}).pipe(
  // Logs go to standard error, because they are not part of the result.
  Effect.provide([NodeServices.layer, Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])])
)

NodeRuntime.runMain(
  main.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) || CliError.isCliError(Cause.squash(cause))
        ? Effect.void
        : Console.error(`engine:eval: ${errorLine(cause)}`)
    )
  ),
  { disableErrorReporting: true }
)
