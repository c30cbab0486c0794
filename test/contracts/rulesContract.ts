import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { operator } from "../../src/domain/shared/Actor.ts"
import { nextRuleId } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { Rules } from "../../src/domain/users/Rules.ts"
import type { RuleTerms } from "../../src/domain/users/Rules.ts"
import { UserStates } from "../../src/domain/users/UserStates.ts"
import { terms, when } from "../domain/users/someRules.ts"
import { newWorkspace, policyId } from "../fixtures.ts"

const create = Effect.fnUntraced(function* (
  tenantId: TenantId,
  some: Partial<RuleTerms> = {},
  allowed: number | null = null
) {
  return yield* (yield* Rules).create(tenantId, terms(some), allowed, operator)
})

/** What every Rules does, whatever keeps them. */
export const rulesContract = <E>(
  name: string,
  implementation: Layer.Layer<Rules | UserStates | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("keeps a rule as it was made, and lists a tenant's own, newest first", () =>
      Effect.gen(function* () {
        const rules = yield* Rules
        const [{ tenantId }, other] = [yield* newWorkspace(), yield* newWorkspace()]
        const some: Partial<RuleTerms> = {
          name: "Ünïcode \u{1f98a} '\"\\",
          enabled: false,
          when: when({ outcomes: ["review", "block"], check: "adult", tag: "a\u0001", policyId }),
          count: 1_000,
          windowSeconds: 2_592_000,
          effect: { type: "pause", seconds: null }
        }
        const first = yield* create(tenantId, some)
        assert.deepStrictEqual(first, { id: first.id, ...terms(some) })
        const second = yield* create(tenantId)
        yield* create(other.tenantId)
        assert.deepStrictEqual(yield* rules.list(tenantId), [second, first])
        assert.deepStrictEqual(yield* rules.find(tenantId, first.id), first)
        assert.strictEqual(yield* rules.count(tenantId), 2)
      })
    )

    it.effect("finds, changes and removes no rule of another tenant, nor one that never was", () =>
      Effect.gen(function* () {
        const rules = yield* Rules
        const [mine, theirs] = [yield* newWorkspace(), yield* newWorkspace()]
        const { tenantId } = mine
        const foreign = yield* create(theirs.tenantId)
        for (const ruleId of [foreign.id, yield* nextRuleId]) {
          const where = { tenantId, ruleId, actor: operator }
          for (const refused of [
            rules.find(tenantId, ruleId),
            rules.change(where, { count: 9 }),
            rules.remove(where)
          ]) {
            assert.strictEqual((yield* Effect.flip(refused))._tag, "RuleNotFound")
          }
        }
        assert.deepStrictEqual(yield* rules.list(theirs.tenantId), [foreign])
      })
    )

    it.effect("changes what is given, and leaves the rest and the tenant's other rules", () =>
      Effect.gen(function* () {
        const rules = yield* Rules
        const { tenantId } = yield* newWorkspace()
        const rule = yield* create(tenantId)
        const other = yield* create(tenantId, { name: "another" })
        const where = { tenantId, ruleId: rule.id, actor: operator }
        assert.deepStrictEqual(yield* rules.find(tenantId, rule.id), rule)
        assert.deepStrictEqual(yield* rules.find(tenantId, other.id), other)
        assert.deepStrictEqual(yield* rules.change(where, {}), rule)
        assert.deepStrictEqual(yield* rules.change(where, { count: 9 }), { ...rule, count: 9 })
        const effect = { type: "pause", seconds: 5 } as const
        const changed = yield* rules.change(where, { effect, enabled: false })
        assert.deepStrictEqual(changed, { ...rule, count: 9, effect, enabled: false })
        assert.deepStrictEqual(yield* rules.remove(where), changed)
        assert.deepStrictEqual(yield* rules.list(tenantId), [other])
      })
    )

    it.effect("makes no more rules than allowed, of many at once", () =>
      Effect.gen(function* () {
        const { tenantId } = yield* newWorkspace()
        const results = yield* Effect.all(
          Array.from({ length: 20 }, () => Effect.result(create(tenantId, {}, 3))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(results.filter(Result.isSuccess), 3)
        for (const result of results.filter(Result.isFailure)) {
          assert.deepInclude(result.failure, { _tag: "TooManyRules", allowed: 3, used: 3 })
        }
      })
    )

    it.effect("tells a check of the enabled rules, oldest first, and of the modes with paused users", () =>
      Effect.gen(function* () {
        const rules = yield* Rules
        const users = yield* UserStates
        const workspace = yield* newWorkspace("live")
        const { tenantId } = workspace
        const watched = Effect.map(rules.watch(tenantId), ({ pausedModes, rules }) => [
          rules.map(({ id }) => id),
          [...pausedModes]
        ])
        assert.deepStrictEqual(yield* watched, [[], []])
        const [first, second] = [yield* create(tenantId), yield* create(tenantId)]
        assert.deepStrictEqual(yield* watched, [[first.id, second.id], []])
        yield* rules.change({ tenantId, ruleId: first.id, actor: operator }, { enabled: false })
        assert.deepStrictEqual(yield* watched, [[second.id], []])
        const change = { workspace, user: "u", actor: operator, note: null }
        yield* users.pause(change)
        assert.deepStrictEqual(yield* watched, [[second.id], ["live"]])
        yield* rules.remove({ tenantId, ruleId: second.id, actor: operator })
        yield* users.resume(change)
        assert.deepStrictEqual(yield* watched, [[], []])
      })
    )
  })
