import { Effect } from "effect"
import { PolicyNotFound } from "../policy/errors.ts"
import { Policies } from "../policy/Policies.ts"
import type { Actor } from "../shared/Actor.ts"
import { ensureRoom } from "../shared/ensureRoom.ts"
import { isPolicyId } from "../shared/ids.ts"
import type { TenantId } from "../shared/ids.ts"
import { TooManyRules } from "./errors.ts"
import type { RuleCondition } from "./Rule.ts"
import { Rules } from "./Rules.ts"
import type { RuleChange, RuleTerms } from "./Rules.ts"

/** A rule's condition as requested. `policy` need not be the id of a policy. */
export interface RequestedCondition extends Omit<RuleCondition, "policyId"> {
  readonly policy: string | null
}

/** A rule's terms as requested. */
export interface RequestedTerms extends Omit<RuleTerms, "when"> {
  readonly when: RequestedCondition
}

/** A request to make a rule. */
export interface CreateRule {
  readonly tenantId: TenantId
  readonly terms: RequestedTerms
  /** The most rules that the tenant may have; null allows any number. */
  readonly allowed: number | null
  readonly actor: Actor
}

/** The condition with its policy's id; fails if there is no such policy. */
const conditionOf = Effect.fnUntraced(function* (
  tenantId: TenantId,
  { policy, ...condition }: RequestedCondition
) {
  if (policy === null) return { ...condition, policyId: null }
  const notFound = () => new PolicyNotFound({ policy })
  // Any other text names no policy and never reaches the database.
  if (!isPolicyId(policy)) return yield* notFound()
  // `NoDefaultPolicy` is for requests that name no policy, and this one names one.
  yield* (yield* Policies).resolve(tenantId, policy, null).pipe(Effect.catchTag("NoDefaultPolicy", notFound))
  return { ...condition, policyId: policy }
})

/** Makes a rule. A tenant that already has all the rules it may have is refused before anything else is looked at. */
export const createRule = Effect.fn("createRule")(function* ({
  actor,
  allowed,
  tenantId,
  terms
}: CreateRule) {
  const rules = yield* Rules
  yield* ensureRoom(allowed, rules.count(tenantId), (standing) => new TooManyRules(standing))
  const when = yield* conditionOf(tenantId, terms.when)
  return yield* rules.create(tenantId, { ...terms, when }, allowed, actor)
})

/** Changes the given fields of a rule and leaves the others as they are. */
export const changeRule = Effect.fn("changeRule")(function* (
  where: RuleChange,
  { when, ...terms }: Partial<RequestedTerms>
) {
  const rules = yield* Rules
  // A missing rule is reported before a missing policy in its condition.
  yield* rules.find(where.tenantId, where.ruleId)
  const condition = when === undefined ? {} : { when: yield* conditionOf(where.tenantId, when) }
  return yield* rules.change(where, { ...terms, ...condition })
})
