import { Option, Schema } from "effect"
import { parseMoment } from "../../wire/moments.ts"

/** A moment in a query, in ISO 8601. */
export const Moment = Schema.String.check(
  Schema.makeFilter(
    (text: string) =>
      Option.isSome(parseMoment(text)) ||
      "must be a time in ISO 8601, such as 2026-12-31T23:59:59.000Z, 2026-12-31T23:59:59+01:00 or 2026-12-31",
    { toJsonSchema: () => ({ examples: ["2026-12-31T23:59:59.000Z"] }) }
  )
)
