import { afterAll, beforeAll, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { RateLimiterMemory } from "../../src/adapters/ratelimit/RateLimiterMemory.ts"
import { RateLimiterRedis } from "../../src/adapters/ratelimit/RateLimiterRedis.ts"
import { redisIsMissing, startRedis, whenRedisIsMissing } from "../support/redisServer.ts"
import type { RedisServer } from "../support/redisServer.ts"
import { rateLimiterContract } from "./rateLimiterContract.ts"

rateLimiterContract("RateLimiterMemory", {
  layer: RateLimiterMemory(),
  pass: (_, milliseconds) => TestClock.adjust(milliseconds),
  run: it.effect
})

let redis: RedisServer | undefined

beforeAll(async () => {
  if (!redisIsMissing) redis = await startRedis()
})
afterAll(() => redis?.stop())

/** As if the requests of the key had come so much earlier: nobody moves the clock of a Redis. */
const moveBack = async (key: string, milliseconds: number) => {
  await redis?.use(async (client) => {
    const name = `prescreen:rate:${key}`
    const times = await client.lRange(name, 0, -1)
    await client.del(name)
    if (times.length === 0) return
    await client.rPush(
      name,
      times.map((time) => String(Number(time) - milliseconds * 1_000))
    )
  })
}

rateLimiterContract(
  `RateLimiterRedis${whenRedisIsMissing}`,
  {
    layer: Layer.unwrap(Effect.sync(() => RateLimiterRedis(Redacted.make(redis?.url ?? "")))),
    pass: (key, milliseconds) => Effect.promise(() => moveBack(key, milliseconds)),
    run: it.live
  },
  redisIsMissing
)
