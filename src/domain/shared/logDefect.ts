import { Cause, Effect } from "effect"

/** The names of what went wrong. Their messages could quote what must not be told. */
export const errorNames = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  Cause.prettyErrors(cause).map(({ name }) => name)

/**
 * Logs what nobody expected. As the handler of `Effect.catchCause` it keeps a loop that runs as long as the process
 * from ending silently; an interruption ends it all the same.
 */
export const logDefect =
  (message: string) =>
  (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.annotateLogs(Effect.logError(message), { kind: errorNames(cause) })
