import { DateTime, Option, Schema } from "effect"
import { PlanName } from "./plans.ts"
import {
  daysUntilPaused,
  noSubscription,
  stateAt,
  Subscription,
  subscriptionStates,
  trialDays
} from "./Subscription.ts"
import type { SubscriptionState } from "./Subscription.ts"

/** What can happen to a subscription, by the payment provider or by the operator. */
export const SubscriptionChange = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("trial_started"),
    plan: PlanName,
    /** Null for the usual 14 days. */
    trialEndsAt: Schema.NullOr(Schema.DateTimeUtc)
  }),
  Schema.Struct({ type: Schema.Literal("started"), plan: PlanName }),
  Schema.Struct({ type: Schema.Literal("trial_ended"), paid: Schema.Boolean }),
  Schema.Struct({ type: Schema.Literal("payment_failed") }),
  Schema.Struct({ type: Schema.Literal("payment_succeeded") }),
  Schema.Struct({ type: Schema.Literal("cancel_requested"), cancelsAt: Schema.DateTimeUtc }),
  Schema.Struct({ type: Schema.Literal("cancel_withdrawn") }),
  /** The period ended after a cancellation, or the subscription was deleted. */
  Schema.Struct({ type: Schema.Literal("ended") }),
  Schema.Struct({ type: Schema.Literal("plan_changed"), plan: PlanName }),
  /** The operator's word, whatever was before. */
  Schema.Struct({ type: Schema.Literal("set"), subscription: Subscription })
])
export type SubscriptionChange = typeof SubscriptionChange.Type

export interface SubscriptionEvent {
  /** Two events with one id are one event that came twice. */
  readonly id: string
  /** When it happened, by the clock of whoever tells of it. */
  readonly at: DateTime.Utc
  /** Its place among the others where that is not `at`: see `withPlace`. */
  readonly placedAt?: DateTime.Utc
  /** The provider's id of the subscription, of which a tenant may have several. Without one it happened to all. */
  readonly happenedTo?: string | null
  readonly change: SubscriptionChange
}

/** The states in which each change means something. In any other it is ignored: providers send more than that. */
export const meaningfulIn: {
  readonly [Type in SubscriptionChange["type"]]: ReadonlyArray<SubscriptionState>
} = {
  trial_started: ["none", "inactive"],
  started: ["none", "inactive"],
  trial_ended: ["trialing"],
  payment_failed: ["active", "trialing"],
  payment_succeeded: ["past_due", "paused"],
  cancel_requested: ["active", "trialing", "past_due"],
  cancel_withdrawn: ["active", "trialing", "past_due"],
  ended: ["active", "trialing", "past_due", "paused"],
  plan_changed: subscriptionStates,
  set: subscriptionStates
}

const end = ({ plan }: Subscription, at: DateTime.Utc): Subscription => ({
  ...noSubscription,
  plan,
  state: "inactive",
  endedAt: at
})

const activate = (subscription: Subscription): Subscription => ({
  ...subscription,
  state: "active",
  trialEndsAt: null,
  pausesAt: null
})

type Applied<Type extends SubscriptionChange["type"]> = (
  subscription: Subscription,
  change: Extract<SubscriptionChange, { readonly type: Type }>,
  at: DateTime.Utc
) => Subscription

const applied: { readonly [Type in SubscriptionChange["type"]]: Applied<Type> } = {
  trial_started: (_, { plan, trialEndsAt }, at) => ({
    ...noSubscription,
    plan,
    state: "trialing",
    trialEndsAt: trialEndsAt ?? DateTime.add(at, { days: trialDays })
  }),
  started: (_, { plan }) => ({ ...noSubscription, plan, state: "active" }),
  trial_ended: (subscription, { paid }, at) => (paid ? activate(subscription) : end(subscription, at)),
  payment_failed: (subscription, _, at) => ({
    ...subscription,
    state: "past_due",
    trialEndsAt: null,
    pausesAt: DateTime.add(at, { days: daysUntilPaused })
  }),
  payment_succeeded: activate,
  cancel_requested: (subscription, { cancelsAt }) => ({ ...subscription, cancelsAt }),
  cancel_withdrawn: (subscription) => ({ ...subscription, cancelsAt: null }),
  ended: (subscription, _, at) => end(subscription, at),
  plan_changed: (subscription, { plan }) => ({ ...subscription, plan }),
  set: (_, { subscription }) => subscription
}

