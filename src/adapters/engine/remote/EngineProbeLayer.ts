import { Effect, Layer } from "effect"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"

/** Warns once, at the start, if the engine cannot be reached: the first check may be hours away. */
export const EngineProbeLayer = (host: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { health } = yield* ScreeningEngine
      yield* health.pipe(
        Effect.catch(({ reason }) =>
          Effect.logWarning("The screening engine cannot be reached: until it can, checks get a 503").pipe(
            Effect.annotateLogs({ engine: host, reason })
          )
        ),
        // Not traced, because it belongs to no request.
        Effect.withTracerEnabled(false),
        Effect.forkScoped
      )
    })
  )
