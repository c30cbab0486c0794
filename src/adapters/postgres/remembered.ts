import { Cache, Clock, Duration, Effect, Exit, Metric } from "effect"
import { Changes } from "./Changes.ts"

export interface RememberOptions<A, E, R> {
  /** What is remembered, in the plural; names the cache in metrics. */
  readonly name: string
  readonly lookup: (key: string) => Effect.Effect<A, E, R>
  /** The longest that a process may be behind when a notification was lost. */
  readonly timeToLive: Duration.Duration
  /** How many answers are kept; those looked up first go first. */
  readonly capacity: number
  /** The tenant that an answer is about: a change of it may have changed the answer. Null where none can. */
  readonly tenantOf: (key: string, answer: A) => string | null
  /** Whether an answer says that there is nothing. Whoever asks for what they make up displaces only such answers. */
  readonly isNothing?: (answer: A) => boolean
}

/** How many answers are kept that say that there is nothing, apart from the others. */
const mostNothings = 5_000

/** How many questions may be under way of which each is asked once, however many wait for its answer. */
const mostAsked = 5_000

const cacheCounter = (id: string, description: string, cache: string) =>
  Metric.counter(id, { description, attributes: { cache }, incremental: true })

interface Kept<A> {
  readonly answer: Exit.Exit<A>
  readonly tenantId: string | null
  /** In milliseconds. */
  readonly expiresAt: number
}

/** Answers by key and by the tenant that they are about, so that what one tenant changes is found among all at once. */
const makeKept = <A>(capacity: number, clock: Clock.Clock, timeToLive: Duration.Duration) => {
  const entries = new Map<string, Kept<A>>()
  const keysOf = new Map<string, Set<string>>()
  const lasting = Duration.toMillis(timeToLive)

  const drop = (key: string): void => {
    const tenantId = entries.get(key)?.tenantId ?? null
    entries.delete(key)
    const keys = tenantId === null ? undefined : keysOf.get(tenantId)
    keys?.delete(key)
    if (tenantId !== null && keys?.size === 0) keysOf.delete(tenantId)
  }

  return {
    /** An answer that costs no step of the runtime, unless there is none or it is too old. */
    get: (key: string): Exit.Exit<A> | undefined => {
      const entry = entries.get(key)
      return entry !== undefined && entry.expiresAt > clock.currentTimeMillisUnsafe()
        ? entry.answer
        : undefined
    },
    keep: (key: string, answer: A, tenantId: string | null): void => {
      // What is there already would keep its place among those that go first.
      drop(key)
      const [oldest] = entries.size < capacity ? [] : entries.keys()
      if (oldest !== undefined) drop(oldest)
      const expiresAt = clock.currentTimeMillisUnsafe() + lasting
      entries.set(key, { answer: Exit.succeed(answer), tenantId, expiresAt })
      if (tenantId === null) return
      const keys = keysOf.get(tenantId)
      if (keys === undefined) keysOf.set(tenantId, new Set([key]))
      else keys.add(key)
    },
    /** Forgets what is about a tenant, or with null everything. */
    forget: (tenantId: string | null): void => {
      if (tenantId === null) {
        entries.clear()
        keysOf.clear()
      } else {
        for (const key of keysOf.get(tenantId) ?? []) entries.delete(key)
        keysOf.delete(tenantId)
      }
    }
  }
}

/**
 * Remembers answers until they are about a tenant that changed. Failures are never remembered. What is remembered
 * is there at once, without a step of the runtime.
 */
export const remember = Effect.fnUntraced(function* <A, E, R>(options: RememberOptions<A, E, R>) {
  const { capacity, isNothing = () => false, lookup, name, tenantOf, timeToLive } = options
  const context = yield* Effect.context()
  const clock = yield* Clock.Clock
  const asked = cacheCounter("prescreen.cache.requests", "Questions to a cache", name)
  const missed = cacheCounter("prescreen.cache.misses", "Questions that a cache had to look up", name)
  const answers = makeKept<A>(capacity, clock, timeToLive)
  const nothings = makeKept<A>(mostNothings, clock, timeToLive)
  let changes = 0

  /** Keeps the answer, unless there was a change meanwhile, which it may not know of. */
  const ask = Effect.fnUntraced(function* (key: string) {
    const changesBefore = changes
    yield* Metric.update(missed, 1)
    const answer = yield* lookup(key)
    // At once with the look, so that no change can come between it and the keeping.
    if (changes === changesBefore) {
      const kept = isNothing(answer) ? nothings : answers
      kept.keep(key, answer, tenantOf(key, answer))
    }
    return answer
  })
  /** What is being looked up, and nothing else. */
  const questions = yield* Cache.makeWith(ask, {
    capacity: mostAsked,
    timeToLive: () => Duration.zero
  })

  yield* (yield* Changes).onChange((tenantId) =>
    Effect.suspend(() => {
      changes += 1
      answers.forget(tenantId)
      nothings.forget(tenantId)
      // Of what is still being looked up nobody knows whom it is about.
      return Cache.invalidateAll(questions)
    })
  )

  const look = (key: string): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      asked.updateUnsafe(1, context)
      return Cache.get(questions, key)
    })

  return (key: string): Effect.Effect<A, E, R> => {
    const known = answers.get(key) ?? nothings.get(key)
    // What is not at hand may be left alone, and is a question only when it is asked.
    if (known === undefined) return look(key)
    asked.updateUnsafe(1, context)
    return known
  }
})
