import { Clock, Context, Effect, Exit, Option, Tracer } from "effect"
import type { Fiber } from "effect"

/** The parts that a check's time is made of. Each is a span, and an entry of `Server-Timing`. */
export type StageName =
  | "auth"
  | "rate_limit"
  | "replay"
  | "policy"
  | "engine"
  | "floors"
  | "routing"
  | "rules"
  | "commit"

export interface Stage {
  readonly name: StageName
  readonly nanoseconds: bigint
}

/** Measures one request from its arrival, by the monotonic clock: the time of day may jump meanwhile. */
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
  const elapsed = fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe() - stopwatch.startedAt
  return Effect.succeed(Math.max(0, Math.round(Number(elapsed) / 1e6)))
})

/** Starts a stage; what it returns ends it. */
const begin = (fiber: Fiber.Fiber<unknown, unknown>, name: StageName) => {
  const clock = fiber.getRef(Clock.Clock)
  const stopwatch = fiber.getRef(CurrentStopwatch)
  const parent = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
  const start = clock.monotonicTimeNanosUnsafe()
  // The time of day is read once, so that a span is as long as its stage whatever happens to the clock.
  const startTime = parent?.sampled === true ? clock.currentTimeNanosUnsafe() : 0n
  const span =
    parent?.sampled === true
      ? fiber.getRef(Tracer.Tracer).span({
          name,
          parent: Option.some(parent),
          annotations: Context.empty(),
          links: [],
          startTime,
          kind: "internal",
          root: false,
          sampled: true
        })
      : undefined
  const end = (exit: Exit.Exit<unknown, unknown>) => {
    const nanoseconds = clock.monotonicTimeNanosUnsafe() - start
    stopwatch?.stages.push({ name, nanoseconds })
    span?.end(startTime + nanoseconds, exit)
  }
  return { span, end }
}

/**
 * Measures an effect once, for the stopwatch and for the trace: the span is exactly as long as the
 * stage that the stopwatch keeps, so that `Server-Timing` and the trace never disagree.
 */
export const stage =
  (name: StageName) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber) => {
      const { end, span } = begin(fiber, name)
      const finish = (exit: Exit.Exit<A, E>) => {
        end(exit)
        return undefined
      }
      return Effect.onExitPrimitive(
        span === undefined ? self : Effect.withParentSpan(self, span),
        finish,
        true
      )
    })

/** The same for what only computes, at a fraction of the cost. */
export const stageOf = <A>(name: StageName, compute: () => A): Effect.Effect<A> =>
  Effect.withFiber((fiber) => {
    const { end } = begin(fiber, name)
    const exit = Exit.succeed(compute())
    end(exit)
    return exit
  })
