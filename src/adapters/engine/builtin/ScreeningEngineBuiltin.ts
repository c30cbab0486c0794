import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { versionOf } from "./engineVersion.ts"
import { decodeModel } from "./Model.ts"
import type { Model } from "./Model.ts"
import { scorePrompt } from "./scorePrompt.ts"

const artefact = new URL("./model.bin", import.meta.url)

/** Reads the artefact beside this file. A file that is missing or damaged is a defect: there is nothing to fall back on. */
export const loadModel: Effect.Effect<Model> = Effect.sync(() => {
  const bytes = readFileSync(artefact)
  return decodeModel(bytes, versionOf(bytes))
})

/** An engine with a model that is already loaded. */
export const makeEngine = (model: Model): ScreeningEngine["Service"] =>
  ScreeningEngine.of({
    // Eager, because there is nothing to wait for. Whatever is thrown is still a defect.
    screen: Effect.fnUntracedEager(function* (request) {
      return yield* Effect.succeed(scorePrompt(model, request))
    }),
    health: Effect.succeed(model.version)
  })

/** Screens in this process, from compiled term lists and names. Deterministic, without network or GPU. */
export const ScreeningEngineBuiltin: Layer.Layer<ScreeningEngine> = Layer.effect(
  ScreeningEngine,
  Effect.map(loadModel, makeEngine)
)
