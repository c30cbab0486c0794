import { Clock, Effect } from "effect"
import type { Duration } from "effect"

/**
 * A monotonic clock for anything with a lifetime. Its readings are good only for measuring how much time has passed.
 * With the time of day, setting the system clock back by a day would make a one-second lifetime last a day longer.
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

/** Runs an effect with the steady clock. */
export const bySteadyClock = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => Effect.provideService(effect, Clock.Clock, steadyClock(clock)))

/** Caches an effect's result for `timeToLive`, by the steady clock. The effect itself still sees the time of day. */
export const cachedFor =
  (timeToLive: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E, R>> =>
    Effect.clockWith((clock) =>
      Effect.provideService(effect, Clock.Clock, clock).pipe(
        Effect.cachedWithTTL(timeToLive),
        Effect.map(bySteadyClock)
      )
    )
