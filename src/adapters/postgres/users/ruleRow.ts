import { Schema } from "effect"
import { Outcome } from "../../../domain/policy/Action.ts"
import { CheckId } from "../../../domain/policy/CheckId.ts"
import { PolicyId, RuleId } from "../../../domain/shared/ids.ts"
import type { Rule } from "../../../domain/users/Rule.ts"
import type { RuleTerms } from "../../../domain/users/Rules.ts"
import { ruleIdOf } from "../uuid.ts"

const RuleEffect = Schema.Union([
  Schema.Struct({ type: Schema.Literal("tag"), tag: Schema.String }),
  Schema.Struct({ type: Schema.Literal("pause"), seconds: Schema.NullOr(Schema.Int) })
])

/** An applied rule as a decision stores it. */
export const StoredAppliedRule = Schema.Struct({
  id: RuleId,
  name: Schema.String,
  count: Schema.Int,
  windowSeconds: Schema.Int,
  effect: RuleEffect
})

/** What a rule counts and what it does. It is always read as a whole and never searched, so it is one JSON document. */
const Terms = Schema.Struct({
  when: Schema.Struct({
    outcomes: Schema.Array(Outcome),
    check: Schema.NullOr(CheckId),
    tag: Schema.NullOr(Schema.String),
    policyId: Schema.NullOr(PolicyId)
  }),
  count: Schema.Int,
  windowSeconds: Schema.Int,
  effect: RuleEffect
})

const RuleRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  enabled: Schema.Boolean,
  terms: Terms
})

export const decodeRuleRow = Schema.decodeUnknownEffect(RuleRow)

export const toRule = ({ enabled, id, name, terms }: typeof RuleRow.Type): Rule => ({
  id: ruleIdOf(id),
  name,
  enabled,
  ...terms
})

/** The JSON that the column `terms` holds. */
export const termsOf = ({ count, effect, when, windowSeconds }: RuleTerms): string =>
  JSON.stringify({ when, count, windowSeconds, effect } satisfies typeof Terms.Type)
