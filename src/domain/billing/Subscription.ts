import { DateTime, Schema } from "effect"
import { PlanName } from "./plans.ts"

export const subscriptionStates = ["none", "trialing", "active", "past_due", "paused", "inactive"] as const
/**
 * `none` is a tenant that never had a plan. While a payment is failing the state is `past_due`, and everything works
 * until `pausesAt`; then it is `paused`, and checks are refused. `inactive` is a plan that has ended, which leaves
 * the workspace read-only. `gates.ts` has the rules.
 */
export const SubscriptionState = Schema.Literals(subscriptionStates)
export type SubscriptionState = typeof SubscriptionState.Type

const Moment = Schema.NullOr(Schema.DateTimeUtc)

export const Subscription = Schema.Struct({
  plan: PlanName,
  /** The state as last stored. `stateAt` gives the state at a moment. */
  state: SubscriptionState,
  trialEndsAt: Moment,
  /** While a payment is failing: when checks stop, or when they stopped. */
  pausesAt: Moment,
  endedAt: Moment,
  /** When a cancelled plan will end. */
  cancelsAt: Moment
})
export type Subscription = typeof Subscription.Type

/** The subscription of a tenant that never had a plan. */
export const noSubscription: Subscription = {
  plan: "none",
  state: "none",
  trialEndsAt: null,
  pausesAt: null,
  endedAt: null,
  cancelsAt: null
}

/** The state at a moment. A failing payment pauses the plan when `pausesAt` has come, without a job that must run. */
export const stateAt = ({ pausesAt, state }: Subscription, now: DateTime.Utc): SubscriptionState =>
  state === "past_due" && pausesAt !== null && DateTime.isGreaterThanOrEqualTo(now, pausesAt)
    ? "paused"
    : state

export const trialDays = 14

/** A payment may fail for this long before checks pause. */
export const daysUntilPaused = 14

type Moments = Omit<Subscription, "plan" | "state">

/** The moments that belong to each state. */
const momentsOfState: { readonly [State in SubscriptionState]: ReadonlyArray<keyof Moments> } = {
  none: [],
  trialing: ["trialEndsAt", "cancelsAt"],
  active: ["cancelsAt"],
  past_due: ["pausesAt", "cancelsAt"],
  paused: ["pausesAt", "cancelsAt"],
  inactive: ["endedAt"]
}

const isOver = (moment: DateTime.Utc, now: DateTime.Utc) => DateTime.isLessThanOrEqualTo(moment, now)

/** The moment that each state needs: the given one if it makes sense, otherwise a default. */
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
 * Completes a requested change with what the state that it names implies: the moment that this state needs is set,
 * and the moments of other states are cleared. Moments that the change names stay as they are.
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
 * The state that a change of only the plan implies; undefined if the state stays as it is. Plan `none` implies the
 * state `none`, and any other plan makes a tenant without one `active`. In other states, such as a trial, only the
 * plan changes.
 */
export const impliedState = (
  plan: PlanName | undefined,
  before: SubscriptionState
): SubscriptionState | undefined => {
  if (plan === "none") return "none"
  return plan !== undefined && before === "none" ? "active" : undefined
}
