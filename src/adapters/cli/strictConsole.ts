import { Console, Layer, Schema } from "effect"
import { stdout } from "node:process"

/** The command may have done its work, but nobody can have read its output. */
class OutputLost extends Schema.TaggedError<OutputLost>()("OutputLost", { reason: Schema.String }) {
  override get message() {
    return `standard output could not be written, so what it was to say is lost: ${this.reason}`
  }
}

/**
 * A console that fails if its output cannot be written, which Node's own ignores. Files, terminals and pipes are
 * written before `log` returns, so the failure is known by then. With `mayGo`, a reader that closed the pipe is no
 * failure.
 */
const strictConsole = (mayGo: boolean): Console.Console => ({
  ...globalThis.console,
  log: (...texts) => {
    globalThis.console.log(...texts)
    const { errored } = stdout
    if (errored === null || (mayGo && isReaderGone(errored))) return
    throw new OutputLost({ reason: errored.message })
  }
})

const isReaderGone = (error: NodeJS.ErrnoException): boolean => error.code === "EPIPE"

/** Makes a command fail if it cannot print: its output may contain keys, which are shown only once. */
export const StrictConsoleLayer = Layer.succeed(Console.Console, strictConsole(false))

/** For a server. Its reader may have seen enough and gone, which is no reason to stop. */
export const ServerConsoleLayer = Layer.succeed(Console.Console, strictConsole(true))
