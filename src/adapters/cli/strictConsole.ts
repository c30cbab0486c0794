import { Console, Layer, Schema } from "effect"
import { stdout } from "node:process"

/** What was asked for may be done, but nobody can have read what came of it. */
class OutputLost extends Schema.TaggedError<OutputLost>()("OutputLost", { reason: Schema.String }) {
  override get message() {
    return `standard output could not be written, so what it was to say is lost: ${this.reason}`
  }
}

/** Node's own console passes over what it cannot write. Files, terminals and pipes are written before `log` returns. */
const strictConsole: Console.Console = {
  ...globalThis.console,
  log: (...texts) => {
    globalThis.console.log(...texts)
    if (stdout.errored !== null) throw new OutputLost({ reason: stdout.errored.message })
  }
}

/** Has a command fail that cannot print: it may have printed keys, which are shown once. */
export const StrictConsoleLayer = Layer.succeed(Console.Console, strictConsole)
