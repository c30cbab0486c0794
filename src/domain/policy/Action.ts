import { Schema } from "effect"

/** What a policy does when a check reaches a line. A tag labels and allows. */
export const Action = Schema.Union([
  Schema.Struct({ type: Schema.tag("block") }),
  Schema.Struct({ type: Schema.tag("review") }),
  Schema.Struct({ type: Schema.tag("allow") }),
  Schema.Struct({ type: Schema.tag("tag"), tag: Schema.NonEmptyString })
]).pipe(Schema.toTaggedUnion("type"))
export type Action = typeof Action.Type

export const Outcome = Schema.Literals(["allow", "review", "block"])
export type Outcome = typeof Outcome.Type
