import { Cache, Context, Duration, Effect, Exit, Layer, MutableHashMap, Option } from "effect"
import type { KeyObject } from "node:crypto"
import { TenantId } from "../../../domain/shared/ids.ts"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { acrossTenants } from "../acrossTenants.ts"
import { resilient } from "../resilience.ts"
import { scopedSql, scopeOf } from "../scopedSql.ts"
import { tenantIdOf } from "../uuid.ts"
import { MasterKey, MasterKeyRefused } from "./encryption.ts"

/** The key that encrypts a tenant's prompts and secrets. */
export class DataKeys extends Context.Service<
  DataKeys,
  { readonly of: (tenantId: TenantId) => Effect.Effect<KeyObject, StorageUnavailable> }
>()("prescreen/adapters/postgres/encryption/DataKeys") {}

/** A key that was looked up before, without a step of the runtime. Undefined if it has to be looked up. */
const atHand = <E>(cache: Cache.Cache<string, KeyObject, E>, tenantId: TenantId) => {
  const exit = Option.getOrUndefined(MutableHashMap.get(cache.map, tenantId))?.fiber.pollUnsafe()
  return exit !== undefined && Exit.isSuccess(exit) ? exit : undefined
}

export const DataKeysLayer = Layer.effect(
  DataKeys,
  Effect.gen(function* () {
    const sql = yield* scopedSql
    const masterKey = yield* MasterKey

    const lookup = Effect.fnUntraced(function* (tenantId: TenantId) {
      const [row] = yield* resilient(
        sql<{ readonly dataKey: Uint8Array }>`SELECT data_key FROM tenants WHERE ${scopeOf(tenantId)}`
      )
      if (row === undefined) return yield* Effect.die(new Error("the tenant is not there"))
      return yield* Effect.orDie(masterKey.unwrapDataKey(tenantId, row.dataKey))
    })

    // With a wrong master key, the service would start and then fail at each check: better not to start.
    const first = yield* resilient((yield* acrossTenants).someDataKey)
    if (first !== undefined) {
      const { origin } = masterKey
      yield* masterKey
        .unwrapDataKey(tenantIdOf(first.tenantId), first.dataKey)
        .pipe(Effect.mapError(() => new MasterKeyRefused({ origin })))
    }

    // A tenant's key never changes.
    const cache = yield* Cache.makeWith((tenantId: string) => lookup(TenantId.make(tenantId)), {
      capacity: 10_000,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
    })
    return { of: (tenantId) => atHand(cache, tenantId) ?? Cache.get(cache, tenantId) }
  })
)