const applyChange = <Type extends SubscriptionChange["type"]>(
  subscription: Subscription,
  change: Extract<SubscriptionChange, { readonly type: Type }> & { readonly type: Type },
  at: DateTime.Utc
): Subscription => {
  const apply: Applied<Type> = applied[change.type]
  return apply(subscription, change, at)
}

/** The subscription after an event; none when the event means nothing in the state that it meets. */
export const applyEvent = (
  subscription: Subscription,
  { at, change }: SubscriptionEvent
): Option.Option<Subscription> =>
  meaningfulIn[change.type].includes(stateAt(subscription, at))
    ? Option.some(applyChange(subscription, change, at))
    : Option.none()

const placeOf = ({ at, placedAt = at }: SubscriptionEvent): number => placedAt.epochMilliseconds

const second = 1_000

/**
 * An event with its place among those that are known already. A provider tells of whole seconds, so of what happened in
 * one and the same second the time says no more: it is taken in the order in which it was told of.
 */
export const withPlace = (
  event: SubscriptionEvent,
  known: ReadonlyArray<SubscriptionEvent>
): SubscriptionEvent => {
  const start = event.at.epochMilliseconds
  if (start % second !== 0) return event
  const places = known.map(placeOf).filter((place) => place >= start && place < start + second)
  if (places.length === 0) return event
  return { ...event, placedAt: DateTime.makeUnsafe(Math.max(...places) + 1) }
}

/** When somebody's word about the subscription is said: now, and after all that is known to have happened. */
export const momentAfter = (known: ReadonlyArray<SubscriptionEvent>, now: DateTime.Utc): DateTime.Utc =>
  DateTime.makeUnsafe(
    known.reduce((latest, event) => Math.max(latest, placeOf(event) + 1), now.epochMilliseconds)
  )

const inOrder = (a: SubscriptionEvent, b: SubscriptionEvent): number => {
  const difference = placeOf(a) - placeOf(b)
  if (difference !== 0) return difference
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}

/** The state that a tenant of several subscriptions has is the one that lets it do most. */
const standings: ReadonlyArray<SubscriptionState> = [
  "none",
  "inactive",
  "paused",
  "past_due",
  "trialing",
  "active"
]

const standingOf = ({ state }: Subscription): number => standings.indexOf(state)

const applyAll = (before: Subscription, events: ReadonlyArray<SubscriptionEvent>): Subscription =>
  events.reduce(
    (subscription, event) => Option.getOrElse(applyEvent(subscription, event), () => subscription),
    before
  )

/**
 * The subscription that a history makes, from the one before it. Events are taken in the order of their places, those
 * of one place by id, each id once.
 *
 * That is why neither the order nor the number in which they are given matters: the result is a function of the set of
 * the events. An event that comes late takes its place in time and undoes nothing that happened after it: in the state
 * that it meets there it either belongs before what followed, or what followed overrides it, and then it is ignored
 * in effect. Keeping only the last event's time and dropping whatever is older would lose a late failure of a
 * payment behind a change of plan.
 *
 * Where the provider has told of several subscriptions since the operator's last word, each is followed by itself, so
 * that the end of one does not end another that is paid. The one that stands best counts, and of equals the newest.
 */
export const subscriptionAfter = (
  before: Subscription,
  events: ReadonlyArray<SubscriptionEvent>
): Subscription => {
  const ordered = [...new Map(events.map((event) => [event.id, event])).values()].toSorted(inOrder)
  const since = ordered.slice(1 + ordered.findLastIndex(({ change }) => change.type === "set"))
  const start = applyAll(before, ordered.slice(0, ordered.length - since.length))
  const ids = new Set(since.flatMap(({ happenedTo = null }) => (happenedTo === null ? [] : [happenedTo])))
  if (ids.size === 0) return applyAll(start, since)
  return [...ids]
    .map((id) =>
      applyAll(
        start,
        since.filter(({ happenedTo = null }) => happenedTo === null || happenedTo === id)
      )
    )
    .reduce((best, other) => (standingOf(other) >= standingOf(best) ? other : best))
}
