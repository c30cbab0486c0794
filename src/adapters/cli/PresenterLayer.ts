import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"
import type { CliError } from "effect/cli"
import { withoutKeys } from "./withoutKeys.ts"

/** What a schema demands of a value, without the framework's introduction; undefined for other errors. */
const ruleOf = (expected: string) => /^Schema validation failed: (.+)$/s.exec(expected)?.[1]

const wordsOf = (error: CliError.NonShowHelpErrors): string => {
  if (error._tag !== "InvalidValue") return error.message
  const rule = ruleOf(error.expected)
  const name = error.kind === "flag" ? `--${error.option}` : `<${error.option}>`
  return rule === undefined ? error.message : `${name} cannot be "${error.value}": it ${rule}`
}

/** Puts into one line what the framework spreads over several, such as its suggestions below the error. */
const inOneLine = (text: string): string =>
  text.replace(/\s*Did you mean this\?\s*/, "; there is ").replaceAll(/\s*\n\s*/g, ", ")

const lineOf = (commandPath: ReadonlyArray<string>) => (error: CliError.NonShowHelpErrors) =>
  `prescreen: ${withoutKeys(inOneLine(wordsOf(error)))} (see ${commandPath.join(" ")} --help)`

const onStandardError: Console.Console = {
  ...globalThis.console,
  log: (...texts) => {
    globalThis.console.error(...texts)
  }
}

/**
 * For a command that was not understood, prints only the error, on standard error: the help would hide it. Help that
 * answers an incomplete command goes to standard error as well.
 */
export const PresenterLayer = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag === "InvalidInvocation") {
      return Console.error(event.errors.map(lineOf(event.commandPath)).join("\n"))
    }
    const presented = CliOutput.defaultPresenter.present(event)
    return event._tag === "Help" && event.reason === "Implicit"
      ? Effect.provideService(presented, Console.Console, onStandardError)
      : presented
  }
})
