import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import { operator } from "../../../src/domain/shared/Actor.ts"
import { nextPolicyId, nextRuleId, nextTenantId } from "../../../src/domain/shared/ids.ts"
import { changeRule, createRule } from "../../../src/domain/users/createRule.ts"
import type { RequestedTerms } from "../../../src/domain/users/createRule.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryPolicies } from "../../fakes/InMemoryPolicies.ts"
import { InMemoryRules } from "../../fakes/InMemoryRules.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { newPolicy } from "../../fixtures.ts"
import { terms } from "./someRules.ts"

const InMemory = Layer.mergeAll(InMemoryPolicies, InMemoryRules).pipe(
  Layer.provideMerge(InMemoryDecisionLog),
  Layer.provideMerge(SeededRandom)
)

const requested = (policy: string | null): RequestedTerms => ({
  ...terms(),
  when: { outcomes: ["block"], check: null, tag: null, policy }
})

const reasonOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

layer(InMemory)("a rule", (it) => {
  it.effect("counts the decisions under any policy, or under one that the tenant has", () =>
    Effect.gen(function* () {
      const tenantId = yield* nextTenantId
      const { id } = yield* (yield* Policies).create(tenantId, newPolicy())
      const create = (policy: string | null) =>
        createRule({ tenantId, terms: requested(policy), allowed: null, actor: operator })
      assert.isNull((yield* create(null)).when.policyId)
      const rule = yield* create(id)
      assert.strictEqual(rule.when.policyId, id)

      const where = { tenantId, ruleId: rule.id, actor: operator }
      assert.isNull((yield* changeRule(where, { when: requested(null).when })).when.policyId)
      for (const other of ["nonsense", yield* nextPolicyId]) {
        assert.strictEqual(yield* reasonOf(create(other)), "PolicyNotFound")
        assert.strictEqual(
          yield* reasonOf(changeRule(where, { when: requested(other).when })),
          "PolicyNotFound"
        )
      }
    })
  )

  it.effect("is refused for the plan, and is looked for, before its policy is", () =>
    Effect.gen(function* () {
      const tenantId = yield* nextTenantId
      const unknown = requested("nonsense")
      const create = createRule({ tenantId, terms: unknown, allowed: 0, actor: operator })
      assert.strictEqual(yield* reasonOf(create), "TooManyRules")
      const where = { tenantId, ruleId: yield* nextRuleId, actor: operator }
      assert.strictEqual(yield* reasonOf(changeRule(where, unknown)), "RuleNotFound")
    })
  )
})
