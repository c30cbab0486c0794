import { Console, Layer, Schema } from "effect"
import { stdout } from "node:process"

/** What was asked for may be done, but nobody can have read what came of it. */
class OutputLost extends Schema.TaggedError<OutputLost>()("OutputLost", { reason: Schema.String }) {
  override get message() {
    return `standard output could not be written, so what it was to say is lost: ${this.reason}`
  }
}

/** Node's own console passes over what it cannot write. Files, terminals and pipes are written before `log` returns. */
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

/** Has a command fail that cannot print: it may have printed keys, which are shown once. */
export const StrictConsoleLayer = Layer.succeed(Console.Console, strictConsole(false))

/** For a server, whose reader may have seen enough: that is no reason to stop. */
export const ServerConsoleLayer = Layer.succeed(Console.Console, strictConsole(true))
