import { Cause, Effect, Exit, Logger, References, Tracer } from "effect"
import { recordingTracer } from "../../fakes/recordingTracer.ts"

const nameAndEnd = ({ attributes, events, name, status }: Tracer.NativeSpan) => {
  const end = status._tag === "Ended" && Exit.isFailure(status.exit) ? Cause.pretty(status.exit.cause) : ""
  return [name, JSON.stringify([...attributes]), JSON.stringify(events.map(([event]) => event)), end].join(
    " "
  )
}

/** Runs an effect and returns all that an operator could see of it: its log lines and its spans. */
export const seenBy = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const lines: Array<string> = []
  const { spans, tracer } = recordingTracer()
  yield* effect.pipe(
    Effect.tapCause((cause) => Effect.logError("failed", cause)),
    Effect.tapError((error) => Effect.logError(JSON.stringify(error))),
    Effect.exit,
    Effect.provideService(References.MinimumLogLevel, "Trace"),
    Effect.provide(Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])),
    Effect.provideService(Tracer.Tracer, tracer)
  )
  return { lines, spans: spans.map(nameAndEnd) }
})
