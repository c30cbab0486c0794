import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, ConfigProvider, Console, Effect, Layer, Logger } from "effect"
import { CliError, Command } from "effect/cli"
import { engineEval } from "./adapters/engine/eval/command.ts"
import { profiles } from "./adapters/engine/llm/profiles.ts"
import { ChosenEngineLayer, LanguageModelLayer } from "./engineLayer.ts"
import { engineSettings } from "./engineSettings.ts"
import type { EngineSettings } from "./engineSettings.ts"

/** `engine:eval` measures what the service would run: the same settings, from the same variables. */
const enginesOf = (settings: EngineSettings) => {
  // Many rows at fault are rows to count: a circuit that opened would leave out those after them.
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
  // What is logged is no part of what is measured.
  Effect.provide([NodeServices.layer, Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])])
)

/** One line, as the operator's command has it. */
const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n")
  return message
}

NodeRuntime.runMain(
  main.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) || CliError.isCliError(Cause.squash(cause))
        ? Effect.void
        : Console.error(`engine:eval: ${messageOf(cause)}`)
    )
  ),
  { disableErrorReporting: true }
)
