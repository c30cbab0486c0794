import type { Duration } from "effect"

/** The pause before each attempt, the first one included. There are as many attempts as pauses. */
export type RetryDelays = ReadonlyArray<Duration.Duration>

/** What becomes of a delivery after an attempt. */
export type AttemptOutcome =
  | { readonly status: "delivered" }
  /** `delay` counts from the failure. */
  | { readonly status: "waiting"; readonly delay: Duration.Duration }
  | { readonly status: "failed" }

/**
 * What follows the attempt of this number. An attempt beyond the schedule, which a person asked for, is followed by
 * none.
 */
export const afterAttempt = (delays: RetryDelays, attempt: number, isAccepted: boolean): AttemptOutcome => {
  if (isAccepted) return { status: "delivered" }
  const delay = delays[attempt]
  return delay === undefined ? { status: "failed" } : { status: "waiting", delay }
}
