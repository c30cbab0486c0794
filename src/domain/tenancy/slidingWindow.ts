import type { RateLimitReading } from "./RateLimiter.ts"

export const windowMilliseconds = 60_000
const windowSeconds = windowMilliseconds / 1_000

/**
 * The requests of one key that were admitted within the last minute: the times, in milliseconds of a clock that
 * never goes back, in a ring that starts at `oldest`. The ring grows when it is full, so a key that sends little
 * costs little. It is mutable: a copy per request would cost more than the check that it guards.
 */
export interface SlidingWindow {
  times: Array<number>
  oldest: number
  count: number
}

export const emptyWindow = (): SlidingWindow => ({ times: [], oldest: 0, count: 0 })

/** The time of the nth oldest admission, from 0. */
const timeOf = ({ oldest, times }: SlidingWindow, nth: number): number => {
  const index = oldest + nth
  return times[index < times.length ? index : index - times.length] ?? Number.NEGATIVE_INFINITY
}

const secondsUntilOutside = (time: number, now: number): number =>
  Math.ceil((windowMilliseconds - (now - time)) / 1_000)

/** Until so many of the oldest have left the window. */
const secondsUntilOut = (window: SlidingWindow, many: number, now: number): number =>
  many <= 0 ? 0 : secondsUntilOutside(timeOf(window, many - 1), now)

const forgetOutside = (window: SlidingWindow, now: number): void => {
  while (window.count > 0 && now - timeOf(window, 0) >= windowMilliseconds) {
    window.oldest = window.oldest + 1 === window.times.length ? 0 : window.oldest + 1
    window.count -= 1
  }
}

const grow = (window: SlidingWindow, limit: number): void => {
  const capacity = Math.min(Math.max(1, window.count * 2), limit)
  window.times = Array.from({ length: capacity }, (_, nth) => timeOf(window, nth))
  window.oldest = 0
}

const admit = (window: SlidingWindow, now: number, limit: number): void => {
  if (window.count === window.times.length) grow(window, limit)
  const index = window.oldest + window.count
  window.times[index < window.times.length ? index : index - window.times.length] = now
  window.count += 1
}

const readingOf = (
  window: SlidingWindow,
  now: number,
  limit: number,
  { admitted, wanted }: { readonly admitted: boolean; readonly wanted: number }
): RateLimitReading => {
  const { count } = window
  // As many as are wanted pass when all but `limit - wanted` have left, and more than the limit never do.
  const inTheWay = count + wanted - limit
  return {
    admitted,
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: count === 0 ? 0 : secondsUntilOutside(timeOf(window, count - 1), now),
    retryAfterSeconds: wanted > limit ? windowSeconds : secondsUntilOut(window, inTheWay, now)
  }
}

/**
 * Asks to admit `wanted` requests at `now`, all of them or none, at most `limit` (1 or more) a minute. The limit may
 * differ from call to call and holds at once, a lower one too. The window is half open: a request a whole minute after
 * another does not share a window with it.
 */
export const takeFrom = (window: SlidingWindow, now: number, limit: number, wanted = 1): RateLimitReading => {
  forgetOutside(window, now)
  const admitted = window.count + wanted <= limit
  if (!admitted) return readingOf(window, now, limit, { admitted, wanted })
  for (let taken = 0; taken < wanted; taken += 1) admit(window, now, limit)
  return readingOf(window, now, limit, { admitted, wanted: 1 })
}

/** What is left at `now`, and whether `wanted` requests would be admitted, without asking to. */
export const peekInto = (window: SlidingWindow, now: number, limit: number, wanted = 1): RateLimitReading => {
  forgetOutside(window, now)
  return readingOf(window, now, limit, { admitted: window.count + wanted <= limit, wanted })
}
