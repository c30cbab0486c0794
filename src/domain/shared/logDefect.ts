import { Cause, Effect } from "effect"

/** The names of what went wrong. Their messages could quote what must not be told. */
export const errorNames = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  Cause.prettyErrors(cause).map(({ name }) => name)

/**
 * Logs what nobody expected. With `Effect.catchCause` it keeps what runs all the time from ending without a word; who
 * is interrupted ends all the same.
 */
export const logDefect =
  (message: string) =>
  (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.annotateLogs(Effect.logError(message), { kind: errorNames(cause) })
