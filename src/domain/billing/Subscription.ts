import { DateTime, Schema } from "effect"
import { PlanName } from "./plans.ts"

export const subscriptionStates = ["none", "trialing", "active", "past_due", "paused", "inactive"] as const
/**
 * While a payment fails it is `past_due`, and everything works until `pausesAt`; `paused` stops checks; `inactive`, once
 * the plan has ended, leaves the workspace to be read. `gates.ts` has the rules.
 */
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

/** Of a tenant that never had a plan. */
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

export const trialDays = 14

/** A payment may fail for this long before checks pause. */
export const daysUntilPaused = 14

type Moments = Omit<Subscription, "plan" | "state">

/** The moments that a state is told by. */
const momentsOfState: { readonly [State in SubscriptionState]: ReadonlyArray<keyof Moments> } = {
  none: [],
  trialing: ["trialEndsAt", "cancelsAt"],
  active: ["cancelsAt"],
  past_due: ["pausesAt", "cancelsAt"],
  paused: ["pausesAt", "cancelsAt"],
  inactive: ["endedAt"]
}

const isOver = (moment: DateTime.Utc, now: DateTime.Utc) => DateTime.isLessThanOrEqualTo(moment, now)

/** The moment without which a state would say only half of what it says. */
const defaultMoment: {
  readonly [State in SubscriptionState]: (moments: Moments, now: DateTime.Utc) => Partial<Moments>
} = {
  none: () => ({}),
  trialing: ({ trialEndsAt }, now) => ({
    trialEndsAt: trialEndsAt ?? DateTime.add(now, { days: trialDays })
  }),
  active: () => ({}),
  past_due: ({ pausesAt }, now) => ({
    pausesAt:
      pausesAt === null || isOver(pausesAt, now) ? DateTime.add(now, { days: daysUntilPaused }) : pausesAt
  }),
  paused: ({ pausesAt }, now) => ({ pausesAt: pausesAt !== null && isOver(pausesAt, now) ? pausesAt : now }),
  inactive: ({ endedAt }, now) => ({ endedAt: endedAt ?? now })
}

/**
 * A change that somebody asks for, with what follows from the state that it names: the moment that belongs to it, and
 * no moment of another state. A moment that is named is as it was named.
 */
export const withMoments = (
  change: Partial<Subscription>,
  before: Subscription,
  now: DateTime.Utc
): Partial<Subscription> => {
  const { state } = change
  if (state === undefined) return change
  const kept = (name: keyof Moments) => (momentsOfState[state].includes(name) ? before[name] : null)
  const moments: Moments = {
    trialEndsAt: kept("trialEndsAt"),
    pausesAt: kept("pausesAt"),
    endedAt: kept("endedAt"),
    cancelsAt: kept("cancelsAt")
  }
  return { ...moments, ...defaultMoment[state](moments, now), ...change }
}

/**
 * The state that a change of the plan alone leads to, if it leads to another. A plan holds, and no plan has none; of
 * what is on trial or past due the plan changes alone.
 */
export const impliedState = (
  plan: PlanName | undefined,
  before: SubscriptionState
): SubscriptionState | undefined => {
  if (plan === "none") return "none"
  return plan !== undefined && before === "none" ? "active" : undefined
}
