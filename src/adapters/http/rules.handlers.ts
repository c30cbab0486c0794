import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isRuleId } from "../../domain/shared/ids.ts"
import { limitsOfTenant } from "../../domain/tenancy/Tenant.ts"
import { changeRule, createRule } from "../../domain/users/createRule.ts"
import type { RequestedCondition } from "../../domain/users/createRule.ts"
import { RuleNotFound } from "../../domain/users/errors.ts"
import type { Rule, RuleCondition } from "../../domain/users/Rule.ts"
import { Rules } from "../../domain/users/Rules.ts"
import { wireCreatedAt } from "../wire/moments.ts"
import { actorOf, CurrentCaller } from "./access/Authorization.ts"
import { writeFailures, writingCaller } from "./access/writingCaller.ts"
import { Api } from "./Api.ts"
import { inTenantTurn, writeList } from "./lists/largeList.ts"
import { planRequired } from "./problems/planFailures.ts"
import { failWith } from "./problems/problems.ts"
import { storageFailures } from "./problems/storageFailures.ts"
import type { ChangeRuleRequest, CreateRuleRequest, WireRule } from "./rules.api.ts"

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
  created_at: wireCreatedAt(id)
})

const named = Effect.fnUntraced(function* (id: string) {
  const { identity } = yield* CurrentCaller
  // Any other text names no rule, so the database is not asked.
  if (!isRuleId(id)) return yield* new RuleNotFound({ rule: id })
  return { tenantId: identity.tenantId, ruleId: id, actor: actorOf(identity) }
})

/** The caller of a change. A test key is refused before anything else about the request is looked at. */
const liveWriter = Effect.gen(function* () {
  const { identity } = yield* CurrentCaller
  if (identity.mode === "test") {
    return yield* failWith("test_key_forbidden", { detail: "Rules are made and changed with live keys." })
  }
  return yield* writingCaller
})

const toCondition = ({ check, outcome, policy, tag }: WireRule["when"]): RequestedCondition => ({
  outcomes: outcome,
  check: check ?? null,
  tag: tag ?? null,
  policy: policy ?? null
})

const notFound = { ...storageFailures, RuleNotFound: () => failWith("not_found") }

const policyFailures = { PolicyNotFound: () => failWith("policy_not_found") }

const create = Effect.fnUntraced(
  function* ({ count, enabled = true, name, then, when, window_seconds }: CreateRuleRequest) {
    const { identity, tenant } = yield* liveWriter
    const created = yield* createRule({
      tenantId: identity.tenantId,
      terms: { name, enabled, when: toCondition(when), count, windowSeconds: window_seconds, effect: then },
      allowed: limitsOfTenant(tenant).rules,
      actor: actorOf(identity)
    })
    return toWireRule(created)
  },
  Effect.catchTags({ ...writeFailures, ...policyFailures, TooManyRules: planRequired("rules") })
)

const change = Effect.fnUntraced(
  function* (id: string, { then, when, window_seconds, ...plain }: ChangeRuleRequest) {
    yield* liveWriter
    const changed = yield* changeRule(yield* named(id), {
      ...plain,
      ...(when === undefined ? {} : { when: toCondition(when) }),
      ...(window_seconds === undefined ? {} : { windowSeconds: window_seconds }),
      ...(then === undefined ? {} : { effect: then })
    })
    return toWireRule(changed)
  },
  Effect.catchTags({ ...writeFailures, ...notFound, ...policyFailures })
)

export const RulesHandlers = HttpApiBuilder.group(Api, "rules", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* () {
      const { identity } = yield* CurrentCaller
      const rules = yield* Rules
      const read = Effect.flatMap(rules.list(identity.tenantId), (all) => writeList(all, toWireRule))
      return yield* inTenantTurn(identity.tenantId)(read)
    }, Effect.catchTags(storageFailures)),
    get: Effect.fnUntraced(function* ({ params }) {
      const { ruleId, tenantId } = yield* named(params.id)
      return toWireRule(yield* (yield* Rules).find(tenantId, ruleId))
    }, Effect.catchTags(notFound)),
    create: ({ payload }) => create(payload),
    change: ({ params, payload }) => change(params.id, payload),
    remove: Effect.fnUntraced(
      function* ({ params }) {
        yield* liveWriter
        return toWireRule(yield* (yield* Rules).remove(yield* named(params.id)))
      },
      Effect.catchTags({ ...writeFailures, ...notFound })
    )
  })
)
