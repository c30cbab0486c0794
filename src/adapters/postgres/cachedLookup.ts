import { Cache, Clock, Duration, Effect, Metric } from "effect"
import { steadyClock } from "../../domain/shared/steadyClock.ts"
import { makeAnswerCache } from "./answerCache.ts"
import { Changes } from "./Changes.ts"

export interface CachedLookupOptions<A, E, R> {
  /** What is remembered, in the plural. It names the cache in metrics. */
  readonly name: string
  readonly lookup: (key: string) => Effect.Effect<A, E, R>
  /** The longest that a process may be out of date if a notification was lost. */
  readonly timeToLive: Duration.Duration
  /** How many answers are kept, or how much of them by their size. Those looked up first are dropped first. */
  readonly capacity: number
  /** How much of that may be about one tenant: all of it by default. */
  readonly share?: number
  /** The size of an answer; 1 by default. */
  readonly sizeOf?: (answer: A) => number
  /**
   * The tenant that an answer is about: a change of the tenant may have changed the answer. Null if no tenant's change
   * can. By default, the one whose id is the first word of the key.
   */
  readonly tenantOf?: (key: string, answer: A) => string | null
  /** Whether an answer says that there is nothing. Questions that somebody made up displace only such answers. */
  readonly isNothing?: (answer: A) => boolean
}

/** How many answers that say that there is nothing are kept, apart from the others. */
const mostNothings = 5_000

/**
 * How many different questions may be looked up at a time. Each is looked up once, however many callers wait for its
 * answer.
 */
const mostAsked = 5_000

const cacheCounter = (id: string, description: string, cache: string) =>
  Metric.counter(id, { description, attributes: { cache }, incremental: true })

const firstWord = (key: string): string => key.split(" ", 1)[0] ?? ""

/**
 * Remembers answers until the tenant that they are about changes, or until they are too old. Failures are never
 * remembered. A remembered answer is returned at once, without a step of the runtime.
 */
export const makeCachedLookup = Effect.fnUntraced(function* <A, E, R>(options: CachedLookupOptions<A, E, R>) {
  const { capacity, isNothing = () => false, lookup, name, sizeOf = () => 1, timeToLive } = options
  const { tenantOf = firstWord } = options
  const context = yield* Effect.context()
  const clock = steadyClock(yield* Clock.Clock)
  const asked = cacheCounter("prescreen.cache.requests", "Questions to a cache", name)
  const missed = cacheCounter("prescreen.cache.misses", "Questions that a cache had to look up", name)
  const answers = makeAnswerCache<A>({ capacity, share: options.share ?? capacity }, clock, timeToLive)
  const nothings = makeAnswerCache<A>({ capacity: mostNothings, share: mostNothings }, clock, timeToLive)
  /**
   * For each question that is being looked up, the tenants that have changed meanwhile. Null stands for every tenant.
   */
  const underWay = new Set<Set<string | null>>()

  /** Keeps the answer, unless its tenant has changed meanwhile: it may be from before the change. */
  const keepUnlessChanged = (key: string, answer: A, changed: ReadonlySet<string | null>) => {
    const tenantId = tenantOf(key, answer)
    if (changed.has(null) || changed.has(tenantId)) return
    const kept = isNothing(answer) ? nothings : answers
    kept.keep(key, answer, tenantId, sizeOf(answer))
  }

  const ask = Effect.fnUntraced(function* (key: string) {
    yield* Metric.update(missed, 1)
    const changed = new Set<string | null>()
    underWay.add(changed)
    return yield* lookup(key).pipe(
      // Done while the question still counts as under way, so that no change can come in between.
      Effect.tap((answer) => Effect.sync(() => keepUnlessChanged(key, answer, changed))),
      Effect.ensuring(Effect.sync(() => underWay.delete(changed)))
    )
  })
  /** Holds the questions that are being looked up, and nothing else. */
  const questions = yield* Cache.makeWith(ask, {
    capacity: mostAsked,
    timeToLive: () => Duration.zero
  })

  yield* (yield* Changes).onChange((tenantId) =>
    Effect.suspend(() => {
      for (const changed of underWay) changed.add(tenantId)
      answers.forget(tenantId)
      nothings.forget(tenantId)
      // Nobody knows yet whom the questions that are being looked up are about.
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
    // The caller may never run the returned effect. It counts as a question only if it is run.
    if (known === undefined) return look(key)
    asked.updateUnsafe(1, context)
    return known
  }
})
