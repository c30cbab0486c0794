import { Context, Effect, Tracer } from "effect"

/** The current span, for later or remote work to link to; undefined unless it is sampled. */
export const sampledSpan: Effect.Effect<Tracer.AnySpan | undefined> = Effect.withFiber(({ context }) => {
  const span = Context.getOrUndefined(context, Tracer.ParentSpan)
  return Effect.succeed(span?.sampled === true ? span : undefined)
})
