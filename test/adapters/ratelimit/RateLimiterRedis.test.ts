import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { RateLimiterRedis } from "../../../src/adapters/ratelimit/RateLimiterRedis.ts"
import { RateLimiter } from "../../../src/domain/tenancy/RateLimiter.ts"
import { redisIsMissing, redisPassword, startRedis, whenRedisIsMissing } from "../../support/redisServer.ts"
import type { RedisServer } from "../../support/redisServer.ts"
import { startRelay } from "../../support/relay.ts"
import { freePort } from "../../support/serviceProcess.ts"
import { until } from "../../support/until.ts"

/** One process's limiter, and what it logs. */
const startLimiter = (url: string, longestSilence?: Duration.Duration) => {
  const lines: Array<string> = []
  const logger = Logger.layer([
    Logger.map(Logger.formatJson, (line) => {
      lines.push(line)
    })
  ])
  return Effect.map(
    Layer.build(RateLimiterRedis(Redacted.make(url), longestSilence).pipe(Layer.provide(logger))),
    (context) => ({ lines, ...Context.get(context, RateLimiter) })
  )
}

const redisServer = Effect.acquireRelease(
  Effect.promise(() => startRedis()),
  (redis) => Effect.promise(() => redis.stop())
)

const admitted = (readings: ReadonlyArray<{ readonly admitted: boolean }>) =>
  readings.filter(({ admitted }) => admitted).length

const soon = (what: string, holds: () => boolean) => Effect.promise(() => until(what, holds))

