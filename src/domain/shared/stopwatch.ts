import { Clock, Context, Effect, Exit, Option, Tracer } from "effect"
import type { Fiber } from "effect"

/** The parts that a check's time is made of. Each becomes a span and an entry of `Server-Timing`. */
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

/** Measures one request from its arrival, by the monotonic clock, because the time of day may jump meanwhile. */
export interface Stopwatch {
  readonly clock: Clock.Clock
  readonly startedAt: bigint
  readonly parts: Array<MeasuredPart>
  /** The parent and the tracer of the parts' spans; undefined if the trace is not sampled. */
  readonly trace: { readonly parent: Tracer.AnySpan; readonly tracer: Tracer.Tracer } | undefined
}

/** A stopwatch that makes no spans, for a request that is not traced. */
export const startUntraced = (clock: Clock.Clock): Stopwatch => ({
  clock,
  startedAt: clock.monotonicTimeNanosUnsafe(),
  parts: [],
  trace: undefined
})

/** A stopwatch whose parts become spans of the fiber's trace, if that is sampled. */
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

/** Milliseconds, with a fraction, since the request arrived. */
export const elapsedMilliseconds = ({ clock, startedAt }: Stopwatch): number =>
  Math.max(0, Number(clock.monotonicTimeNanosUnsafe() - startedAt) / 1e6)

/** Starts a part and returns its span and the function that ends it. */
const begin = ({ clock, parts, trace }: Stopwatch, name: PartName) => {
  const start = clock.monotonicTimeNanosUnsafe()
  // The time of day is read only once, so that the span is as long as its part even if the clock is set.
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
 * Measures a part once, for both the stopwatch and the trace, so that `Server-Timing` and the trace always agree.
 *
 * If `work` has nothing to wait for, the part ends when `work` returns, without a step of the Effect runtime.
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

/** Like `measure`, for plain computation. */
export const measureComputed = <A>(stopwatch: Stopwatch, name: PartName, compute: () => A): A => {
  const { end } = begin(stopwatch, name)
  const value = compute()
  end(Exit.void)
  return value
}
