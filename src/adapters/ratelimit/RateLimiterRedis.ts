import { createClient } from "@redis/client"
import { Deferred, Duration, Effect, Layer, Predicate, Redacted, Schema } from "effect"
import { observeGauge } from "../../domain/shared/observeGauge.ts"
import { RateLimiter } from "../../domain/tenancy/RateLimiter.ts"
import type { RateLimitReading } from "../../domain/tenancy/RateLimiter.ts"
import { makeRateLimiterMemory } from "./RateLimiterMemory.ts"
import { slidingWindowScript } from "./slidingWindowScript.ts"
import type { SharedWindow, SharedWindowQuestion } from "./slidingWindowScript.ts"

/** The longest that a request waits for Redis before this process counts it itself. */
const answerTimeout = "500 millis"

/** After this long without an answer, the connection is closed and another one is tried. */
const usualSilence = Duration.seconds(5)

/** How many pings are sent within that time. They decide how soon a Redis that answers again is noticed. */
const pings = 5

/**
 * Finds out whether Redis accepts writes. There is always room for it: a request over its limit would write nothing.
 */
const probe: SharedWindowQuestion = { limit: 1_000_000, counts: true, wanted: 1, inPlaceOf: undefined }

/**
 * A fault as the log reports it: the code of a Node error, the first word of Redis's reply, or the class of one of the
 * client's own errors, whose `name` is `Error`. Never the message, which contains the command.
 */
class RedisFault extends Schema.TaggedError<RedisFault>()("RedisFault", { reason: Schema.String }) {}

const reasonOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  const [word] = error instanceof Error ? (/^[A-Z]{3,}\b/.exec(error.message) ?? []) : []
  return word ?? (error instanceof Error ? error.constructor.name : "unknown")
}

const makeClient = (url: Redacted.Redacted, longestSilence: Duration.Duration) => {
  const socketTimeout = Duration.toMillis(longestSilence)
  return createClient({
    url: Redacted.value(url),
    scripts: { slide: slidingWindowScript },
    // A request that cannot be sent at once is counted in this process instead.
    disableOfflineQueue: true,
    pingInterval: socketTimeout / pings,
    socket: {
      connectTimeout: socketTimeout,
      socketTimeout,
      reconnectStrategy: (retries) => Math.min(2_000, 50 * 2 ** Math.min(retries, 10))
    }
  })
}

const seconds = (microseconds: number): number => Math.ceil(microseconds / 1e6)

const readingOf = (
  limit: number,
  { admitted, clearIn, count, roomIn, takenAt }: SharedWindow
): RateLimitReading => ({
  admitted,
  limit,
  remaining: Math.max(0, limit - count),
  resetSeconds: seconds(clearIn),
  retryAfterSeconds: seconds(roomIn),
  ...(takenAt === 0 ? {} : { takenAt })
})

/** Whether this Redis has become a replica. The former primary does in a failover, and then keeps its connections. */
const isReplica = ({ reason }: RedisFault): boolean => reason === "READONLY"

/** Tracks whether Redis can be relied on, and logs when that changes. */
const watchRedis = Effect.gen(function* () {
  const fork = Effect.runForkWith(yield* Effect.context())
  const settled = yield* Deferred.make<void>()
  let answers: boolean | undefined
  return {
    answers: () => answers === true,
    /** Completes when that is known for the first time. */
    settled: Deferred.await(settled),
    away: (reason: string): void => {
      if (answers === false) return
      answers = false
      Deferred.doneUnsafe(settled, Effect.void)
      fork(
        Effect.annotateLogs(
          Effect.logWarning("Redis cannot be used: until it can, each process counts rate limits by itself"),
          { reason }
        )
      )
    },
    back: (): void => {
      const wasAway = answers === false
      answers = true
      Deferred.doneUnsafe(settled, Effect.void)
      if (wasAway) fork(Effect.logInfo("Redis can be used again: rate limits are shared"))
    }
  }
})

type Client = ReturnType<typeof makeClient>

const askWith = (client: Client) => (key: string, question: SharedWindowQuestion) =>
  Effect.tryPromise({
    try: () => client.slide(`prescreen:rate:${key}`, question),
    catch: (error) => new RedisFault({ reason: reasonOf(error) })
  }).pipe(
    Effect.timeoutOrElse({
      duration: answerTimeout,
      orElse: () => Effect.fail(new RedisFault({ reason: `no answer within ${answerTimeout}` }))
    })
  )

/**
 * Exact across all processes that use the same Redis. While Redis is away, slow or refuses commands, each process
 * counts by itself. No request is refused for that, and none waits longer than `answerTimeout`.
 */
export const RateLimiterRedis = (url: Redacted.Redacted, longestSilence: Duration.Duration = usualSilence) =>
  Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const memory = yield* makeRateLimiterMemory()
      const redis = yield* watchRedis
      const fork = Effect.runForkWith(yield* Effect.context())
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => makeClient(url, longestSilence)),
        (client) => Effect.sync(() => client.destroy())
      )
      const ask = askWith(client)
      const noteFault = (fault: RedisFault) => Effect.sync(() => redis.away(fault.reason))
      // Rejects only if the client is closed before it is connected.
      const connect = () => void client.connect().catch(() => undefined)
      const connectAnew = () => {
        client.destroy()
        connect()
      }

      // A Redis that answers pings may still refuse writes, so the probe is the command that requests need.
      const tryAgain = (ifReplica: () => void): void => {
        if (redis.answers()) return
        fork(
          ask("probe", probe).pipe(
            Effect.tap(() => Effect.sync(redis.back)),
            Effect.tapError((fault) => Effect.sync(isReplica(fault) ? ifReplica : () => undefined)),
            Effect.catch(noteFault)
          )
        )
      }
      client.on("error", (error: unknown) => redis.away(reasonOf(error)))
      // A replica is not left at once: for a while the address may still lead to it.
      client.on("ready", () => tryAgain(() => undefined))
      client.on("ping-interval", () => tryAgain(connectAnew))
      connect()
      yield* Effect.timeoutOption(redis.settled, answerTimeout)
      yield* observeGauge({
        name: "prescreen.rate_limit.shared",
        description: "1 while rate limits are counted in Redis, 0 while this process counts by itself",
        read: () => (redis.answers() ? 1 : 0)
      })

      const inRedisOr =
        (here: typeof memory.take, counts: boolean): typeof memory.take =>
        (key, limit, wanted = 1, inPlaceOf) =>
          redis.answers()
            ? ask(key, { limit, counts, wanted, inPlaceOf }).pipe(
                Effect.map((window) => readingOf(limit, window)),
                Effect.catch((fault) => Effect.andThen(noteFault(fault), here(key, limit, wanted, inPlaceOf)))
              )
            : here(key, limit, wanted, inPlaceOf)

      return {
        take: inRedisOr(memory.take, true),
        takeAtOnce: (key, limit) => (redis.answers() ? undefined : memory.takeAtOnce(key, limit)),
        read: inRedisOr(memory.read, false),
        peek: (key, limit) => (redis.answers() ? undefined : memory.peek(key, limit))
      }
    })
  )
