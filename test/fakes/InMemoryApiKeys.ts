import { Clock, Context, DateTime, Effect, Layer, Option, Redacted, Ref } from "effect"
import { SecureRandom } from "effect/crypto"
import { createdAtOf, nextApiKeyId } from "../../src/domain/shared/ids.ts"
import type { TenantId } from "../../src/domain/shared/ids.ts"
import { generateApiKey, keyPrefix } from "../../src/domain/tenancy/apiKey.ts"
import { ApiKeys, lastUsedInterval } from "../../src/domain/tenancy/ApiKeys.ts"
import type { ApiKey, ApiKeyIdentity } from "../../src/domain/tenancy/ApiKeys.ts"

interface HeldKey {
  readonly tenantId: TenantId
  readonly text: string
  readonly apiKey: ApiKey
}

/** The keys that the fake holds, oldest first. */
export class HeldKeys extends Context.Service<HeldKeys, Ref.Ref<ReadonlyArray<HeldKey>>>()(
  "prescreen/test/fakes/HeldKeys"
) {}

const usedAt = (held: HeldKey, now: DateTime.Utc): HeldKey => {
  const { lastUsedAt } = held.apiKey
  const isDue =
    lastUsedAt === null ||
    DateTime.isGreaterThanOrEqualTo(now, DateTime.addDuration(lastUsedAt, lastUsedInterval))
  return isDue ? { ...held, apiKey: { ...held.apiKey, lastUsedAt: now } } : held
}

const revokedAt = (held: HeldKey, now: DateTime.Utc): HeldKey => ({
  ...held,
  apiKey: { ...held.apiKey, revokedAt: held.apiKey.revokedAt ?? now }
})

export const InMemoryApiKeys = Layer.effectContext(
  Effect.gen(function* () {
    const random = yield* SecureRandom.SecureRandom
    const clock = yield* Clock.Clock
    const run = Effect.runSyncWith(yield* Effect.context())
    const held = yield* Ref.make<ReadonlyArray<HeldKey>>([])
    const lastFound = new Map<string, ApiKeyIdentity>()
    const keys = ApiKeys.of({
      find: (key) =>
        Effect.map(Ref.get(held), (all) => {
          const found = all.find(
            ({ apiKey, text }) => text === Redacted.value(key) && apiKey.revokedAt === null
          )
          if (found === undefined) {
            lastFound.delete(Redacted.value(key))
            return Option.none()
          }
          const { apiKey, tenantId } = found
          const identity = { tenantId, keyId: apiKey.id, mode: apiKey.mode }
          lastFound.set(Redacted.value(key), identity)
          return Option.some(identity)
        }),
      lastFound: (key) => lastFound.get(Redacted.value(key)),
      markUsed: ({ keyId }) => {
        const now = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
        const noted = Ref.update(held, (all) =>
          all.map((key) => (key.apiKey.id === keyId ? usedAt(key, now) : key))
        )
        run(noted)
      },
      get: (tenantId, keyId) =>
        Effect.map(Ref.get(held), (all) =>
          Option.map(
            Option.fromUndefinedOr(all.find((key) => key.tenantId === tenantId && key.apiKey.id === keyId)),
            ({ apiKey }) => apiKey
          )
        ),
      idOf: (tenantId, key) =>
        Effect.map(Ref.get(held), (all) => {
          const found = all.find((held) => held.tenantId === tenantId && held.text === Redacted.value(key))
          return Option.map(Option.fromUndefinedOr(found), ({ apiKey }) => apiKey.id)
        }),
      create: Effect.fnUntraced(
        function* (tenantId, mode, label) {
          const key = yield* generateApiKey(mode)
          const id = yield* nextApiKeyId
          const apiKey: ApiKey = {
            id,
            mode,
            label,
            prefix: keyPrefix(key),
            createdAt: createdAtOf(id),
            lastUsedAt: null,
            revokedAt: null
          }
          yield* Ref.update(held, (all) => [...all, { tenantId, text: Redacted.value(key), apiKey }])
          return { ...apiKey, key }
        },
        Effect.provideService(SecureRandom.SecureRandom, random)
      ),
      revoke: Effect.fnUntraced(function* (tenantId, keyId) {
        const now = yield* DateTime.now
        const isMeant = (key: HeldKey) => key.tenantId === tenantId && key.apiKey.id === keyId
        const all = yield* Ref.updateAndGet(held, (all) =>
          all.map((key) => (isMeant(key) ? revokedAt(key, now) : key))
        )
        return Option.map(Option.fromUndefinedOr(all.find(isMeant)), ({ apiKey }) => apiKey)
      }),
      list: (tenantId) =>
        Effect.map(Ref.get(held), (all) =>
          all.filter((key) => key.tenantId === tenantId).map(({ apiKey }) => apiKey)
        )
    })
    return Context.make(ApiKeys, keys).pipe(Context.add(HeldKeys, held))
  })
)
