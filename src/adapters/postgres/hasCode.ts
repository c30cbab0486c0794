import { Predicate } from "effect"

/** Whether an error has this code of the system's, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  Predicate.hasProperty(error, "code") && error.code === code
