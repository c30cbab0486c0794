import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { gateWrite } from "../../domain/billing/gates.ts"
import { limitsOf } from "../../domain/billing/plans.ts"
import { stateAt } from "../../domain/billing/Subscription.ts"
import { PolicyNotFound } from "../../domain/policy/errors.ts"
import { Policies } from "../../domain/policy/Policies.ts"
import { createdAtOf, PolicyId, RuleId } from "../../domain/shared/ids.ts"
import { RuleNotFound } from "../../domain/users/errors.ts"
import type { Rule, RuleCondition } from "../../domain/users/Rule.ts"
import { Rules } from "../../domain/users/Rules.ts"
import { Api } from "./Api.ts"
import { actorOf, CurrentCaller } from "./Authorization.ts"
import { planFailures } from "./planFailures.ts"
import { failWith, failWithPlan } from "./problems.ts"
import type { ChangeRuleRequest, CreateRuleRequest, WireRule } from "./rules.api.ts"
import { storageFailures } from "./storageFailures.ts"

const toWireCondition = ({ check, outcomes, policyId, tag }: RuleCondition): WireRule["when"] => ({
  outcome: outcomes,
  ...(check === null ? {} : { check }),
  ...(tag === null ? {} : { tag }),
  ...(policyId === null ? {} : { policy: policyId })
})

const toWireRule = ({ count, effect, enabled, id, name, when, windowSeconds }: Rule): WireRule => ({
  id,
  name,
  enabled,
  when: toWireCondition(when),
  count,
  window_seconds: windowSeconds,
  then: effect,
  created_at: DateTime.formatIso(createdAtOf(id))
})

const isPolicyId = Schema.is(PolicyId)
const isRuleId = Schema.is(RuleId)

const named = Effect.fnUntraced(function* (id: string) {
  const { identity } = yield* CurrentCaller
  // Any other text names no rule, and does not reach the database.
  if (!isRuleId(id)) return yield* new RuleNotFound({ rule: id })
  return { tenantId: identity.tenantId, ruleId: id, actor: actorOf(identity) }
})

/** What a change is refused for before anything else of it is looked at. */
const admitChange = Effect.gen(function* () {
  const { identity, tenant } = yield* CurrentCaller
  if (identity.mode === "test") {
    return yield* failWith("test_key_forbidden", { detail: "Rules are made and changed with live keys." })
  }
  yield* Effect.fromResult(gateWrite(tenant.subscription, yield* DateTime.now))
})

/** The condition, of whose policy there has to be one. */
const toCondition = Effect.fnUntraced(function* ({ check, outcome, policy, tag }: WireRule["when"]) {
  const { identity } = yield* CurrentCaller
  const condition = { outcomes: outcome, check: check ?? null, tag: tag ?? null }
  if (policy === undefined) return { ...condition, policyId: null }
  if (!isPolicyId(policy)) return yield* new PolicyNotFound({ policy })
  yield* (yield* Policies).resolve(identity.tenantId, policy, null)
  return { ...condition, policyId: policy }
})

const notFound = { ...storageFailures, RuleNotFound: () => failWith("not_found") }

const changeFailures = { ...storageFailures, SubscriptionInactive: planFailures.SubscriptionInactive }

const policyFailures = {
  PolicyNotFound: () => failWith("policy_not_found"),
  // Only a check without a policy is told so, and no rule asks for one.
  NoDefaultPolicy: () => failWith("policy_not_found")
}

const create = Effect.fnUntraced(
  function* ({ count, enabled = true, name, then, when, window_seconds }: CreateRuleRequest) {
    yield* admitChange
    const { identity, tenant } = yield* CurrentCaller
    const { subscription } = tenant
    const { rules: allowed } = limitsOf(subscription.plan, tenant.limitOverrides)
    const rules = yield* Rules
    const tooMany = Effect.fnUntraced(function* (allowed: number, used: number) {
      const state = stateAt(subscription, yield* DateTime.now)
      const { plan } = subscription
      return yield* failWithPlan("plan_required", { plan, state, limit: "rules", allowed, used })
    })
    const used = allowed === null ? 0 : yield* rules.count(identity.tenantId)
    if (allowed !== null && used >= allowed) return yield* tooMany(allowed, used)
    const condition = yield* toCondition(when)
    const terms = { name, enabled, when: condition, count, windowSeconds: window_seconds, effect: then }
    const created = yield* rules
      .create(identity.tenantId, terms, allowed, actorOf(identity))
      .pipe(Effect.catchTag("TooManyRules", ({ allowed, used }) => tooMany(allowed, used)))
    return toWireRule(created)
  },
  Effect.catchTags({ ...changeFailures, ...policyFailures })
)

const change = Effect.fnUntraced(
  function* (id: string, { then, when, window_seconds, ...plain }: ChangeRuleRequest) {
    yield* admitChange
    const where = yield* named(id)
    const rules = yield* Rules
    yield* rules.find(where.tenantId, where.ruleId)
    const changed = yield* rules.change(where, {
      ...plain,
      ...(when === undefined ? {} : { when: yield* toCondition(when) }),
      ...(window_seconds === undefined ? {} : { windowSeconds: window_seconds }),
      ...(then === undefined ? {} : { effect: then })
    })
    return toWireRule(changed)
  },
  Effect.catchTags({ ...changeFailures, ...notFound, ...policyFailures })
)

export const RulesHandlers = HttpApiBuilder.group(Api, "rules", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* () {
      const { identity } = yield* CurrentCaller
      const rules = yield* (yield* Rules).list(identity.tenantId)
      return { data: rules.map(toWireRule) }
    }, Effect.catchTags(storageFailures)),
    get: Effect.fnUntraced(function* ({ params }) {
      const { ruleId, tenantId } = yield* named(params.id)
      return toWireRule(yield* (yield* Rules).find(tenantId, ruleId))
    }, Effect.catchTags(notFound)),
    create: ({ payload }) => create(payload),
    change: ({ params, payload }) => change(params.id, payload),
    remove: Effect.fnUntraced(
      function* ({ params }) {
        yield* admitChange
        return toWireRule(yield* (yield* Rules).remove(yield* named(params.id)))
      },
      Effect.catchTags({ ...changeFailures, ...notFound })
    )
  })
)
