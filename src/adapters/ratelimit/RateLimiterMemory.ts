import { Clock, Effect, Layer } from "effect"
import { RateLimiter } from "../../domain/tenancy/RateLimiter.ts"
import { emptyWindow, peekInto, takeFrom, windowMilliseconds } from "../../domain/tenancy/slidingWindow.ts"
import type { SlidingWindow } from "../../domain/tenancy/slidingWindow.ts"

export interface RateLimiterMemoryOptions {
  /** How many distinct keys may be used within a minute before limits may be exceeded. */
  readonly maximumKeys: number
}

/**
 * The windows of this process, in two generations. A key that is used moves to the younger generation. When the younger
 * generation is a minute old it becomes the older one, and the former older one is dropped whole: all its requests have
 * left their windows by then. So idle keys need no search, and no timer is ever set.
 *
 * A generation holds at most `maximumKeys` keys; a full one becomes the older one early. With up to that many distinct
 * keys in a minute every limit is exact, and memory is bounded by twice as many windows. With more (a flood from ever
 * new addresses), the keys unused for the longest are forgotten first and start afresh. No request is refused for lack
 * of room.
 */
const makeWindows = (maximumKeys: number) => {
  let younger = new Map<string, SlidingWindow>()
  let older = new Map<string, SlidingWindow>()
  let bornAt = Number.NEGATIVE_INFINITY

  const startGeneration = (now: number): void => {
    older = younger
    younger = new Map()
    bornAt = now
  }

  return (key: string, now: number): SlidingWindow => {
    if (now - bornAt >= windowMilliseconds) startGeneration(now)
    const known = younger.get(key)
    if (known !== undefined) return known
    const window = older.get(key) ?? emptyWindow()
    if (younger.size >= maximumKeys) startGeneration(now)
    younger.set(key, window)
    return window
  }
}

/** Many more keys than are ever in use. The window of a key that sends little takes about a hundred bytes. */
const defaultOptions: RateLimiterMemoryOptions = { maximumKeys: 1_000_000 }

export const makeRateLimiterMemory = ({ maximumKeys }: RateLimiterMemoryOptions = defaultOptions) =>
  Effect.map(Clock.Clock, (clock): RateLimiter["Service"] => {
    const windowOf = makeWindows(maximumKeys)
    const origin = clock.monotonicTimeNanosUnsafe()
    // Counted from an origin of its own, so that a double is exact to the nanosecond for a hundred days.
    const readClock = () => Number(clock.monotonicTimeNanosUnsafe() - origin) / 1e6
    const peek = (key: string, limit: number, wanted = 1) => {
      const now = readClock()
      return peekInto(windowOf(key, now), now, limit, wanted)
    }
    const take = (key: string, limit: number, wanted = 1, inPlaceOf?: number) => {
      const now = readClock()
      return takeFrom(windowOf(key, now), now, limit, wanted, inPlaceOf)
    }
    return {
      take: (key, limit, wanted, inPlaceOf) => Effect.sync(() => take(key, limit, wanted, inPlaceOf)),
      takeAtOnce: (key, limit) => take(key, limit),
      read: (key, limit, wanted) => Effect.sync(() => peek(key, limit, wanted)),
      peek: (key, limit) => peek(key, limit)
    }
  })

/** Exact within one process. Several processes that share no store admit the whole limit each. */
export const RateLimiterMemory = (options: RateLimiterMemoryOptions = defaultOptions) =>
  Layer.effect(RateLimiter, makeRateLimiterMemory(options))
