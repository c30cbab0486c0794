import { Console, Effect, Schema } from "effect"
import { Flag } from "effect/cli"

/** The operator asked for something that cannot be done. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String
}) {}

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print exactly one JSON document"),
  Flag.withDefault(false)
)

const describe = (value: unknown, indent = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.length === 0 ? [`${indent}none`] : value.flatMap((item) => [...describe(item, indent), ""])
  if (typeof value !== "object" || value === null) return [`${indent}${String(value)}`]
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === "object" && field !== null
      ? [`${indent}${name}:`, ...describe(field, `${indent}  `)]
      : [`${indent}${name}: ${field === null ? "-" : String(field)}`]
  )
}

/** One JSON document for programs, indented lines for people. */
export const print = (asJson: boolean, document: object): Effect.Effect<void> =>
  Console.log(asJson ? JSON.stringify(document) : describe(document).join("\n").trimEnd())
