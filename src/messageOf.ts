import { Cause } from "effect"

/** What a command that failed tells its operator: one line. */
export const messageOf = (cause: Cause.Cause<unknown>): string => {
  let error = Cause.squash(cause)
  // An error without words of its own, such as a port that is taken, wraps one that has them.
  while (error instanceof Error && error.message === "" && error.cause !== undefined) error = error.cause
  const message = error instanceof Error ? error.message : String(error)
  return message.split("\n")[0] ?? ""
}
