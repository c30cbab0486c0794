import { Cache, Clock, Duration, Effect, Metric } from "effect"
import { steadyClock } from "../../domain/shared/steadyClock.ts"
import { makeAnswerCache } from "./answerCache.ts"
import { Changes } from "./Changes.ts"

export interface RememberOptions<A, E, R> {
  /** What is remembered, in the plural; names the cache in metrics. */
  readonly name: string
  readonly lookup: (key: string) => Effect.Effect<A, E, R>
  /** The longest that a process may be behind when a notification was lost. */
  readonly timeToLive: Duration.Duration
  /** How many answers are kept, or how much of them by their size; those looked up first go first. */
  readonly capacity: number
  /** How much of that may be about one tenant: all of it unless told otherwise. */
  readonly share?: number
  /** 1 unless told otherwise. */
  readonly sizeOf?: (answer: A) => number
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

/**
 * Remembers answers until they are about a tenant that changed. Failures are never remembered. What is remembered
 * is there at once, without a step of the runtime.
 */
export const remember = Effect.fnUntraced(function* <A, E, R>(options: RememberOptions<A, E, R>) {
  const { capacity, isNothing = () => false, lookup, name, sizeOf = () => 1, tenantOf, timeToLive } = options
  const context = yield* Effect.context()
  const clock = steadyClock(yield* Clock.Clock)
  const asked = cacheCounter("prescreen.cache.requests", "Questions to a cache", name)
  const missed = cacheCounter("prescreen.cache.misses", "Questions that a cache had to look up", name)
  const answers = makeAnswerCache<A>({ capacity, share: options.share ?? capacity }, clock, timeToLive)
  const nothings = makeAnswerCache<A>({ capacity: mostNothings, share: mostNothings }, clock, timeToLive)
  /** Of each question that is being asked, the tenants that changed meanwhile; null where that may be any. */
  const underWay = new Set<Set<string | null>>()

  /** Keeps the answer, unless its tenant has changed meanwhile, which it may not know of. */
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
      // Before it is under way no more, so that no change can come between.
      Effect.tap((answer) => Effect.sync(() => keepUnlessChanged(key, answer, changed))),
      Effect.ensuring(Effect.sync(() => underWay.delete(changed)))
    )
  })
  /** What is being looked up, and nothing else. */
  const questions = yield* Cache.makeWith(ask, {
    capacity: mostAsked,
    timeToLive: () => Duration.zero
  })

  yield* (yield* Changes).onChange((tenantId) =>
    Effect.suspend(() => {
      for (const changed of underWay) changed.add(tenantId)
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
