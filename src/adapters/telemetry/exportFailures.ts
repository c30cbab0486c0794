import { Effect, Predicate } from "effect"
import type { Duration } from "effect"

/** Takes note of how an export ended: with an error, or well. */
export type Note = (outcome: { readonly error?: Error }) => void

/** A Node error's code or an HTTP status. The message could quote what was sent. */
const codeOf = (error: Error | undefined): string =>
  Predicate.hasProperty(error, "code") && (Predicate.isString(error.code) || Predicate.isNumber(error.code))
    ? String(error.code)
    : "no answer"

/** Notes that an export begins, and gives what takes note of its end. */
export type Begin = () => Note

/**
 * Warns when the collector stops taking what it is sent, and says when it takes it again: one line each, however
 * many exports fail in between.
 *
 * An export that has not ended after `timeout` has failed. The exporter's own begins when it is connected, and where
 * packets are dropped the system tries to connect for two minutes.
 */
export const watchExports = Effect.map(Effect.context(), (context) => {
  const fork = Effect.runForkWith(context)
  const failing = new Set<string>()

  return (signal: "traces" | "metrics", timeout: Duration.Duration): Begin => {
    const note: Note = ({ error }) => {
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
    const late = Effect.delay(
      Effect.sync(() => note({ error: new Error("late") })),
      timeout
    )
    return () => {
      const waiting = fork(late)
      return (outcome) => {
        waiting.interruptUnsafe()
        note(outcome)
      }
    }
  }
})
