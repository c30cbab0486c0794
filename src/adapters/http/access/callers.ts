import { Effect, Exit, Option, Redacted, Schema } from "effect"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { parseApiKey } from "../../../domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../../domain/tenancy/ApiKeys.ts"
import { RateLimiter } from "../../../domain/tenancy/RateLimiter.ts"
import { Tenants } from "../../../domain/tenancy/Tenants.ts"
import type { Caller } from "./Authorization.ts"

/**
 * Keys from one client address that may be looked up in a minute and turn out to be nobody's. Far more than come by
 * mistake, because behind a proxy all clients have one address; and next to nothing to the database.
 */
const madeUpKeys = 600

/** Too many keys from this address were nobody's for one more to be looked up. */
export class TooManyMadeUpKeys extends Schema.TaggedError<TooManyMadeUpKeys>()("TooManyMadeUpKeys", {
  limit: Schema.Int,
  remaining: Schema.Int,
  resetSeconds: Schema.Int,
  retryAfterSeconds: Schema.Int
}) {}

type Found = Effect.Effect<Option.Option<Caller>, StorageUnavailable>

export const nobody = Effect.succeed(Option.none<Caller>())

export const isAtHand = <A, E>(answer: Effect.Effect<A, E>): answer is Exit.Exit<A, E> => Exit.isExit(answer)

/** Tells whose a key is; none when it is nobody's. */
export const makeCallers = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const tenants = yield* Tenants
  const limiter = yield* RateLimiter

  const find = (key: Redacted.Redacted): Found => {
    if (Option.isNone(parseApiKey(Redacted.value(key)))) return nobody
    return Effect.flatMapEager(keys.find(key), (found) =>
      Option.isNone(found)
        ? nobody
        : Effect.mapEager(tenants.get(found.value.tenantId), (tenant) =>
            Option.some({ identity: found.value, tenant })
          )
    )
  }

  const findStranger = Effect.fnUntraced(function* (found: Found, address: string) {
    const window = `made-up ${address}`
    const reading = yield* limiter.read(window, madeUpKeys)
    if (!reading.admitted) return yield* new TooManyMadeUpKeys(reading)
    const caller = yield* found
    if (Option.isNone(caller)) yield* limiter.take(window, madeUpKeys)
    return caller
  })

  return {
    /** It may ask the database about any key that has a right checksum, which anybody can make up. */
    find,
    /**
     * The same, except that from an address that sent too many unknown keys no further unknown key is looked up. Keys
     * found before still are: another client of that address, behind the same proxy, is not kept out.
     */
    findFrom: <R>(
      key: Redacted.Redacted,
      address: Effect.Effect<string, never, R>
    ): Effect.Effect<Option.Option<Caller>, StorageUnavailable | TooManyMadeUpKeys, R> => {
      const found = find(key)
      return isAtHand(found) || keys.wasFound(key)
        ? found
        : Effect.flatMap(address, (from) => findStranger(found, from))
    }
  }
})