describe.skipIf(redisIsMissing)(`RateLimiterRedis${whenRedisIsMissing}`, () => {
  it.live("shares a limit among processes, to the request", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const limiters = yield* Effect.all([startLimiter(url), startLimiter(url), startLimiter(url)])
      const readings = yield* Effect.forEach(
        Array.from({ length: 600 }, (_, index) => limiters[index % 3]),
        (limiter) => (limiter === undefined ? Effect.die("none") : limiter.take("key", 100)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(admitted(readings), 100)
      assert.sameMembers(
        readings.filter(({ admitted }) => admitted).map(({ remaining }) => remaining),
        Array.from({ length: 100 }, (_, remaining) => remaining)
      )
      assert.deepStrictEqual(
        limiters.flatMap(({ lines }) => lines),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.live("forgets the very request that others are asked for in place of", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const limiter = yield* startLimiter(url)
      const first = yield* limiter.take("first", 2)
      const second = yield* limiter.take("second", 2)
      yield* Effect.sleep("1200 millis")
      yield* limiter.take("first", 2)
      const newer = yield* limiter.take("second", 2)
      const refused = { admitted: false, remaining: 1 }
      const asked = limiter.take("first", 2, 2, first.takenAt)
      assert.deepInclude(yield* asked, { ...refused, resetSeconds: 60 })
      assert.deepInclude(yield* asked, { ...refused, resetSeconds: 60 })
      assert.deepInclude(yield* limiter.take("second", 2, 2, newer.takenAt), { ...refused, resetSeconds: 59 })
      assert.deepInclude(yield* limiter.take("second", 2, 2, second.takenAt), { admitted: true })
    }).pipe(Effect.scoped)
  )

  it.live("leaves a key in Redis for a minute, and no longer", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const limiter = yield* startLimiter(redis.url)
      yield* limiter.take("key", 5)
      const lifetimes = yield* Effect.promise(() =>
        redis.use(async (client) => {
          const names = await client.keys("*")
          return Promise.all(names.map((name) => client.pTTL(name)))
        })
      )
      assert.isNotEmpty(lifetimes)
      for (const lifetime of lifetimes)
        assert.isTrue(lifetime > 50_000 && lifetime <= 60_000, String(lifetime))
    }).pipe(Effect.scoped)
  )

  it.live(
    "goes on when the clock of Redis was set back, and refuses nobody for as long as it was wrong",
    () =>
      Effect.gen(function* () {
        const redis = yield* redisServer
        const limiter = yield* startLimiter(redis.url)
        const leave = Effect.fnUntraced(function* (name: string, secondsAhead: number) {
          const time = (yield* Clock.currentTimeMillis) * 1_000 + secondsAhead * 1e6
          yield* Effect.promise(() =>
            redis.use((client) => client.rPush(`prescreen:rate:${name}`, String(time)))
          )
        })
        yield* leave("a little", 5)
        assert.deepInclude(yield* limiter.take("a little", 2), {
          admitted: true,
          remaining: 0,
          resetSeconds: 60
        })
        assert.deepInclude(yield* limiter.take("a little", 2), { admitted: false, retryAfterSeconds: 60 })
        yield* leave("a day", 86_400)
        assert.deepInclude(yield* limiter.take("a day", 2), { admitted: true, remaining: 1 })
      }).pipe(Effect.scoped)
  )

  it.live("knows no window at once while it is shared with other processes", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const limiter = yield* startLimiter(url)
      yield* limiter.take("key", 5)
      assert.isUndefined(limiter.peek("key", 5))
      assert.isUndefined(limiter.takeAtOnce("key", 5))
      assert.deepInclude(yield* limiter.read("key", 5), { remaining: 4 })
    }).pipe(Effect.scoped)
  )

  it.live("says so when Redis refuses to write from the start", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* Effect.promise(() => redis.use((client) => client.sendCommand(["REPLICAOF", "127.0.0.1", "1"])))
      const limiter = yield* startLimiter(redis.url)
      yield* soon("the operator is told", () => limiter.lines.length > 0)
      assert.include(limiter.lines[0] ?? "", "READONLY")
    }).pipe(Effect.scoped)
  )

  const outages: Readonly<Record<string, (redis: RedisServer) => Promise<() => Promise<unknown>>>> = {
    "is gone": async (redis) => {
      await redis.stop()
      let again: RedisServer | undefined
      return async () => {
        again = await startRedis(redis.port)
        return again
      }
    },
    hangs: async (redis) => {
      redis.freeze()
      return async () => redis.thaw()
    },
    "refuses to write": async (redis) => {
      await redis.use((client) => client.sendCommand(["REPLICAOF", "127.0.0.1", "1"]))
      return () => redis.use((client) => client.sendCommand(["REPLICAOF", "NO", "ONE"]))
    }
  }
  for (const [how, begin] of Object.entries(outages)) {
    it.live(`counts by itself while Redis ${how}, says so once, and shares again when it is back`, () =>
      Effect.gen(function* () {
        const redis = yield* redisServer
        const limiter = yield* startLimiter(redis.url)
        assert.isTrue((yield* limiter.take("key", 1)).admitted)
        const end = yield* Effect.promise(() => begin(redis))

        const during = yield* Effect.forEach(Array.from({ length: 20 }), () => limiter.take("key", 5), {
          concurrency: 4
        })
        assert.strictEqual(admitted(during), 5)
        yield* soon("the operator is told", () => limiter.lines.length > 0)
        assert.lengthOf(limiter.lines, 1)
        assert.include(limiter.lines[0] ?? "", "counts rate limits by itself")
        assert.notInclude(limiter.lines[0] ?? "", '"reason":"Error"')
        // Long enough for it to be tried again, in vain.
        yield* Effect.sleep("2500 millis")
        yield* limiter.take("a third key", 1)
        assert.lengthOf(limiter.lines, 1)

        const restarted = yield* Effect.promise(end)
        yield* soon("Redis is used again", () => limiter.lines.length > 1)
        assert.include(limiter.lines[1] ?? "", "rate limits are shared")
        // What was counted here in between is not what Redis goes by.
        assert.deepInclude(yield* limiter.take("another key", 1), { admitted: true, remaining: 0 })
        assert.isFalse((yield* limiter.take("another key", 1)).admitted)
        assert.lengthOf(limiter.lines, 2)
        assert.notInclude(limiter.lines.join(""), redisPassword)
        if (how === "is gone") yield* Effect.promise(() => (restarted as RedisServer).stop())
      }).pipe(Effect.scoped)
    )
  }

  it.live("goes on with the Redis that its address leads to, when another has taken over", () =>
    Effect.gen(function* () {
      const [former, next] = [yield* redisServer, yield* redisServer]
      const relay = yield* Effect.acquireRelease(
        Effect.promise(() => startRelay({ port: former.port })),
        (relay) => Effect.sync(relay.close)
      )
      const limiter = yield* startLimiter(former.url.replace(`:${former.port}`, `:${relay.port}`))
      assert.isTrue((yield* limiter.take("key", 1)).admitted)
      yield* Effect.promise(() =>
        former.use((client) => client.sendCommand(["REPLICAOF", "127.0.0.1", String(next.port)]))
      )
      relay.lead({ port: next.port })
      yield* limiter.take("key", 2)
      yield* soon("Redis is used again", () => limiter.lines.length > 1)
      assert.include(limiter.lines[0] ?? "", "READONLY")
      assert.include(limiter.lines[1] ?? "", "rate limits are shared")
      yield* limiter.take("another key", 1)
      const names = yield* Effect.promise(() => next.use((client) => client.keys("*another key")))
      assert.lengthOf(names, 1)
      assert.lengthOf(limiter.lines, 2)
    }).pipe(Effect.scoped)
  )

  it.live("gives up a connection that stays silent, and makes another", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const limiter = yield* startLimiter(redis.url, Duration.millis(200))
      const connections = () =>
        redis.use(async (client) => Number(/total_connections_received:(\d+)/.exec(await client.info())?.[1]))
      const before = yield* Effect.promise(connections)
      redis.freeze()
      yield* limiter.take("key", 1)
      yield* Effect.sleep("1 second")
      redis.thaw()
      yield* soon("Redis is used again", () => limiter.lines.length > 1)
      // One is the question's own.
      assert.isAbove((yield* Effect.promise(connections)) - before, 1)
    }).pipe(Effect.scoped)
  )
})

describe("a Redis that is away at the start", () => {
  it.live("holds up nothing, and its password is in no line of the log", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const limiter = yield* startLimiter(`redis://user:${redisPassword}@127.0.0.1:${port}/3`)
      const readings = yield* Effect.forEach(Array.from({ length: 9 }), () => limiter.take("key", 5))
      assert.strictEqual(admitted(readings), 5)
      assert.deepInclude(yield* limiter.take("many at once", 5, 3), { admitted: true, remaining: 2 })
      for (const reading of [yield* limiter.read("many at once", 5), limiter.peek("many at once", 5)]) {
        assert.deepInclude(reading, { admitted: true, remaining: 2 })
      }
      yield* soon("the operator is told", () => limiter.lines.length > 0)
      assert.lengthOf(limiter.lines, 1)
      assert.include(limiter.lines[0] ?? "", "ECONNREFUSED")
      assert.notInclude(limiter.lines[0] ?? "", redisPassword)
    }).pipe(Effect.scoped)
  )
})
