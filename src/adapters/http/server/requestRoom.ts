import { Duration } from "effect"
import type { Clock } from "effect"

/** A burst is not an overload: for up to `longestBurst`, `burst` times as many requests may be in progress. */
const burst = 3
const longestBurst = Duration.toNanosUnsafe("1 second")

/**
 * Counts the requests in progress, in total and for each sender, so that a sender whose requests all wait for a slow
 * engine does not keep the others out. A sender's share is `mostInFlight` divided by the number of senders that have
 * requests in progress.
 */
export const makeRequestRoom = (mostInFlight: number, clock: Clock.Clock) => {
  const underWay = new Map<string, number>()
  let inFlight = 0
  /** When the room was used up, in monotonic nanoseconds. Undefined again once less than half of it is in use. */
  let crowdedSince: bigint | undefined

  const isBurstOver = (): boolean => {
    const now = clock.monotonicTimeNanosUnsafe()
    crowdedSince ??= now
    return inFlight >= mostInFlight * burst || now - crowdedSince >= longestBurst
  }

  return {
    isFullFor: (sender: string): boolean => {
      if (inFlight < mostInFlight || !isBurstOver()) return false
      const hasItsShare = (underWay.get(sender) ?? 0) >= mostInFlight / underWay.size
      return hasItsShare || inFlight >= mostInFlight * (burst + 1)
    },
    begin: (sender: string): void => {
      inFlight += 1
      underWay.set(sender, (underWay.get(sender) ?? 0) + 1)
    },
    end: (sender: string): void => {
      inFlight -= 1
      if (inFlight < mostInFlight / 2) crowdedSince = undefined
      const left = (underWay.get(sender) ?? 0) - 1
      if (left > 0) underWay.set(sender, left)
      else underWay.delete(sender)
    }
  }
}
