import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { plans } from "../../../domain/billing/plans.ts"
import { measure } from "../../../domain/shared/stopwatch.ts"
import type { StorageUnavailable } from "../../../domain/shared/StorageUnavailable.ts"
import { ApiKeys } from "../../../domain/tenancy/ApiKeys.ts"
import { RateLimiter } from "../../../domain/tenancy/RateLimiter.ts"
import type { RateLimitReading } from "../../../domain/tenancy/RateLimiter.ts"
import { limitsOfTenant } from "../../../domain/tenancy/Tenant.ts"
import { failWith, PublicUrls } from "../problems/problems.ts"
import type { ProblemCode, ProblemOptions } from "../problems/problems.ts"
import type { RequestFacts } from "../requests/CurrentRequest.ts"
import type { Caller } from "./Authorization.ts"
import { bearerTokenOf } from "./bearerTokenOf.ts"
import { makeCallers, nobody } from "./callers.ts"
import type { TooManyMadeUpKeys } from "./callers.ts"
import { clientNetwork } from "./clientNetwork.ts"

const howToAuthorize = { detail: "Send the API key in the header `Authorization: Bearer svc_…`." }

/** Requests that one client address may send in a minute without a valid key. */
const requestsWithoutKey = 60

/**
 * The same while keys cannot be looked up. It is higher, because such a caller may well have a valid key and should be
 * told of the outage.
 */
const requestsUnchecked = plans.enterprise.limits.rateLimitPerMinute

const clientOfRequest = Effect.map(HttpServerRequest.HttpServerRequest, ({ remoteAddress }) =>
  clientNetwork(Option.getOrUndefined(remoteAddress))
)

type Limit = readonly [name: string, requestsPerMinute: number]

const limitOf = ({ identity, tenant }: Caller): Limit => [
  identity.keyId,
  limitsOfTenant(tenant).rateLimitPerMinute
]

/** The window of everybody in this network who sends no valid key. */
const keylessLimit = (network: string): Limit => [`keyless ${network}`, requestsWithoutKey]

/** The window of everybody there whose key could not be looked up. */
const uncheckedLimit = (network: string): Limit => [`unchecked ${network}`, requestsUnchecked]

const limitOfAny = (caller: Option.Option<Caller>, remoteAddress: string | undefined): Limit =>
  Option.isSome(caller) ? limitOf(caller.value) : keylessLimit(clientNetwork(remoteAddress))

/**
 * Reads what is left of a caller's rate limit, by the `Authorization` header and the client's address. It counts
 * nothing.
 */
export const makeLimitReading = Effect.gen(function* () {
  const callers = yield* makeCallers
  const limiter = yield* RateLimiter

  const keyIn = (authorization: string | undefined) => Redacted.make(bearerTokenOf(authorization) ?? "")

  return {
    /** Undefined while keys cannot be looked up. */
    read: (
      authorization: string | undefined,
      remoteAddress: string | undefined
    ): Effect.Effect<RateLimitReading | undefined> =>
      callers.findFrom(keyIn(authorization), Effect.succeed(clientNetwork(remoteAddress))).pipe(
        Effect.catchTag("TooManyMadeUpKeys", () => nobody),
        Effect.flatMap((found) => limiter.read(...limitOfAny(found, remoteAddress))),
        Effect.catch(() => Effect.undefined)
      ),
    /** The same from what this process knows; undefined if that is not enough. */
    peek: (
      authorization: string | undefined,
      remoteAddress: string | undefined
    ): RateLimitReading | undefined => {
      const found = callers.findAtHand(keyIn(authorization))
      return found === undefined ? undefined : limiter.peek(...limitOfAny(found, remoteAddress))
    }
  }
})

export type LimitReading = Effect.Success<typeof makeLimitReading>

const makeRefuse = Effect.map(
  PublicUrls,
  (urls) =>
    <Code extends ProblemCode>(code: Code, options?: ProblemOptions) =>
      Effect.provideService(failWith(code, options), PublicUrls, urls)
)

