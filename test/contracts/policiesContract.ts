import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { NewPolicy } from "../../src/domain/policy/Policies.ts"
import type { PolicyDocument } from "../../src/domain/policy/PolicyDocument.ts"
import { presets } from "../../src/domain/policy/presets.ts"
import { nextPolicyId } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { document, newPolicy, newWorkspace } from "../fixtures.ts"

const create = Effect.fnUntraced(function* (tenantId: TenantId, some: Partial<NewPolicy> = {}) {
  return yield* (yield* Policies).create(tenantId, newPolicy(some))
})

/** Redacted values are equal to each other whatever they hold: this shows what they hold. */
const revealed = ({ webhooks, ...rest }: PolicyDocument) =>
  JSON.stringify({
    ...rest,
    webhooks: webhooks.map((hook) => ({ ...hook, secret: Redacted.value(hook.secret) }))
  })

const secrets = ["a secret of enough characters", "\0 \ud83d\ude00 \" \\ ' secret", "s".repeat(10_000)]

const awkward: PolicyDocument = {
  ...document,
  name: "Ünïcode \u{1f98a} 'quotes' \\ {}",
  checks: document.checks.toReversed().map((rule) => ({ ...rule, act: 0.1 + 0.2, review: 1 / 3 })),
  webhooks: secrets.map((secret, index) => ({
    url: `https://hooks.example.com/${index % 2}?a=%20&b="x"`,
    events: index === 0 ? ["tag", "block"] : ["review.verdict"],
    secret: Redacted.make(secret)
  })),
  tags: [{ name: "z" }, { name: "a", description: "" }, { name: "10", description: "\0" }]
}

/** What every Policies does, whatever keeps them. */
export const policiesContract = <E>(
  name: string,
  implementation: Layer.Layer<Policies | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect.each([document, awkward, ...presets.map(({ policy }) => policy)])(
      "resolves a policy to the very document it was made from, secrets and order included",
      (made) =>
        Effect.gen(function* () {
          const policies = yield* Policies
          const { tenantId } = yield* newWorkspace()
          const { currentVersion, id } = yield* create(tenantId, { document: made })
          assert.strictEqual(currentVersion, 1)
          for (const asked of [null, 1]) {
            const resolved = yield* policies.resolve(tenantId, id, asked)
            assert.deepStrictEqual([resolved.id, resolved.version], [id, 1])
            assert.strictEqual(revealed(resolved.document), revealed(made))
          }
        })
    )

    it.effect("makes a tenant's first policy the default one, and a later one when told to", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const { tenantId } = yield* newWorkspace()
        const defaultId = Effect.gen(function* () {
          assert.strictEqual((yield* policies.resolve(tenantId, null, 1)).version, 1)
          return (yield* policies.resolve(tenantId, null, null)).id
        })
        const noDefault = yield* Effect.flip(policies.resolve(tenantId, null, null))
        assert.strictEqual(noDefault._tag, "NoDefaultPolicy")
        const first = yield* create(tenantId)
        assert.strictEqual(yield* defaultId, first.id)
        yield* create(tenantId)
        assert.strictEqual(yield* defaultId, first.id)
        const third = yield* create(tenantId, { makeDefault: true })
        assert.strictEqual(yield* defaultId, third.id)
      })
    )

    it.effect("finds no policy of another tenant, nor one or a version that was never made", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const [mine, theirs] = [yield* newWorkspace(), yield* newWorkspace()]
        const [own, foreign] = [yield* create(mine.tenantId), yield* create(theirs.tenantId)]
        const unknown = yield* nextPolicyId
        const questions = [
          [foreign.id, null],
          [foreign.id, 1],
          [unknown, null],
          [own.id, 2],
          [own.id, 2_147_483_647]
        ] as const
        for (const [policyId, version] of questions) {
          const error = yield* Effect.flip(policies.resolve(mine.tenantId, policyId, version))
          assert.deepInclude(error, { _tag: "PolicyNotFound", policy: policyId })
        }
        const error = yield* Effect.flip(policies.resolve(mine.tenantId, null, 2))
        assert.strictEqual(error._tag, "PolicyNotFound")
      })
    )

    it.effect("has no default for a version of none", () =>
      Effect.gen(function* () {
        const { tenantId } = yield* newWorkspace()
        const error = yield* Effect.flip((yield* Policies).resolve(tenantId, null, 1))
        assert.strictEqual(error._tag, "NoDefaultPolicy")
      })
    )

    it.effect("counts a tenant's own policies", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const [{ tenantId }, other] = [yield* newWorkspace(), yield* newWorkspace()]
        assert.strictEqual(yield* policies.count(tenantId), 0)
        yield* create(other.tenantId)
        yield* create(tenantId)
        yield* create(tenantId)
        assert.strictEqual(yield* policies.count(tenantId), 2)
      })
    )
  })
