import { Effect, Schema } from "effect"

/** The bundled server cannot run. The message is one line, meant for the operator. */
export class EmbeddedPostgresFailed extends Schema.TaggedError<EmbeddedPostgresFailed>()(
  "EmbeddedPostgresFailed",
  { message: Schema.String }
) {}

/** Says what was being done, and why it failed, on one line. */
export const failedTo =
  (what: string) =>
  (cause: unknown): EmbeddedPostgresFailed => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const [firstLine = ""] = reason.trim().split("\n")
    return new EmbeddedPostgresFailed({ message: `The embedded Postgres cannot ${what}: ${firstLine}` })
  }

/** Runs a promise of Node's whose failure stops the server from running. */
export const attempt = <A>(what: string, run: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: failedTo(what) })
