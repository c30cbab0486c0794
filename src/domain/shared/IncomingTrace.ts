import { Context } from "effect"

/** The `traceparent` header as the caller sent it; undefined if there was none. */
export const IncomingTrace = Context.Reference<string | undefined>("prescreen/domain/shared/IncomingTrace", {
  defaultValue: () => undefined
})
