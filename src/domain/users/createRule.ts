import { Effect, Schema } from "effect"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { Actor } from "../shared/Actor.ts"
import { PolicyId } from "../shared/ids.ts"
import type { TenantId } from "../shared/ids.ts"
import { TooManyRules } from "./errors.ts"
import type { RuleCondition } from "./Rule.ts"
import { Rules } from "./Rules.ts"
import type { RuleChange, RuleTerms } from "./Rules.ts"

/** What a rule is to count. There may be no policy of the id. */
export interface RequestedCondition extends Omit<RuleCondition, "policyId"> {
  readonly policy: string | null
}

/** What a rule is to say. */
export interface RequestedTerms extends Omit<RuleTerms, "when"> {
  readonly when: RequestedCondition
}

/** A rule to make. */
export interface CreateRule {
  readonly tenantId: TenantId
  readonly terms: RequestedTerms
  /** How many rules the tenant may have; null allows any number. */
  readonly allowed: number | null
  readonly actor: Actor
}

const isPolicyId = Schema.is(PolicyId)

/** The condition, of whose policy there has to be one. */
const conditionOf = Effect.fnUntraced(function* (
  tenantId: TenantId,
  { policy, ...condition }: RequestedCondition
) {
  if (policy === null) return { ...condition, policyId: null }
  const notFound = () => new PolicyNotFound({ policy })
  // Any other text names no policy, and does not reach the database.
  if (!isPolicyId(policy)) return yield* notFound()
  // The default policy is for who names none.
  yield* (yield* Policies).resolve(tenantId, policy, null).pipe(Effect.catchTag("NoDefaultPolicy", notFound))
  return { ...condition, policyId: policy }
})

/** Makes a rule. A tenant that has all that it may have is told so first. */
export const createRule = Effect.fn("createRule")(function* ({
  actor,
  allowed,
  tenantId,
  terms
}: CreateRule) {
  const rules = yield* Rules
  const used = allowed === null ? 0 : yield* rules.count(tenantId)
  if (allowed !== null && used >= allowed) return yield* new TooManyRules({ allowed, used })
  const when = yield* conditionOf(tenantId, terms.when)
  return yield* rules.create(tenantId, { ...terms, when }, allowed, actor)
})

/** Changes what is given of a rule and leaves the rest. */
export const changeRule = Effect.fn("changeRule")(function* (
  where: RuleChange,
  { when, ...terms }: Partial<RequestedTerms>
) {
  const rules = yield* Rules
  // That there is no such rule is told before what its condition lacks.
  yield* rules.find(where.tenantId, where.ruleId)
  const condition = when === undefined ? {} : { when: yield* conditionOf(where.tenantId, when) }
  return yield* rules.change(where, { ...terms, ...condition })
})
