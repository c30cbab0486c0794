import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { Policies } from "../../src/domain/policy/Policies.ts"
import { presets } from "../../src/domain/policy/presets.ts"
import { nextPolicyId } from "../../src/domain/shared/ids.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { document, newWorkspace } from "../fixtures.ts"
import { actor, awkward, create, revealed } from "./somePolicies.ts"

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

    it.effect("returns all of a new policy, and who made it", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const { tenantId } = yield* newWorkspace()
        const created = yield* create(tenantId, { name: "Shop", preset: "family-app", actor })
        const { document: _, id, versions, ...summary } = created
        assert.deepStrictEqual(summary, {
          name: "Shop",
          preset: "family-app",
          currentVersion: 1,
          isDefault: true,
          dryRunVersion: null
        })
        assert.deepStrictEqual(
          versions.map(({ createdBy, isCurrent, version }) => [version, isCurrent, createdBy]),
          [[1, true, actor.id]]
        )
        const found = yield* policies.find(tenantId, id)
        assert.strictEqual(revealed(found.document), revealed(document))
        assert.deepStrictEqual(found.versions, versions)
        assert.deepStrictEqual(yield* policies.list(tenantId), [{ id, ...summary }])
      })
    )

    it.effect("lists a tenant's own policies, newest first, one of them the default", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const [{ tenantId }, other] = [yield* newWorkspace(), yield* newWorkspace()]
        assert.deepStrictEqual(yield* policies.list(tenantId), [])
        const theirs = yield* create(other.tenantId)
        const [first, second] = [yield* create(tenantId), yield* create(tenantId)]
        const ids = Effect.map(policies.list(tenantId), (all) =>
          all.map(({ id, isDefault }) => [id, isDefault])
        )
        assert.deepStrictEqual(yield* ids, [
          [second.id, false],
          [first.id, true]
        ])
        const summary = yield* policies.makeDefault({ tenantId, policyId: second.id, actor })
        assert.deepStrictEqual([summary.id, summary.isDefault], [second.id, true])
        assert.deepStrictEqual(yield* ids, [
          [second.id, true],
          [first.id, false]
        ])
        assert.strictEqual((yield* policies.resolve(tenantId, null, null)).id, second.id)
        assert.isTrue((yield* policies.find(other.tenantId, theirs.id)).isDefault)
      })
    )

    it.effect("makes no more policies than allowed, of many at once", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const { tenantId } = yield* newWorkspace()
        const results = yield* Effect.all(
          Array.from({ length: 20 }, () => Effect.result(create(tenantId, { allowed: 3 }))),
          { concurrency: "unbounded" }
        )
        assert.lengthOf(results.filter(Result.isSuccess), 3)
        for (const result of results.filter(Result.isFailure)) {
          assert.deepInclude(result.failure, { _tag: "TooManyPolicies", allowed: 3, used: 3 })
        }
        assert.strictEqual(yield* policies.count(tenantId), 3)
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
