import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted, Schedule } from "effect"
import type { Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { operator } from "../../src/domain/shared/Actor.ts"
import { createdAtOf, nextApiKeyId } from "../../src/domain/shared/ids.ts"
import type { Mode } from "../../src/domain/shared/Workspace.ts"
import { generateApiKey, parseApiKey } from "../../src/domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../src/domain/tenancy/ApiKeys.ts"
import type { ApiKey, CreatedApiKey } from "../../src/domain/tenancy/ApiKeys.ts"
import type { Tenants } from "../../src/domain/tenancy/Tenants.ts"
import { newWorkspace } from "../fixtures.ts"

const withoutKey = ({ key, ...shown }: CreatedApiKey): ApiKey => {
  assert.isTrue(Redacted.isRedacted(key))
  return shown
}

const modes: ReadonlyArray<Mode> = ["live", "test"]

/** What every ApiKeys does, whatever keeps them. */
export const apiKeysContract = <E>(
  name: string,
  implementation: Layer.Layer<ApiKeys | Tenants | SecureRandom.SecureRandom, E>
) =>
  layer(implementation, { excludeTestServices: true })(name, (it) => {
    it.effect.each(modes)("makes a well-formed %s key that tells whose it is", (mode) =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { tenantId } = yield* newWorkspace()
        const created = yield* keys.create(tenantId, mode, "build server", operator)
        const text = Redacted.value(created.key)
        assert.deepStrictEqual(parseApiKey(text), Option.some({ mode }))
        assert.deepStrictEqual(
          yield* keys.find(created.key),
          Option.some({ tenantId, keyId: created.id, mode })
        )
        assert.deepStrictEqual(withoutKey(created), {
          id: created.id,
          mode,
          label: "build server",
          prefix: text.slice(0, 16),
          createdAt: createdAtOf(created.id),
          lastUsedAt: null,
          revokedAt: null
        })
      })
    )

    it.effect("finds a key by its whole text and by nothing like it", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { key } = yield* keys.create((yield* newWorkspace()).tenantId, "test", null, operator)
        const text = Redacted.value(key)
        const strangers = [
          text.slice(0, -1),
          `${text}0`,
          text.toLowerCase(),
          text.slice(0, 16),
          ` ${text}`,
          ""
        ]
        for (const stranger of strangers) {
          assert.deepStrictEqual(yield* keys.find(Redacted.make(stranger)), Option.none())
        }
        assert.deepStrictEqual(yield* keys.find(yield* generateApiKey("test")), Option.none())
      })
    )

    it.effect(
      "lists every key of the tenant and none of another's, oldest first, without the key itself",
      () =>
        Effect.gen(function* () {
          const keys = yield* ApiKeys
          const [{ tenantId }, other] = [yield* newWorkspace(), yield* newWorkspace()]
          yield* keys.create(other.tenantId, "live", "not mine", operator)
          const made = [
            yield* keys.create(tenantId, "live", "z", operator),
            yield* keys.create(tenantId, "test", null, operator),
            yield* keys.create(tenantId, "live", "", operator)
          ]
          const [, second] = made
          assert.isDefined(second)
          const revoked = Option.getOrThrow(yield* keys.revoke(tenantId, second.id, operator))
          const listed = yield* keys.list(tenantId)
          assert.deepStrictEqual(
            listed,
            made.map(withoutKey).map((shown) => (shown.id === second.id ? revoked : shown))
          )
          assert.notProperty(listed[0], "key")
        })
    )

    it.effect("finds a revoked key no more, at once, and still finds the others", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { tenantId } = yield* newWorkspace()
        const [gone, stays] = [
          yield* keys.create(tenantId, "test", null, operator),
          yield* keys.create(tenantId, "test", null, operator)
        ]
        assert.isTrue(Option.isSome(yield* keys.find(gone.key)))
        const revoked = Option.getOrThrow(yield* keys.revoke(tenantId, gone.id, operator))
        assert.isNotNull(revoked.revokedAt)
        assert.deepStrictEqual(yield* keys.find(gone.key), Option.none())
        assert.isTrue(Option.isSome(yield* keys.find(stays.key)))
      })
    )

    it.effect("remembers whose keys it has found, until it finds them no more", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { tenantId } = yield* newWorkspace()
        const { id, key } = yield* keys.create(tenantId, "test", null, operator)
        const madeUp = yield* generateApiKey("test")
        assert.isUndefined(keys.lastFound(key))
        yield* Effect.forEach([key, madeUp], keys.find)
        assert.deepStrictEqual(keys.lastFound(key), { tenantId, keyId: id, mode: "test" })
        assert.isUndefined(keys.lastFound(madeUp))
        yield* keys.revoke(tenantId, id, operator)
        yield* keys.find(key)
        assert.isUndefined(keys.lastFound(key))
      })
    )

    it.effect("changes nothing when a revoked key is revoked again", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { tenantId } = yield* newWorkspace()
        const { id } = yield* keys.create(tenantId, "live", null, operator)
        const first = yield* keys.revoke(tenantId, id, operator)
        yield* Effect.sleep("5 millis")
        assert.deepStrictEqual(yield* keys.revoke(tenantId, id, operator), first)
      })
    )

    it.effect("revokes no key of another tenant, and none that was never made", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const [mine, theirs] = [yield* newWorkspace(), yield* newWorkspace()]
        const { id, key } = yield* keys.create(mine.tenantId, "live", null, operator)
        assert.deepStrictEqual(yield* keys.revoke(theirs.tenantId, id, operator), Option.none())
        assert.deepStrictEqual(
          yield* keys.revoke(mine.tenantId, yield* nextApiKeyId, operator),
          Option.none()
        )
        assert.isTrue(Option.isSome(yield* keys.find(key)))
      })
    )

    it.effect("knows the id of the tenant's keys, revoked ones too, and of no other's", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const [mine, theirs] = [yield* newWorkspace(), yield* newWorkspace()]
        const { id, key } = yield* keys.create(mine.tenantId, "live", null, operator)
        assert.deepStrictEqual(yield* keys.idOf(mine.tenantId, key), Option.some(id))
        assert.deepStrictEqual(yield* keys.idOf(theirs.tenantId, key), Option.none())
        assert.deepStrictEqual(yield* keys.idOf(mine.tenantId, yield* generateApiKey("live")), Option.none())
        yield* keys.revoke(mine.tenantId, id, operator)
        assert.deepStrictEqual(yield* keys.idOf(mine.tenantId, key), Option.some(id))
      })
    )

    it.effect("shows one key of the tenant as the list does, and none of another's", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const [mine, theirs] = [yield* newWorkspace(), yield* newWorkspace()]
        const created = yield* keys.create(mine.tenantId, "live", "x", operator)
        assert.deepStrictEqual(yield* keys.get(mine.tenantId, created.id), Option.some(withoutKey(created)))
        assert.deepStrictEqual(yield* keys.get(theirs.tenantId, created.id), Option.none())
        assert.deepStrictEqual(yield* keys.get(mine.tenantId, yield* nextApiKeyId), Option.none())
      })
    )

    it.effect("notes when a key was used, soon, for this key alone, and not again for minutes", () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeys
        const { tenantId } = yield* newWorkspace()
        const [used, idle] = [
          yield* keys.create(tenantId, "test", null, operator),
          yield* keys.create(tenantId, "test", null, operator)
        ]
        const identity = Option.getOrThrow(yield* keys.find(used.key))
        const before = yield* DateTime.now
        const lastUse = Effect.map(keys.get(tenantId, used.id), (key) => Option.getOrThrow(key).lastUsedAt)
        keys.markUsed(identity)
        const first = yield* Effect.repeat(lastUse, {
          until: (moment) => moment !== null,
          schedule: Schedule.spaced("50 millis"),
          times: 200
        })
        assert.isNotNull(first)
        assert.isTrue(first !== null && DateTime.isGreaterThanOrEqualTo(first, before))
        keys.markUsed(identity)
        yield* Effect.sleep("1200 millis")
        assert.deepStrictEqual(yield* lastUse, first)
        assert.deepStrictEqual(yield* keys.get(tenantId, idle.id), Option.some(withoutKey(idle)))
      })
    )
  })
