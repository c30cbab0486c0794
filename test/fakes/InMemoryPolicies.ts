import { Context, Effect, Layer, Ref } from "effect"
import { SecureRandom } from "effect/crypto"
import { NoDefaultPolicy, PolicyNotFound } from "../../src/domain/policy/errors.ts"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { ResolvedPolicy } from "../../src/domain/policy/Policy.ts"
import { nextPolicyId } from "../../src/domain/shared/ids.ts"
import type { PolicyId, TenantId } from "../../src/domain/shared/ids.ts"

interface HeldPolicy extends ResolvedPolicy {
  readonly tenantId: TenantId
  readonly isDefault: boolean
}

/** The policies that the fake holds. */
export class HeldPolicies extends Context.Service<HeldPolicies, Ref.Ref<ReadonlyArray<HeldPolicy>>>()(
  "prescreen/test/fakes/HeldPolicies"
) {}

interface Question {
  readonly policyId: PolicyId | null
  readonly version: number | null
}

/** What `resolve` was asked, oldest first. */
export class ResolvedQuestions extends Context.Service<ResolvedQuestions, Ref.Ref<ReadonlyArray<Question>>>()(
  "prescreen/test/fakes/ResolvedQuestions"
) {}

export const InMemoryPolicies = Layer.effectContext(
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const held = yield* Ref.make<ReadonlyArray<HeldPolicy>>([])
    const questions = yield* Ref.make<ReadonlyArray<Question>>([])
    const ofTenant = (tenantId: TenantId) =>
      Effect.map(Ref.get(held), (all) => all.filter((policy) => policy.tenantId === tenantId))

    const policies = Policies.of({
      resolve: Effect.fnUntraced(function* (tenantId, policyId, version) {
        yield* Ref.update(questions, (earlier) => [...earlier, { policyId, version }])
        const own = yield* ofTenant(tenantId)
        const policy = own.find(({ id, isDefault }) => (policyId === null ? isDefault : id === policyId))
        if (policy === undefined) {
          return yield* policyId === null ? new NoDefaultPolicy() : new PolicyNotFound({ policy: policyId })
        }
        const { document, id, version: current } = policy
        if (version !== null && version !== current) return yield* new PolicyNotFound({ policy: id })
        return { id, version: current, document }
      }),
      count: (tenantId) => Effect.map(ofTenant(tenantId), (own) => own.length),
      create: Effect.fnUntraced(
        function* (tenantId, { document, makeDefault }) {
          const id = yield* nextPolicyId
          const isDefault = makeDefault || (yield* ofTenant(tenantId)).length === 0
          const policy: HeldPolicy = { tenantId, id, version: 1, document, isDefault }
          yield* Ref.update(held, (all) => [
            ...all.map((other) =>
              isDefault && other.tenantId === tenantId ? { ...other, isDefault: false } : other
            ),
            policy
          ])
          return { id, version: 1 }
        },
        Effect.provideService(SecureRandom.SecureRandom, random)
      )
    })
    return Context.make(Policies, policies).pipe(
      Context.add(HeldPolicies, held),
      Context.add(ResolvedQuestions, questions)
    )
  })
)
