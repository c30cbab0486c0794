import { Console, Effect, Layer, Schema } from "effect"
import { stderr, stdout } from "node:process"

/** The command may have done its work, but nobody can have read its output. */
class OutputLost extends Schema.TaggedError<OutputLost>()("OutputLost", { reason: Schema.String }) {
  override get message() {
    return `standard output could not be written, so what it was to say is lost: ${this.reason}`
  }
}

/**
 * A console that fails if its output cannot be written, which Node's own ignores. Files, terminals and pipes are
 * written before `log` returns, so the failure is known by then. If `readerMayLeave`, a reader that closed the pipe is
 * no failure.
 */
const checkedConsole = ({ readerMayLeave }: { readonly readerMayLeave: boolean }): Console.Console => ({
  ...globalThis.console,
  log: (...texts) => {
    globalThis.console.log(...texts)
    const { errored } = stdout
    if (errored === null || (readerMayLeave && hasReaderLeft(errored))) return
    throw new OutputLost({ reason: errored.message })
  }
})

const hasReaderLeft = (error: NodeJS.ErrnoException): boolean => error.code === "EPIPE"

/** Makes a command fail if it cannot print: its output may contain keys, which are shown only once. */
export const CommandConsoleLayer = Layer.succeed(Console.Console, checkedConsole({ readerMayLeave: false }))

/**
 * For a server. Its reader may have seen enough and gone, which is no reason to stop; nor is it that the log's reader
 * died or the log's disk is full, which would otherwise end the process with the second line that cannot be written.
 */
export const ServerConsoleLayer = Layer.effect(
  Console.Console,
  Effect.sync(() => {
    stderr.on("error", () => undefined)
    return checkedConsole({ readerMayLeave: true })
  })
)
