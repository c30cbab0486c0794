import { DateTime, Schema } from "effect"
import { PlanName } from "./plans.ts"

export const subscriptionStates = ["none", "trialing", "active", "past_due", "paused", "inactive"] as const
export const SubscriptionState = Schema.Literals(subscriptionStates)
export type SubscriptionState = typeof SubscriptionState.Type

const Moment = Schema.NullOr(Schema.DateTimeUtc)

export const Subscription = Schema.Struct({
  plan: PlanName,
  /** As last stored. `stateAt` says what it is now. */
  state: SubscriptionState,
  trialEndsAt: Moment,
  /** When checks stop or stopped, while a payment fails. */
  pausesAt: Moment,
  endedAt: Moment,
  /** When the plan ends, once it is cancelled. */
  cancelsAt: Moment
})
export type Subscription = typeof Subscription.Type

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
