import { Cache, Clock, Duration, Effect, Exit, Metric, MutableHashMap, Option } from "effect"
import { Changes } from "./Changes.ts"

export interface RememberOptions<A, E, R> {
  /** What is remembered, in the plural; names the cache in metrics. */
  readonly name: string
  readonly lookup: (key: string) => Effect.Effect<A, E, R>
  /** The longest that a process may be behind when a notification was lost. */
  readonly timeToLive: Duration.Duration
  /** How many answers are kept; those looked up first go first. */
  readonly capacity: number
  /** Whether a change of the tenant may have changed this answer. */
  readonly isAbout: (tenantId: string, key: string, answer: A) => boolean
  /** Whether an answer says that there is nothing. Whoever asks for what they make up displaces only such answers. */
  readonly isNothing?: (answer: A) => boolean
}

/** How many answers are kept that say that there is nothing, apart from the others. */
const mostNothings = 5_000

const cacheCounter = (id: string, description: string, cache: string) =>
  Metric.counter(id, { description, attributes: { cache }, incremental: true })

/** What a cache holds of a key now: an answer that costs no step of the runtime. Nothing, where it has to look it up. */
export const atHand = <A, E>(
  cache: Cache.Cache<string, A, E, unknown>,
  key: string,
  clock: Clock.Clock
): Exit.Exit<A, E> | undefined => {
  const entry = Option.getOrUndefined(MutableHashMap.get(cache.map, key))
  if (entry === undefined) return undefined
  const { expiresAt, fiber } = entry
  const isFresh = expiresAt === undefined || expiresAt > clock.currentTimeMillisUnsafe()
  return isFresh ? fiber.pollUnsafe() : undefined
}

/**
 * Remembers answers until they are about a tenant that changed. Failures are never remembered. What is remembered
 * is there at once, without a step of the runtime.
 */
export const remember = Effect.fnUntraced(function* <A, E, R>(options: RememberOptions<A, E, R>) {
  const { capacity, isAbout, isNothing = () => false, lookup, name, timeToLive } = options
  const context = yield* Effect.context()
  const clock = yield* Clock.Clock
  const asked = cacheCounter("prescreen.cache.requests", "Questions to a cache", name)
  const missed = cacheCounter("prescreen.cache.misses", "Questions that a cache had to look up", name)
  const answers = yield* Cache.makeWith(lookup, { capacity, timeToLive: () => timeToLive })
  let changes = 0

  /** Keeps an answer that says something, unless there was a change meanwhile, which it may not know of. */
  const ask = Effect.fnUntraced(function* (key: string) {
    const changesBefore = changes
    yield* Metric.update(missed, 1)
    const answer = yield* lookup(key)
    if (isNothing(answer)) return answer
    // What is there already would keep its place among those that go first.
    yield* Cache.invalidate(answers, key)
    yield* Cache.set(answers, key, answer)
    // Only now, so that no change can come between the look and the keeping.
    if (changes !== changesBefore) yield* Cache.invalidate(answers, key)
    return answer
  })
  /** What is being looked up, and the answers that say that there is nothing. */
  const questions = yield* Cache.makeWith(ask, {
    capacity: mostNothings,
    timeToLive: (exit) => (Exit.isSuccess(exit) && isNothing(exit.value) ? timeToLive : Duration.zero)
  })

  const forgetIn = Effect.fnUntraced(function* (cache: Cache.Cache<string, A, E, R>, tenantId: string) {
    // What is still being looked up has no value to judge by, and may be about the tenant.
    const known = new Map(yield* Cache.entries(cache))
    for (const key of yield* Cache.keys(cache)) {
      const answer = known.get(key)
      if (answer === undefined || isAbout(tenantId, key, answer)) yield* Cache.invalidate(cache, key)
    }
  })
  yield* (yield* Changes).onChange(
    Effect.fnUntraced(function* (tenantId) {
      changes += 1
      for (const cache of [answers, questions]) {
        yield* tenantId === null ? Cache.invalidateAll(cache) : forgetIn(cache, tenantId)
      }
    })
  )

  const look = (key: string): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      asked.updateUnsafe(1, context)
      return Cache.get(questions, key)
    })

  return (key: string): Effect.Effect<A, E, R> => {
    const known = atHand(answers, key, clock) ?? atHand(questions, key, clock)
    // What is not at hand may be left alone, and is a question only when it is asked.
    if (known === undefined) return look(key)
    asked.updateUnsafe(1, context)
    return known
  }
})
