import { Context, Effect, Layer, Metric } from "effect"
import type { CheckId } from "../../../domain/policy/CheckId.ts"
import { ScreeningEngine } from "../../../domain/screening/ScreeningEngine.ts"
import { checksToAskAgain } from "./Band.ts"
import type { Band } from "./Band.ts"
import { jointVersion, mergeReports } from "./mergeReports.ts"

export interface CascadeOptions<E, R> {
  readonly band: Band
  /** Asked about every prompt: in this process, fast, and never away. */
  readonly first: Layer.Layer<ScreeningEngine>
  /**
   * Asked if the first is not sure. Its fault is then the cascade's fault: a prompt is never let through because of it.
   */
  readonly second: Layer.Layer<ScreeningEngine, E, R>
  /** The checks that the second answers; it is not asked about others. All unless given. */
  readonly secondChecks?: ReadonlyArray<CheckId>
}

const answers = (answeredBy: "first" | "both") =>
  Metric.counter("prescreen.engine.cascade", {
    description: "Prompts by whether the first engine answered alone or the second was asked",
    attributes: { answered_by: answeredBy },
    incremental: true
  })

const counted = { first: answers("first"), both: answers("both") }

/**
 * Two engines as one: the first answers alone if it is sure of every check that the second could answer. `inputTokens` is that of the second, and 0
 * if it was not asked.
 */
export const ScreeningEngineCascade = <E, R>({
  band,
  first,
  second,
  secondChecks
}: CascadeOptions<E, R>): Layer.Layer<ScreeningEngine, E, R> =>
  Layer.effect(
    ScreeningEngine,
    Effect.gen(function* () {
      for (const counter of Object.values(counted)) yield* Metric.update(counter, 0)
      const quick = Context.get(yield* Layer.build(first), ScreeningEngine)
      const thorough = Context.get(yield* Layer.build(second), ScreeningEngine)
      return ScreeningEngine.of({
        screen: Effect.fn("ScreeningEngineCascade.screen")(function* (request) {
          const report = yield* quick.screen(request)
          const checks = checksToAskAgain(band, request, report, secondChecks)
          yield* Metric.update(checks.length === 0 ? counted.first : counted.both, 1)
          if (checks.length === 0) return { ...report, inputTokens: 0 }
          return mergeReports(report, yield* thorough.screen({ ...request, checks }))
        }),
        // Both must be well: without the second engine, some prompts cannot be answered.
        health: Effect.map(
          Effect.all([quick.health, thorough.health], { concurrency: 2 }),
          ([quick, thorough]) => jointVersion(quick, thorough)
        )
      })
    })
  )
