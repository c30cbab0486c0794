import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { limitsOf, plans } from "../../domain/billing/plans.ts"
import { stage } from "../../domain/shared/stages.ts"
import type { StorageUnavailable } from "../../domain/shared/StorageUnavailable.ts"
import { parseApiKey } from "../../domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../domain/tenancy/ApiKeys.ts"
import { RateLimiter } from "../../domain/tenancy/RateLimiter.ts"
import { Tenants } from "../../domain/tenancy/Tenants.ts"
import type { Caller } from "./Authorization.ts"
import { CurrentRequest } from "./CurrentRequest.ts"
import { failWith, PublicUrls } from "./problems.ts"
import type { ProblemCode, ProblemOptions } from "./problems.ts"

/** Requests a minute from one client address without a valid key. */
const requestsWithoutKey = 60

/** The same while keys cannot be looked up. Such a caller may well have a key, and is to learn of the outage. */
const requestsUnchecked = plans.enterprise.limits.rateLimitPerMinute

const none = Effect.succeed(Option.none<Caller>())

/** The first two gates: who sends the request, and whether it may pass now. Fails with the problem to answer with. */
export const makeAdmission = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const tenants = yield* Tenants
  const limiter = yield* RateLimiter
  const urls = yield* PublicUrls

  const findCaller = (key: Redacted.Redacted): Effect.Effect<Option.Option<Caller>, StorageUnavailable> => {
    if (Option.isNone(parseApiKey(Redacted.value(key)))) return none
    return Effect.flatMap(keys.find(key), (found) =>
      Option.isNone(found)
        ? none
        : Effect.map(tenants.get(found.value.tenantId), (tenant) =>
            Option.some({ identity: found.value, tenant })
          )
    )
  }

  const refuse = <Code extends ProblemCode>(code: Code, options?: ProblemOptions) =>
    Effect.provideService(failWith(code, options), PublicUrls, urls)

  const limit = (name: string, requestsPerMinute: number) =>
    Effect.flatMap(stage("rate_limit")(limiter.take(name, requestsPerMinute)), (rateLimit) =>
      Effect.withFiber((fiber) => {
        fiber.getRef(CurrentRequest).rateLimit = rateLimit
        return rateLimit.admitted
          ? Effect.void
          : refuse("rate_limited", {
              detail: `At most ${rateLimit.limit} requests a minute.`,
              retryAfter: rateLimit.retryAfterSeconds
            })
      })
    )

  const limitAddress = Effect.fnUntraced(function* (kind: string, requestsPerMinute: number) {
    const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
    const address = Option.getOrElse(remoteAddress, () => "unknown")
    yield* limit(`${kind} ${address}`, requestsPerMinute)
  })

  const refuseUnchecked = ({ retryAfterSeconds }: StorageUnavailable) =>
    Effect.andThen(
      limitAddress("unchecked", requestsUnchecked),
      refuse("screening_unavailable", { retryAfter: retryAfterSeconds })
    )

  const refuseKeyless = Effect.andThen(limitAddress("keyless", requestsWithoutKey), refuse("unauthorized"))

  const admitCaller = (caller: Caller) => {
    const { plan } = caller.tenant.subscription
    const { rateLimitPerMinute } = limitsOf(plan, caller.tenant.limitOverrides)
    return Effect.withFiber((fiber) => {
      fiber.getRef(CurrentRequest).mode = caller.identity.mode
      return keys
        .markUsed(caller.identity)
        .pipe(Effect.andThen(limit(caller.identity.keyId, rateLimitPerMinute)), Effect.as(caller))
    })
  }

  return (key: Redacted.Redacted) =>
    stage("auth")(findCaller(key)).pipe(
      Effect.catch(refuseUnchecked),
      Effect.flatMap((caller) => (Option.isNone(caller) ? refuseKeyless : admitCaller(caller.value)))
    )
})
