import { Order, Schema } from "effect"

/** What a policy does when a check reaches a line. A tag labels the decision and allows it. */
export const Action = Schema.Union([
  Schema.Struct({ type: Schema.tag("block") }),
  Schema.Struct({ type: Schema.tag("review") }),
  Schema.Struct({ type: Schema.tag("allow") }),
  Schema.Struct({ type: Schema.tag("tag"), tag: Schema.NonEmptyString })
]).pipe(Schema.toTaggedUnion("type"))
export type Action = typeof Action.Type

/** The result of a decision. */
export const Outcome = Schema.Literals(["allow", "review", "block"])
export type Outcome = typeof Outcome.Type

/** The outcome of a decision if this is its only action. */
export const outcomeOf = (action: Action): Outcome => (action.type === "tag" ? "allow" : action.type)

const severity: Readonly<Record<Outcome, number>> = { allow: 0, review: 1, block: 2 }

/** Orders outcomes from the mildest to the most severe. */
export const bySeverity: Order.Order<Outcome> = Order.mapInput(Order.Number, (outcome) => severity[outcome])

export const mostSevere = Order.max(bySeverity)