/** Counts a request towards a limit. Fails with the problem to answer with if the limit has no room for it. */
const makeLimit = Effect.gen(function* () {
  const limiter = yield* RateLimiter
  const refuse = yield* makeRefuse
  const take = (name: string, requestsPerMinute: number): Effect.Effect<RateLimitReading> => {
    const reading = limiter.takeAtOnce(name, requestsPerMinute)
    return reading === undefined ? limiter.take(name, requestsPerMinute) : Effect.succeed(reading)
  }
  return (facts: RequestFacts, name: string, requestsPerMinute: number) =>
    Effect.flatMapEager(
      measure(facts.stopwatch, "rate_limit", () => take(name, requestsPerMinute)),
      (rateLimit) => {
        facts.rateLimit = rateLimit
        return rateLimit.admitted
          ? Effect.void
          : refuse("rate_limited", {
              detail: `At most ${rateLimit.limit} requests a minute.`,
              retryAfter: rateLimit.retryAfterSeconds
            })
      }
    )
})

/**
 * The first two gates: who sends the request, and whether the rate limit lets it pass. Both fail with the problem to
 * answer with.
 */
export const makeAccessControl = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const callers = yield* makeCallers
  const limit = yield* makeLimit
  const refuse = yield* makeRefuse

  const limitAddress = (facts: RequestFacts, limitOf: (network: string) => Limit) =>
    Effect.flatMap(clientOfRequest, (network) => limit(facts, ...limitOf(network)))

  const refuseUnchecked = (facts: RequestFacts, reason: StorageUnavailable | TooManyMadeUpKeys) => {
    const { retryAfterSeconds: retryAfter } = reason
    if (reason._tag === "TooManyMadeUpKeys") {
      facts.rateLimit = { ...reason, admitted: false }
      return refuse("rate_limited", {
        detail: `This address has sent ${reason.limit} unknown keys within a minute.`,
        retryAfter
      })
    }
    return Effect.andThen(
      limitAddress(facts, uncheckedLimit),
      refuse("screening_unavailable", { retryAfter })
    )
  }

  const refuseKeyless = (facts: RequestFacts) =>
    Effect.andThen(limitAddress(facts, keylessLimit), refuse("unauthorized", howToAuthorize))

  const admitCaller = (facts: RequestFacts, caller: Caller) => {
    facts.mode = caller.identity.mode
    keys.markUsed(caller.identity)
    return Effect.mapEager(limit(facts, ...limitOf(caller)), () => caller)
  }

  return {
    admit: (key: Redacted.Redacted, facts: RequestFacts) =>
      measure(facts.stopwatch, "auth", () => callers.findFrom(key, clientOfRequest)).pipe(
        Effect.catchEager((reason) => refuseUnchecked(facts, reason)),
        Effect.flatMapEager((caller) =>
          Option.isNone(caller) ? refuseKeyless(facts) : admitCaller(facts, caller.value)
        )
      ),
    /** The caller that a key belongs to, if that is known without asking the database. */
    callerAtHand: (key: Redacted.Redacted): Caller | undefined =>
      callers.findAtHand(key)?.pipe(Option.getOrUndefined),
    /** The second gate alone, for a known caller. */
    admitCaller
  }
})

/**
 * The second gate for a request with several texts, which has been counted as one request so far: its texts are counted
 * in place of that one if the limit has room for all, and otherwise nothing is. Fails with the problem to answer with.
 */
export const makeTextsLimit = Effect.gen(function* () {
  const limiter = yield* RateLimiter
  return Effect.fnUntraced(function* (facts: RequestFacts, caller: Caller, texts: number) {
    if (texts === 1) return
    // A retry that comes too early must not use up the room that it waits for, so not even the one stays counted.
    facts.rateLimit = yield* limiter.take(...limitOf(caller), texts, facts.rateLimit?.takenAt)
    if (facts.rateLimit.admitted) return
    return yield* failWith("rate_limited", {
      detail: `At most ${facts.rateLimit.limit} requests a minute, and each text counts as one.`,
      retryAfter: facts.rateLimit.retryAfterSeconds
    })
  })
})
