import { Clock, Effect } from "effect"
import type { Duration } from "effect"

/**
 * A clock that nobody sets, for what holds for a while. Its time says nothing but how much of it has passed: by the time
 * of day, what holds for a second would hold for a day more once that was set back by a day.
 */
export const steadyClock = (clock: Clock.Clock): Clock.Clock => {
  const currentTimeMillisUnsafe = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
  const currentTimeNanosUnsafe = () => clock.monotonicTimeNanosUnsafe()
  return {
    currentTimeMillisUnsafe,
    currentTimeMillis: Effect.sync(currentTimeMillisUnsafe),
    currentTimeNanosUnsafe,
    currentTimeNanos: Effect.sync(currentTimeNanosUnsafe),
    monotonicTimeNanosUnsafe: currentTimeNanosUnsafe,
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/** Runs by the steady clock. */
export const bySteadyClock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => Effect.provideService(effect, Clock.Clock, steadyClock(clock)))

/** What an effect answered, for so long; the effect itself still knows the time of day. */
export const cachedFor =
  (timeToLive: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
    Effect.clockWith((clock) =>
      Effect.provideService(effect, Clock.Clock, clock).pipe(
        Effect.cachedWithTTL(timeToLive),
        Effect.map(bySteadyClock)
      )
    )
