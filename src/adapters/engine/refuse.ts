import { CliError } from "effect/cli"

/** Ends the command with one sentence for the person at the terminal. */
export const refuse = (userMessage: string, cause: unknown = userMessage) =>
  new CliError.UserError({ cause, userMessage })
