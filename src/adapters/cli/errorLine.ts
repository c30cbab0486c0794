import { Cause } from "effect"
import { withoutKeys } from "./withoutKeys.ts"

/** What went wrong in one line, without API keys. */
export const errorLine = (cause: Cause.Cause<unknown>): string => {
  let error = Cause.squash(cause)
  // An error without a message of its own, such as that of a taken port, wraps one that has a message.
  while (error instanceof Error && error.message === "" && error.cause !== undefined) error = error.cause
  const [message = ""] = (error instanceof Error ? error.message : String(error)).split("\n")
  return withoutKeys(message)
}
