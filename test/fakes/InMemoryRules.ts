import { DateTime, Effect, Layer, Ref } from "effect"
import { SecureRandom } from "effect/crypto"
import { nextRuleId } from "../../src/domain/shared/ids.ts"
import type { RuleId, TenantId } from "../../src/domain/shared/ids.ts"
import { RuleNotFound, TooManyRules } from "../../src/domain/users/errors.ts"
import type { Rule } from "../../src/domain/users/Rule.ts"
import { Rules } from "../../src/domain/users/Rules.ts"
import { isInForce } from "../../src/domain/users/UserStates.ts"
import { HeldUsers, userKey } from "./HeldUsers.ts"

interface HeldRule {
  readonly tenantId: TenantId
  readonly rule: Rule
}

/** Rules that are gone with the test. */
export const InMemoryRules = Layer.effect(
  Rules,
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const { states } = yield* HeldUsers
    const held = yield* Ref.make<ReadonlyArray<HeldRule>>([])

    const list = (tenantId: TenantId) =>
      Effect.map(Ref.get(held), (all) =>
        all
          .filter((one) => one.tenantId === tenantId)
          .map(({ rule }) => rule)
          .toReversed()
      )

    const find = Effect.fnUntraced(function* (tenantId: TenantId, ruleId: RuleId) {
      const rule = (yield* list(tenantId)).find(({ id }) => id === ruleId)
      return rule === undefined ? yield* new RuleNotFound({ rule: ruleId }) : rule
    })

    const pausedIn = Effect.fnUntraced(function* (tenantId: TenantId) {
      const now = yield* DateTime.now
      const users = [...(yield* Ref.get(states))].filter(
        ([, { pause }]) => pause !== null && isInForce(pause, now)
      )
      return new Set(
        (["live", "test"] as const).filter((mode) =>
          users.some(([key]) => key.startsWith(userKey({ tenantId, mode }, "").slice(0, -3)))
        )
      )
    })

    return Rules.of({
      watch: Effect.fnUntraced(function* (tenantId) {
        const rules = (yield* list(tenantId)).filter(({ enabled }) => enabled).toReversed()
        return { rules, pausedModes: yield* pausedIn(tenantId) }
      }),
      count: (tenantId) => Effect.map(list(tenantId), ({ length }) => length),
      list,
      find,
      create: Effect.fnUntraced(
        function* (tenantId, terms, allowed) {
          const rule = { id: yield* nextRuleId, ...terms }
          const used = yield* Ref.modify(held, (all) => {
            const used = all.filter((one) => one.tenantId === tenantId).length
            return [used, allowed !== null && used >= allowed ? all : [...all, { tenantId, rule }]]
          })
          return allowed !== null && used >= allowed ? yield* new TooManyRules({ allowed, used }) : rule
        },
        Effect.provideService(SecureRandom.SecureRandom, random)
      ),
      change: Effect.fnUntraced(function* ({ ruleId, tenantId }, terms) {
        const changed = { ...(yield* find(tenantId, ruleId)), ...terms }
        yield* Ref.update(held, (all) =>
          all.map((one) => (one.rule.id === ruleId ? { tenantId, rule: changed } : one))
        )
        return changed
      }),
      remove: Effect.fnUntraced(function* ({ ruleId, tenantId }) {
        const rule = yield* find(tenantId, ruleId)
        yield* Ref.update(held, (all) => all.filter((one) => one.rule.id !== ruleId))
        return rule
      })
    })
  })
)
