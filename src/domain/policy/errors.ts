import { Schema } from "effect"

export class PolicyNotFound extends Schema.TaggedError<PolicyNotFound>()("PolicyNotFound", {
  policy: Schema.String
}) {}

export class PolicyVersionNotFound extends Schema.TaggedError<PolicyVersionNotFound>()(
  "PolicyVersionNotFound",
  {
    policy: Schema.String,
    version: Schema.Int
  }
) {}

/** The request named no policy, and the tenant has no default one. */
export class NoDefaultPolicy extends Schema.TaggedError<NoDefaultPolicy>()("NoDefaultPolicy", {}) {}

export class UnknownPreset extends Schema.TaggedError<UnknownPreset>()("UnknownPreset", {
  preset: Schema.String
}) {}

/** The document has the right shape but breaks rules, all of which are listed. */
export class InvalidPolicy extends Schema.TaggedError<InvalidPolicy>()("InvalidPolicy", {
  /** One line per broken rule, each starting with the path inside the document. */
  issues: Schema.Array(Schema.String)
}) {}

/** One more policy would be more than the tenant may have. */
export class TooManyPolicies extends Schema.TaggedError<TooManyPolicies>()("TooManyPolicies", {
  allowed: Schema.Int,
  used: Schema.Int
}) {}
