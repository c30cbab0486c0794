import { Schema } from "effect"

export class RuleNotFound extends Schema.TaggedError<RuleNotFound>()("RuleNotFound", {
  rule: Schema.String
}) {}

/** One more rule would be more than the tenant may have. */
export class TooManyRules extends Schema.TaggedError<TooManyRules>()("TooManyRules", {
  allowed: Schema.Int,
  used: Schema.Int
}) {}
