import { Schema } from "effect"

/** A parameter of a query that switches something on. To leave it off, it is left out. */
export const On = Schema.Literals(["1", "true"]).annotate({ message: 'must be "1" or "true"' })

export const Reveal = On.annotate({
  description: "Refused with a 403: no API key may read a redacted prompt."
})
