import { Context, Effect, Layer } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { jointVersion, mergeReports } from "./mergeReports.ts"

export interface ComplementOptions<E, R> {
  /** The checks that `engine` answers. */
  readonly checks: ReadonlyArray<CheckId>
  readonly engine: Layer.Layer<ScreeningEngine, E, R>
  /** Answers the other checks. */
  readonly others: Layer.Layer<ScreeningEngine>
}

/**
 * Completes an engine that answers only some of the checks. `inputTokens` is that of `engine`, and 0 if it was not
 * asked.
 */
export const ScreeningEngineComplement = <E, R>(
  options: ComplementOptions<E, R>
): Layer.Layer<ScreeningEngine, E, R> =>
  Layer.effect(
    ScreeningEngine,
    Effect.gen(function* () {
      const engine = Context.get(yield* Layer.build(options.engine), ScreeningEngine)
      const others = Context.get(yield* Layer.build(options.others), ScreeningEngine)
      return ScreeningEngine.of({
        screen: Effect.fn("ScreeningEngineComplement.screen")(function* (request) {
          const known = request.checks.filter((check) => options.checks.includes(check))
          const unknown = request.checks.filter((check) => !options.checks.includes(check))
          if (unknown.length === 0) return yield* engine.screen(request)
          const rest = yield* others.screen({ ...request, checks: unknown })
          if (known.length === 0) return { ...rest, inputTokens: 0 }
          const answered = yield* engine.screen({ ...request, checks: known })
          return {
            ...mergeReports(rest, answered),
            engineVersion: jointVersion(answered.engineVersion, rest.engineVersion)
          }
        }),
        health: Effect.map(Effect.all([engine.health, others.health]), ([engine, others]) =>
          jointVersion(engine, others)
        )
      })
    })
  )
