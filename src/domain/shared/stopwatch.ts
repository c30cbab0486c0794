import { Clock, Context, Effect, Exit, Option, Tracer } from "effect"
import type { Fiber } from "effect"

/** What a check's time is made of. Each is a span, and an entry of `Server-Timing`. */
export type PartName =
  | "auth"
  | "rate_limit"
  | "replay"
  | "policy"
  | "engine"
  | "floors"
  | "routing"
  | "rules"
  | "commit"

export interface MeasuredPart {
  readonly name: PartName
  readonly nanoseconds: bigint
}

/** Measures one request from its arrival, by the monotonic clock: the time of day may jump meanwhile. */
export interface Stopwatch {
  readonly clock: Clock.Clock
  readonly startedAt: bigint
  readonly parts: Array<MeasuredPart>
  /** What the spans of the parts belong to; undefined in a trace that is not sampled. */
  readonly trace: { readonly parent: Tracer.AnySpan; readonly tracer: Tracer.Tracer } | undefined
}

/** Of a request that no trace is made of. */
export const startUntraced = (clock: Clock.Clock): Stopwatch => ({
  clock,
  startedAt: clock.monotonicTimeNanosUnsafe(),
  parts: [],
  trace: undefined
})

export const startStopwatch = (fiber: Fiber.Fiber<unknown, unknown>): Stopwatch => {
  const clock = fiber.getRef(Clock.Clock)
  const parent = Context.getOrUndefined(fiber.context, Tracer.ParentSpan)
  return {
    clock,
    startedAt: clock.monotonicTimeNanosUnsafe(),
    parts: [],
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

/** Starts a part; what it returns ends it. */
const begin = ({ clock, parts, trace }: Stopwatch, name: PartName) => {
  const start = clock.monotonicTimeNanosUnsafe()
  // The time of day is read once, so that a span is as long as its part whatever happens to the clock.
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
    parts.push({ name, nanoseconds })
    span?.end(startTime + nanoseconds, exit)
  }
  return { span, end }
}

/**
 * Measures a part once, for the stopwatch and for the trace: the span is exactly as long as what the
 * stopwatch keeps, so that `Server-Timing` and the trace never disagree.
 *
 * A part that has nothing to wait for is over when `work` returns, and costs no step of the runtime.
 */
export const measure = <A, E, R>(
  stopwatch: Stopwatch,
  name: PartName,
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
export const measureComputed = <A>(stopwatch: Stopwatch, name: PartName, compute: () => A): A => {
  const { end } = begin(stopwatch, name)
  const value = compute()
  end(Exit.void)
  return value
}
