import { Console, Schema } from "effect"
import type { Effect } from "effect"
import { Flag } from "effect/cli"

/** The operator asked for something that cannot be done. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String
}) {}

export const json = Flag.Boolean("json").pipe(
  // It takes no word after it, such as the "on" of `tenants shadow ten_… --json on`.
  Flag.withOptionalValue("true"),
  Flag.withDescription("Print exactly one JSON document"),
  Flag.withDefault(false)
)

type Plain = string | number | boolean | null

const isNested = (value: object | Plain): value is object => typeof value === "object" && value !== null

const line = (indent: string, name: string, value: object | Plain): string =>
  isNested(value) && Object.keys(value).length > 0
    ? `${indent}${name}:\n${describe(value, `${indent}  `)}`
    : `${indent}${name}: ${isNested(value) ? "none" : String(value ?? "-")}`

const describe = (value: object, indent = ""): string => {
  if (!Array.isArray(value))
    return Object.entries(value)
      .map(([name, field]) => line(indent, name, field))
      .join("\n")
  if (value.length === 0) return `${indent}none`
  return value
    .map((item) => (isNested(item) ? describe(item, indent) : `${indent}${String(item)}`))
    .join(value.some(isNested) ? "\n\n" : "\n")
}

/** Prints one JSON document for programs, or indented lines for people. */
export const print = (asJson: boolean, document: object): Effect.Effect<void> =>
  Console.log(asJson ? JSON.stringify(document) : describe(document))

/** Announces that a server has started, and at which address. */
export const announce = (
  asJson: boolean,
  name: string,
  url: string,
  more: object = {}
): Effect.Effect<void> =>
  asJson ? print(true, { ready: url, ...more }) : Console.log(`${name} ready on ${url}`)
