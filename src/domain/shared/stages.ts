import { Clock, Context, Effect, Option, Tracer } from "effect"
import type { Exit } from "effect"

/** The parts that a check's time is made of. Each is a span, and an entry of `Server-Timing`. */
export type StageName =
  | "auth"
  | "rate_limit"
  | "replay"
  | "policy"
  | "engine"
  | "floors"
  | "routing"
  | "commit"

export interface Stage {
  readonly name: StageName
  readonly nanoseconds: bigint
}

/** Measures one request from its arrival. */
export interface Stopwatch {
  readonly startedAt: bigint
  readonly stages: Array<Stage>
}

export const CurrentStopwatch = Context.Reference<Stopwatch | undefined>(
  "prescreen/domain/shared/CurrentStopwatch",
  { defaultValue: () => undefined }
)

/** Whole milliseconds since the request arrived. */
export const elapsedMilliseconds: Effect.Effect<number> = Effect.withFiber((fiber) => {
  const stopwatch = fiber.getRef(CurrentStopwatch)
  if (stopwatch === undefined) return Effect.succeed(0)
  const elapsed = fiber.getRef(Clock.Clock).currentTimeNanosUnsafe() - stopwatch.startedAt
  return Effect.succeed(Math.max(0, Math.round(Number(elapsed) / 1e6)))
})

/**
 * Measures an effect once, for the stopwatch and for the trace: the span gets the same two instants that the
 * stopwatch keeps, so that `Server-Timing` and the trace never disagree.
 */
export const stage =
  (name: StageName) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const stopwatch = fiber.getRef(CurrentStopwatch)
      const parent = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
      const start = clock.currentTimeNanosUnsafe()
      const span =
        parent?.sampled === true
          ? fiber.getRef(Tracer.Tracer).span({
              name,
              parent: Option.some(parent),
              annotations: Context.empty(),
              links: [],
              startTime: start,
              kind: "internal",
              root: false,
              sampled: true
            })
          : undefined
      const finish = (exit: Exit.Exit<A, E>) => {
        const end = clock.currentTimeNanosUnsafe()
        stopwatch?.stages.push({ name, nanoseconds: end - start })
        span?.end(end, exit)
        return undefined
      }
      // It only takes note, so it needs no protection from interruption, which would cost more than the note.
      return Effect.onExitPrimitive(
        span === undefined ? self : Effect.withParentSpan(self, span),
        finish,
        true
      )
    })
