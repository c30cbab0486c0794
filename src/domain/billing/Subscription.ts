import { DateTime, Schema } from "effect"
import type { PlanName } from "./plans.ts"

export const subscriptionStates = ["none", "trialing", "active", "past_due", "paused", "inactive"] as const
export const SubscriptionState = Schema.Literals(subscriptionStates)
export type SubscriptionState = typeof SubscriptionState.Type

export interface Subscription {
  readonly plan: PlanName
  /** As last stored. `stateAt` says what it is now. */
  readonly state: SubscriptionState
  readonly trialEndsAt: DateTime.Utc | null
  /** When checks stop or stopped, while a payment fails. */
  readonly pausesAt: DateTime.Utc | null
  readonly endedAt: DateTime.Utc | null
  /** When the plan ends, once it is cancelled. */
  readonly cancelsAt: DateTime.Utc | null
}

export const noSubscription: Subscription = {
  plan: "none",
  state: "none",
  trialEndsAt: null,
  pausesAt: null,
  endedAt: null,
  cancelsAt: null
}

/** The state at an instant. A failing payment pauses the plan by the clock alone, so that no job has to run. */
export const stateAt = ({ pausesAt, state }: Subscription, now: DateTime.Utc): SubscriptionState =>
  state === "past_due" && pausesAt !== null && DateTime.isGreaterThanOrEqualTo(now, pausesAt)
    ? "paused"
    : state
