import { Effect, Exit, Option, Redacted, Schema } from "effect"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { parseApiKey } from "../../../domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../../domain/tenancy/ApiKeys.ts"
import { RateLimiter } from "../../../domain/tenancy/RateLimiter.ts"
import { Tenants } from "../../../domain/tenancy/Tenants.ts"
import type { Caller } from "./Authorization.ts"

/**
 * How many unknown keys from one client address may be looked up in a minute. That is far more than mistakes account
 * for, because all clients behind a proxy share one address, and next to nothing for the database.
 */
const madeUpKeys = 600

/** Too many keys from this address were unknown, so no further one is looked up. */
export class TooManyMadeUpKeys extends Schema.TaggedError<TooManyMadeUpKeys>()("TooManyMadeUpKeys", {
  limit: Schema.Int,
  remaining: Schema.Int,
  resetSeconds: Schema.Int,
  retryAfterSeconds: Schema.Int
}) {}

type Found = Effect.Effect<Option.Option<Caller>, StorageUnavailable>

export const nobody = Effect.succeed(Option.none<Caller>())

/** Whether an answer is known at once, with nothing to wait for. */
const isAtHand = <A, E>(answer: Effect.Effect<A, E>): answer is Exit.Exit<A, E> => Exit.isExit(answer)

/** Finds the caller that a key belongs to; none if the key is unknown. */
export const makeCallers = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const tenants = yield* Tenants
  const limiter = yield* RateLimiter

  /** May ask the database about any key with a valid checksum, and anybody can make up such keys. */
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
    /** From what this process knows; undefined if that is not enough. */
    findAtHand: (key: Redacted.Redacted): Option.Option<Caller> | undefined => {
      const found = find(key)
      return isAtHand(found) && Exit.isSuccess(found) ? found.value : undefined
    },
    /**
     * Looks up no further unknown keys from an address that has sent too many of them. Keys that were found before still
     * pass, so that other clients behind the same proxy are not kept out.
     */
    findFrom: <R>(
      key: Redacted.Redacted,
      address: Effect.Effect<string, never, R>
    ): Effect.Effect<Option.Option<Caller>, StorageUnavailable | TooManyMadeUpKeys, R> => {
      const found = find(key)
      return isAtHand(found) || keys.lastFound(key) !== undefined
        ? found
        : Effect.flatMap(address, (from) => findStranger(found, from))
    }
  }
})
