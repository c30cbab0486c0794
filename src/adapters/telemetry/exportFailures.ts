import { Effect, Predicate } from "effect"

/** Takes note of how an export ended: with an error, or well. */
export type Note = (outcome: { readonly error?: Error }) => void

/** A Node error's code or an HTTP status. The message could quote what was sent. */
const codeOf = (error: Error | undefined): string =>
  Predicate.hasProperty(error, "code") && (Predicate.isString(error.code) || Predicate.isNumber(error.code))
    ? String(error.code)
    : "no answer"

/**
 * Warns when the collector stops taking what it is sent, and says when it takes it again: one line each, however
 * many exports fail in between.
 */
export const watchExports = Effect.map(Effect.context(), (context) => {
  const fork = Effect.runForkWith(context)
  const failing = new Set<string>()

  return (signal: "traces" | "metrics"): Note =>
    ({ error }) => {
      const wasWell = failing.size === 0
      if (error === undefined) failing.delete(signal)
      else failing.add(signal)
      if (wasWell && failing.size > 0) {
        fork(
          Effect.logWarning("The OpenTelemetry collector cannot be reached, or refuses what it is sent").pipe(
            Effect.annotateLogs({ signal, reason: codeOf(error) })
          )
        )
      }
      if (!wasWell && failing.size === 0)
        fork(Effect.logInfo("The OpenTelemetry collector takes what it is sent"))
    }
})
