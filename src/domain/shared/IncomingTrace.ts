import { Context } from "effect"

/** The `traceparent` that the caller sent, as it came; undefined where there was none. */
export const IncomingTrace = Context.Reference<string | undefined>("prescreen/domain/shared/IncomingTrace", {
  defaultValue: () => undefined
})
