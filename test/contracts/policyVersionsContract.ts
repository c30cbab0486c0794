import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { PolicyNotFound, PolicyVersionNotFound } from "../../src/domain/policy/errors.ts"
import { keptSecret } from "../../src/domain/policy/keptSecrets.ts"
import { Policies } from "../../src/domain/policy/Policies.ts"
import type { WebhookEvent } from "../../src/domain/policy/PolicyDocument.ts"
import { nextPolicyId } from "../../src/domain/shared/ids.ts"
import type { StorageUnavailable } from "../../src/domain/shared/StorageUnavailable.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { document, newWorkspace, webhook } from "../fixtures.ts"
import { actor, awkward, create, newPolicyOf, revealed } from "./somePolicies.ts"

type Refused = Effect.Effect<unknown, PolicyNotFound | PolicyVersionNotFound | StorageUnavailable>

/** What every Policies does with the versions of a policy, whatever keeps them. */
export const policyVersionsContract = <E>(
  name: string,
  implementation: Layer.Layer<Policies | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect("adds versions one after the other, none of which counts until it is published", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const where = yield* newPolicyOf()
        const { policyId, tenantId } = where
        for (const [index, name] of ["two", "three"].entries()) {
          const added = yield* policies.addVersion(where, { ...document, name })
          assert.deepInclude(added, { policyId, version: index + 2, isCurrent: false })
        }
        assert.strictEqual((yield* policies.resolve(tenantId, policyId, null)).version, 1)
        assert.strictEqual((yield* policies.resolve(tenantId, policyId, 3)).document.name, "three")

        assert.strictEqual((yield* policies.publish(where, 3)).currentVersion, 3)
        assert.strictEqual((yield* policies.resolve(tenantId, policyId, null)).document.name, "three")
        assert.strictEqual((yield* policies.publish(where, 3)).currentVersion, 3)
        // Back to an older one.
        assert.strictEqual((yield* policies.publish(where, 2)).currentVersion, 2)
        const detail = yield* policies.find(tenantId, policyId)
        assert.strictEqual(detail.document.name, "two")
        assert.deepStrictEqual(
          detail.versions.map(({ isCurrent, version }) => [version, isCurrent]),
          [
            [3, false],
            [2, true],
            [1, false]
          ]
        )
        const second = yield* policies.findVersion(tenantId, policyId, 2)
        assert.deepStrictEqual([second.isCurrent, second.document.name], [true, "two"])
        assert.isFalse((yield* policies.findVersion(tenantId, policyId, 3)).isCurrent)
      })
    )

    it.effect("gives versions added at once numbers without a gap", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const where = yield* newPolicyOf()
        const added = yield* Effect.all(
          Array.from({ length: 10 }, () => policies.addVersion(where, document)),
          { concurrency: "unbounded" }
        )
        assert.sameMembers(
          added.map(({ version }) => version),
          [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        )
      })
    )

    it.effect("resolves a policy with the version that live traffic is tried under", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const where = yield* newPolicyOf()
        const dryRun = Effect.map(policies.resolve(where.tenantId, null, null), (resolved) => resolved.dryRun)
        assert.isNull(yield* dryRun)
        yield* policies.addVersion(where, awkward)
        assert.strictEqual((yield* policies.setDryRun(where, 2)).dryRunVersion, 2)
        const tried = yield* dryRun
        assert.strictEqual(tried?.version, 2)
        assert.strictEqual(revealed(tried?.document ?? document), revealed(awkward))
        assert.strictEqual((yield* policies.setDryRun(where, 2)).dryRunVersion, 2)
        assert.isNull((yield* policies.setDryRun(where, null)).dryRunVersion)
        assert.isNull(yield* dryRun)
      })
    )

    it.effect("keeps the secrets of a url from the newest version that has it, in their order", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const hook = (url: string, secret: string) => ({
          ...webhook(url, "block"),
          secret: Redacted.make(secret)
        })
        const { policyId, tenantId, ...rest } = yield* newPolicyOf({
          webhooks: [hook("a", "a1"), hook("b", "b1"), hook("a", "a2")]
        })
        const where = { policyId, tenantId, ...rest }
        yield* policies.addVersion(where, { ...document, webhooks: [hook("b", "b2"), hook("c", "c1")] })
        yield* policies.addVersion(where, document)
        const stored = yield* policies.storedSecrets(tenantId, policyId, ["a", "b", "c", "d"])
        const held = ["a", "b", "c", "d"].map((url) =>
          (stored.get(url) ?? []).map(({ secret }) => Redacted.value(secret))
        )
        assert.deepStrictEqual(held, [["a1", "a2"], ["b2"], ["c1"], []])
        assert.strictEqual((yield* policies.storedSecrets(tenantId, policyId, [])).size, 0)

        const kept = [hook("c", keptSecret), hook("a", keptSecret), hook("a", keptSecret)]
        const added = yield* policies.addVersion(where, { ...document, webhooks: kept })
        const asStored = yield* policies.findVersion(tenantId, policyId, added.version)
        for (const { document } of [added, asStored]) {
          assert.deepStrictEqual(
            document.webhooks.map(({ secret }) => Redacted.value(secret)),
            ["c1", "a1", "a2"]
          )
        }
      })
    )

    it.effect("keeps the secrets of a url with their events, in whatever order a version has them", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const hook = (secret: string, ...events: ReadonlyArray<WebhookEvent>) => ({
          ...webhook("a", ...events),
          secret: Redacted.make(secret)
        })
        const where = yield* newPolicyOf({ webhooks: [hook("one", "block"), hook("two", "review", "tag")] })
        for (const events of [
          [["tag", "review"], ["block"]] as const,
          [["block"], ["review", "tag"]] as const
        ]) {
          const webhooks = events.map((some) => hook(keptSecret, ...some))
          const { document: added } = yield* policies.addVersion(where, { ...document, webhooks })
          assert.deepStrictEqual(
            added.webhooks.map(({ events, secret }) => [Redacted.value(secret), ...events]),
            events.map((some) => [some.length === 1 ? "one" : "two", ...some])
          )
        }
      })
    )

    it.effect("changes and reads one policy, and nothing of the tenant's other one", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const other = yield* newPolicyOf(awkward)
        const { tenantId } = other
        const { id: policyId } = yield* create(tenantId)
        const where = { ...other, policyId }
        for (const name of ["theirs", "unpublished"]) yield* policies.addVersion(other, { ...awkward, name })
        const before = yield* policies.find(tenantId, other.policyId)

        const added = yield* policies.addVersion(where, { ...document, name: "mine" })
        assert.strictEqual(added.version, 2)
        yield* policies.publish(where, 2)
        yield* policies.setDryRun(where, 2)
        assert.deepStrictEqual(yield* policies.find(tenantId, other.policyId), before)

        const { document: current, dryRun } = yield* policies.resolve(tenantId, policyId, null)
        const { document: found } = yield* policies.findVersion(tenantId, policyId, 2)
        assert.deepStrictEqual([current.name, dryRun?.document.name, found.name], ["mine", "mine", "mine"])
        assert.lengthOf((yield* policies.find(tenantId, policyId)).versions, 2)
        const url = awkward.webhooks[0]?.url ?? ""
        assert.deepStrictEqual((yield* policies.storedSecrets(tenantId, policyId, [url])).get(url), [])
        assert.strictEqual((yield* Effect.flip(policies.publish(where, 3)))._tag, "PolicyVersionNotFound")
      })
    )

    it.effect("changes and reads nothing of another tenant's policy, nor of none", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const theirs = yield* newPolicyOf()
        const { tenantId } = yield* newWorkspace()
        for (const policyId of [theirs.policyId, yield* nextPolicyId]) {
          const where = { tenantId, policyId, actor }
          const refused: ReadonlyArray<Refused> = [
            policies.find(tenantId, policyId),
            policies.findVersion(tenantId, policyId, 1),
            policies.storedSecrets(tenantId, policyId, ["a"]),
            policies.addVersion(where, document),
            policies.publish(where, 1),
            policies.makeDefault(where),
            policies.setDryRun(where, 1),
            policies.setDryRun(where, null)
          ]
          for (const effect of refused) {
            const error = yield* Effect.flip(effect)
            assert.deepInclude(error, { _tag: "PolicyNotFound", policy: policyId })
          }
        }
        const untouched = yield* policies.find(theirs.tenantId, theirs.policyId)
        assert.lengthOf(untouched.versions, 1)
      })
    )

    it.effect("knows no version that was never made", () =>
      Effect.gen(function* () {
        const policies = yield* Policies
        const where = yield* newPolicyOf()
        const { policyId, tenantId } = where
        for (const version of [2, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
          const refused: ReadonlyArray<Refused> = [
            policies.findVersion(tenantId, policyId, version),
            policies.publish(where, version),
            policies.setDryRun(where, version)
          ]
          for (const effect of refused) {
            const error = yield* Effect.flip(effect)
            assert.deepInclude(error, { _tag: "PolicyVersionNotFound", policy: policyId, version })
          }
        }
      })
    )
  })
