import type { Duration } from "effect"

/** The pause before each attempt, including the first. There are as many attempts as pauses. */
export type RetryDelays = ReadonlyArray<Duration.Duration>

/** What becomes of a delivery after an attempt. */
export type AttemptOutcome =
  | { readonly status: "delivered" }
  /** `delay` starts when the attempt fails. */
  | { readonly status: "waiting"; readonly delay: Duration.Duration }
  | { readonly status: "failed" }

/**
 * What follows attempt number `attempt` (from 1). After the last attempt of the schedule, or one that a person asked
 * for later, a failure is final.
 */
export const afterAttempt = (delays: RetryDelays, attempt: number, isAccepted: boolean): AttemptOutcome => {
  if (isAccepted) return { status: "delivered" }
  const delay = delays[attempt]
  return delay === undefined ? { status: "failed" } : { status: "waiting", delay }
}
