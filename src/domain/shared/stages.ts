import { Clock, Context, Effect, Exit, Option, Tracer } from "effect"
import type { Fiber } from "effect"

/** What a check's time is made of. Each is a span, and an entry of `Server-Timing`. */
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
  readonly clock: Clock.Clock
  readonly startedAt: bigint
  readonly stages: Array<Stage>
  /** What the spans of the stages belong to; undefined in a trace that is not sampled. */
  readonly trace: { readonly parent: Tracer.AnySpan; readonly tracer: Tracer.Tracer } | undefined
}

/** Of a request that no trace is made of. */
export const startUntraced = (clock: Clock.Clock): Stopwatch => ({
  clock,
  startedAt: clock.monotonicTimeNanosUnsafe(),
  stages: [],
  trace: undefined
})

export const startStopwatch = (fiber: Fiber.Fiber<unknown, unknown>): Stopwatch => {
  const clock = fiber.getRef(Clock.Clock)
  const parent = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
  return {
    clock,
    startedAt: clock.monotonicTimeNanosUnsafe(),
    stages: [],
    trace: parent?.sampled === true ? { parent, tracer: fiber.getRef(Tracer.Tracer) } : undefined
  }
}

/** Undefined outside of a request. */
export const CurrentStopwatch = Context.Reference<Stopwatch | undefined>(
  "prescreen/domain/shared/CurrentStopwatch",
  { defaultValue: () => undefined }
)

/** Runs with the request's stopwatch, or with one that starts now where there is no request. */
export const withStopwatch = <A, E, R>(
  use: (stopwatch: Stopwatch) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => use(fiber.getRef(CurrentStopwatch) ?? startStopwatch(fiber)))

/** Milliseconds since the request arrived, and a fraction. */
export const elapsedMilliseconds = ({ clock, startedAt }: Stopwatch): number =>
  Math.max(0, Number(clock.monotonicTimeNanosUnsafe() - startedAt) / 1e6)

/** Starts a stage; what it returns ends it. */
const begin = ({ clock, stages, trace }: Stopwatch, name: StageName) => {
  const start = clock.monotonicTimeNanosUnsafe()
  // The time of day is read once, so that a span is as long as its stage whatever happens to the clock.
  const startTime = trace === undefined ? 0n : clock.currentTimeNanosUnsafe()
  const span = trace?.tracer.span({
    name,
    parent: Option.some(trace.parent),
    annotations: Context.empty(),
    links: [],
    startTime,
    kind: "internal",
    root: false,
    sampled: true
  })
  const end = (exit: Exit.Exit<unknown, unknown>): undefined => {
    const nanoseconds = clock.monotonicTimeNanosUnsafe() - start
    stages.push({ name, nanoseconds })
    span?.end(startTime + nanoseconds, exit)
  }
  return { span, end }
}

/**
 * Measures a stage once, for the stopwatch and for the trace: the span is exactly as long as what the
 * stopwatch keeps, so that `Server-Timing` and the trace never disagree.
 *
 * A stage that has nothing to wait for is over when `work` returns, and costs no step of the runtime.
 */
export const stage = <A, E, R>(
  stopwatch: Stopwatch,
  name: StageName,
  work: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const { end, span } = begin(stopwatch, name)
  const effect = work()
  if (Exit.isExit(effect)) {
    end(effect)
    return effect
  }
  return Effect.onExitPrimitive(span === undefined ? effect : Effect.withParentSpan(effect, span), end, true)
}

/** The same for what only computes. */
export const stageOf = <A>(stopwatch: Stopwatch, name: StageName, compute: () => A): A => {
  const { end } = begin(stopwatch, name)
  const value = compute()
  end(Exit.void)
  return value
}
