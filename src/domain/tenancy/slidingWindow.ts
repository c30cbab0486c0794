import type { RateLimitReading } from "./RateLimiter.ts"

export const windowMilliseconds = 60_000
const windowSeconds = windowMilliseconds / 1_000

/**
 * The times of one key's requests that were admitted within the last minute, in milliseconds of a clock that never
 * goes back. They are kept in a ring that starts at `oldest`. The ring grows when it is full, so a key with few
 * requests takes little memory. It is mutable, because a copy per request would cost more than the check that it
 * guards.
 */
export interface SlidingWindow {
  times: Array<number>
  oldest: number
  count: number
}

export const emptyWindow = (): SlidingWindow => ({ times: [], oldest: 0, count: 0 })

/** Where in the ring the nth oldest admission is, counted from 0. */
const indexOf = ({ oldest, times }: SlidingWindow, nth: number): number => {
  const index = oldest + nth
  return index < times.length ? index : index - times.length
}

/** The time of the nth oldest admission, counted from 0. */
const timeOf = (window: SlidingWindow, nth: number): number =>
  window.times[indexOf(window, nth)] ?? Number.NEGATIVE_INFINITY

const secondsUntilOutside = (time: number, now: number): number =>
  Math.ceil((windowMilliseconds - (now - time)) / 1_000)

/** Seconds until the `many` oldest admissions have left the window. */
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
  window.times[indexOf(window, window.count)] = now
  window.count += 1
}

/**
 * Forgets one request that was admitted at `time`, if it is still within the window. No other one may go in its place:
 * a later one would make room for more than the limit once the earlier one has left.
 */
const forgetOne = (window: SlidingWindow, time: number): void => {
  let nth = window.count - 1
  while (nth >= 0 && timeOf(window, nth) > time) nth -= 1
  if (nth < 0 || timeOf(window, nth) !== time) return
  window.count -= 1
  for (; nth < window.count; nth += 1) window.times[indexOf(window, nth)] = timeOf(window, nth + 1)
}

const readingOf = (
  window: SlidingWindow,
  now: number,
  limit: number,
  { admitted, wanted }: { readonly admitted: boolean; readonly wanted: number }
): RateLimitReading => {
  const { count } = window
  // How many must leave first: `wanted` requests fit once no more than `limit - wanted` remain. More than the limit
  // never fit.
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
 * differ from call to call; a new one applies at once, even if it is lower. The window is half open: requests exactly
 * a minute apart do not share one. One that was taken at `inPlaceOf` counts no more.
 */
export const takeFrom = (
  window: SlidingWindow,
  now: number,
  limit: number,
  wanted = 1,
  inPlaceOf?: number
): RateLimitReading => {
  forgetOutside(window, now)
  if (inPlaceOf !== undefined) forgetOne(window, inPlaceOf)
  const admitted = window.count + wanted <= limit
  if (!admitted) return readingOf(window, now, limit, { admitted, wanted })
  for (let taken = 0; taken < wanted; taken += 1) admit(window, now, limit)
  return { ...readingOf(window, now, limit, { admitted, wanted: 1 }), takenAt: now }
}

/** What is left at `now`, and whether `wanted` requests would be admitted. Admits none. */
export const peekInto = (window: SlidingWindow, now: number, limit: number, wanted = 1): RateLimitReading => {
  forgetOutside(window, now)
  return readingOf(window, now, limit, { admitted: window.count + wanted <= limit, wanted })
}
