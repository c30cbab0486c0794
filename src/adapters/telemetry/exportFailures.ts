import { Effect, Predicate } from "effect"
import type { Duration } from "effect"

/** Takes note of how an export ended: with an error, or without. */
export type Note = (outcome: { readonly error?: Error }) => void

/** The code of a Node error, or an HTTP status. Never the message, which could quote what was sent. */
const codeOf = (error: Error | undefined): string =>
  Predicate.hasProperty(error, "code") && (Predicate.isString(error.code) || Predicate.isNumber(error.code))
    ? String(error.code)
    : "no answer"

/** Takes note that an export begins, and returns the function to call when it ends. */
export type Begin = () => Note

/**
 * Logs a warning when the collector stops accepting exports, and a line when it accepts them again, however many
 * exports fail in between.
 *
 * An export that has not ended after `timeout` counts as failed. The exporter's own timeout starts only once it is
 * connected, and where packets are dropped, the system tries to connect for two minutes.
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
