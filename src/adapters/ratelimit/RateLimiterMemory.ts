import { Clock, Effect, Layer } from "effect"
import { RateLimiter } from "../../domain/tenancy/RateLimiter.ts"
import { emptyWindow, peekInto, takeFrom, windowMilliseconds } from "../../domain/tenancy/slidingWindow.ts"
import type { SlidingWindow } from "../../domain/tenancy/slidingWindow.ts"

export interface RateLimiterMemoryOptions {
  /** How many distinct keys may be in use within a minute before the limits may be overshot. */
  readonly maximumKeys: number
}

/**
 * The windows of this process, in two generations. A key that is used moves to the younger one; when the younger
 * is a minute old it becomes the older, and the older is dropped whole: all its requests have left their windows
 * by then. So idle keys cost no search, and nothing is ever timed.
 *
 * A generation holds at most `maximumKeys`; when it is full it becomes the older one early. Up to that many
 * distinct keys in a minute every limit is exact, and memory is bounded by twice as many windows. Beyond it
 * (a flood from ever new addresses) the keys unused for the longest are forgotten first and start afresh; no
 * request is refused for lack of room.
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

/** Many more than are ever in use; a window of a key that sends little takes about a hundred bytes. */
const usual: RateLimiterMemoryOptions = { maximumKeys: 1_000_000 }

export const makeRateLimiterMemory = ({ maximumKeys }: RateLimiterMemoryOptions = usual) =>
  Effect.map(Clock.Clock, (clock): RateLimiter["Service"] => {
    const windowOf = makeWindows(maximumKeys)
    const origin = clock.monotonicTimeNanosUnsafe()
    // From an origin of its own, so that a double keeps every nanosecond for a hundred days.
    const readClock = () => Number(clock.monotonicTimeNanosUnsafe() - origin) / 1e6
    const peek = (key: string, limit: number, wanted = 1) => {
      const now = readClock()
      return peekInto(windowOf(key, now), now, limit, wanted)
    }
    return {
      take: (key, limit, wanted = 1) =>
        Effect.sync(() => {
          const now = readClock()
          return takeFrom(windowOf(key, now), now, limit, wanted)
        }),
      read: (key, limit, wanted) => Effect.sync(() => peek(key, limit, wanted)),
      peek: (key, limit) => peek(key, limit)
    }
  })

/** Exact within one process. Several processes that share no store each admit the whole limit. */
export const RateLimiterMemory = (options: RateLimiterMemoryOptions = usual) =>
  Layer.effect(RateLimiter, makeRateLimiterMemory(options))
