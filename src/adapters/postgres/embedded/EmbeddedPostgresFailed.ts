import { Effect, Predicate, Schema } from "effect"

/** The bundled server cannot run. The message is one line, meant for the operator. */
export class EmbeddedPostgresFailed extends Schema.TaggedError<EmbeddedPostgresFailed>()(
  "EmbeddedPostgresFailed",
  { message: Schema.String }
) {}

/** The last thing that one of Postgres's programs wrote before it gave up, without the time and the pid. */
export const reasonIn = (text: string): string | undefined => {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const line = lines.findLast((line) => /(FATAL|error): /.test(line)) ?? lines.at(-1)
  return line?.replace(/^.*?(FATAL|error): +/, "")
}

/** A program's own words say more than the fact that it failed. */
const reasonOf = (cause: unknown): string => {
  const said =
    Predicate.hasProperty(cause, "stderr") && Predicate.isString(cause.stderr)
      ? reasonIn(cause.stderr)
      : undefined
  return said ?? (cause instanceof Error ? cause.message : String(cause))
}

/** Says on one line what was being done and why it failed. */
export const failedTo =
  (what: string) =>
  (cause: unknown): EmbeddedPostgresFailed => {
    const [firstLine = ""] = reasonOf(cause).trim().split("\n")
    return new EmbeddedPostgresFailed({ message: `The embedded Postgres cannot ${what}: ${firstLine}` })
  }

/** Runs a promise of Node's without which the server cannot run. */
export const attempt = <A>(what: string, run: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: failedTo(what) })
