import { Cause, Effect } from "effect"

/** The names of the errors, without their messages: a message could quote a prompt or a secret. */
export const errorNames = (cause: Cause.Cause<unknown>): ReadonlyArray<string> =>
  Cause.prettyErrors(cause).map(({ name }) => name)

/**
 * Logs an unexpected failure. As the handler of `Effect.catchCause`, it keeps a background loop from ending silently;
 * interruption still ends the loop.
 */
export const logDefect =
  (message: string) =>
  (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
    Effect.annotateLogs(Effect.logError(message), { kind: errorNames(cause) })
