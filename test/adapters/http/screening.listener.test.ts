import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, References } from "effect"
import { createServer } from "node:http"
import { PublicUrls } from "../../../src/adapters/http/problems/problems.ts"
import { makeCheckListener } from "../../../src/adapters/http/screening.listener.ts"
import { RateLimiterMemory } from "../../../src/adapters/ratelimit/RateLimiterMemory.ts"
import { Policies } from "../../../src/domain/policy/Policies.ts"
import { ScreeningEngine } from "../../../src/domain/screening/ScreeningEngine.ts"
import { WorkspaceLocksLayer } from "../../../src/domain/screening/WorkspaceLocks.ts"
import { nextApiKeyId } from "../../../src/domain/shared/ids.ts"
import { generateApiKey } from "../../../src/domain/tenancy/apiKey.ts"
import { ApiKeys } from "../../../src/domain/tenancy/ApiKeys.ts"
import { RateLimiter } from "../../../src/domain/tenancy/RateLimiter.ts"
import { Tenants } from "../../../src/domain/tenancy/Tenants.ts"
import { InMemoryDecisionLog } from "../../fakes/InMemoryDecisionLog.ts"
import { InMemoryEndUsers } from "../../fakes/InMemoryEndUsers.ts"
import { InMemoryPolicies } from "../../fakes/InMemoryPolicies.ts"
import { InMemoryUsageLedger } from "../../fakes/InMemoryUsageLedger.ts"
import { SeededRandom } from "../../fakes/SeededRandom.ts"
import { document, newPolicy, tenant } from "../../fixtures.ts"
import { listen } from "../../support/listen.ts"

/** A tenant whose key is known at once. */
const KnownCaller = Layer.unwrap(
  Effect.gen(function* () {
    const keyId = yield* nextApiKeyId
    const identity = { tenantId: tenant.id, keyId, mode: "live" } as const
    return Layer.merge(
      Layer.mock(ApiKeys, {
        find: () => Effect.succeedSome(identity),
        lastFound: () => identity,
        markUsed: () => {}
      }),
      Layer.mock(Tenants, { get: () => Effect.succeed(tenant) })
    )
  })
)

const world = (screen: ScreeningEngine["Service"]["screen"]) =>
  Layer.mergeAll(
    InMemoryUsageLedger,
    InMemoryPolicies,
    InMemoryEndUsers,
    WorkspaceLocksLayer,
    KnownCaller,
    RateLimiterMemory(),
    Layer.mock(ScreeningEngine, { screen }),
    Layer.succeed(PublicUrls, { service: "https://service.example", dashboard: "https://service.example" }),
    Layer.succeed(References.TracerEnabled, false)
  ).pipe(Layer.provideMerge(InMemoryDecisionLog), Layer.provideMerge(SeededRandom))

/** What a check is answered while the engine does this. */
const ask = Effect.gen(function* () {
  const policies = yield* Policies
  yield* policies.create(tenant.id, newPolicy({ document, makeDefault: true }))
  const take = yield* makeCheckListener
  const key = yield* generateApiKey("live")
  return yield* Effect.promise(async () => {
    await using server = createServer((request, response) => assert.isTrue(take(request, response)))
    const port = await listen(server)
    const response = await fetch(`http://127.0.0.1:${port}/v1/check`, {
      method: "POST",
      headers: { authorization: `Bearer ${Redacted.value(key)}`, "content-type": "application/json" },
      body: JSON.stringify({ input: { prompt: "two foxes in the snow" } }),
      signal: AbortSignal.timeout(5_000)
    })
    return {
      status: response.status,
      retryAfter: Option.fromNullOr(response.headers.get("retry-after")),
      body: await response.json()
    }
  })
})

describe("a check that is taken before the framework", () => {
  it.live("is answered with 503 when it is stopped from inside", () =>
    Effect.gen(function* () {
      const { body, retryAfter, status } = yield* ask
      assert.deepStrictEqual([status, Option.getOrUndefined(retryAfter)], [503, "1"])
      assert.deepInclude(body, { status: 503, code: "screening_unavailable", issues: [] })
    }).pipe(Effect.provide(world(() => Effect.interrupt)))
  )

  it.live("is answered with 500 when a gate before it throws", () =>
    Effect.gen(function* () {
      const { body, status } = yield* ask
      assert.strictEqual(status, 500)
      assert.deepInclude(body, { status: 500, code: "internal_error" })
    }).pipe(
      Effect.provide(
        Layer.mock(RateLimiter, {
          takeAtOnce: () => {
            throw new Error("a mistake")
          },
          peek: () => undefined
        }).pipe(Layer.provideMerge(world(() => Effect.interrupt)))
      )
    )
  )
})
