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

/** What can happen to a subscription, caused by the payment provider or the operator. */
export const SubscriptionChange = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("trial_started"),
    plan: PlanName,
    /** Null means the usual 14 days. */
    trialEndsAt: Schema.NullOr(Schema.DateTimeUtc)
  }),
  Schema.Struct({ type: Schema.Literal("started"), plan: PlanName }),
  Schema.Struct({ type: Schema.Literal("trial_ended"), paid: Schema.Boolean }),
  Schema.Struct({ type: Schema.Literal("payment_failed") }),
  Schema.Struct({ type: Schema.Literal("payment_succeeded") }),
  Schema.Struct({ type: Schema.Literal("cancel_requested"), cancelsAt: Schema.DateTimeUtc }),
  Schema.Struct({ type: Schema.Literal("cancel_withdrawn") }),
  /** A cancelled plan's last period ended, or the subscription was deleted. */
  Schema.Struct({ type: Schema.Literal("ended") }),
  Schema.Struct({ type: Schema.Literal("plan_changed"), plan: PlanName }),
  /** Set by the operator, whatever happened before. */
  Schema.Struct({ type: Schema.Literal("set"), subscription: Subscription })
])
export type SubscriptionChange = typeof SubscriptionChange.Type

export interface SubscriptionEvent {
  /** Two events with the same id are the same event, received twice. */
  readonly id: string
  /** When it happened, by the clock of whoever reported it. */
  readonly at: DateTime.Utc
  /** Its position in time among the other events, if that is not `at`: see `withPlace`. */
  readonly placedAt?: DateTime.Utc
  /**
   * The provider's id of the subscription; a tenant may have several. Without one, the event applies to all of them.
   */
  readonly happenedTo?: string | null
  /** The provider's id of the customer who pays for that subscription; null or left out if it is not known. */
  readonly customer?: string | null
  readonly change: SubscriptionChange
}

/**
 * The states in which each change applies. In any other state it is ignored: providers also send events that mean
 * nothing here.
 */
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

/** The subscription after an event; none if the event does not apply in the state that it meets. */
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
 * Gives an event its position among the known ones. A provider reports times in whole seconds, which do not order the
 * events of one second: those are taken in the order in which they arrived.
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

/** The time of a change that is made now: after all known events, even those dated later than `now`. */
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

/** How much each state permits. A tenant with several subscriptions has the most permissive of their states. */
const permissiveness: Readonly<Record<SubscriptionState, number>> = {
  none: 0,
  inactive: 1,
  paused: 2,
  past_due: 3,
  trialing: 4,
  active: 5
}

const applyAll = (before: Subscription, events: ReadonlyArray<SubscriptionEvent>): Subscription =>
  events.reduce(
    (subscription, event) => Option.getOrElse(applyEvent(subscription, event), () => subscription),
    before
  )

interface CountingSubscription {
  /** The provider's id; null if the provider has not reported one. */
  readonly id: string | null
  readonly subscription: Subscription
}

const belongsTo =
  (id: string | null) =>
  ({ happenedTo = null }: SubscriptionEvent): boolean =>
    happenedTo === null || happenedTo === id

/** The subscription that counts after events in their order, of which each is there once. */
const countingAfter = (
  before: Subscription,
  ordered: ReadonlyArray<SubscriptionEvent>
): CountingSubscription => {
  const setAt = ordered.findLastIndex(({ change }) => change.type === "set")
  const since = ordered.slice(setAt + 1)
  const start = applyAll(before, ordered.slice(0, setAt + 1))
  const ids = new Set(since.flatMap(({ happenedTo = null }) => (happenedTo === null ? [] : [happenedTo])))
  if (ids.size > 0) {
    return [...ids]
      .map((id) => ({ id, subscription: applyAll(start, since.filter(belongsTo(id))) }))
      .reduce((best, other) =>
        permissiveness[other.subscription.state] >= permissiveness[best.subscription.state] ? other : best
      )
  }
  // The operator sets the plan, but does not replace the provider's subscription.
  const id = setAt < 0 ? null : countingAfter(before, ordered.slice(0, setAt)).id
  return { id, subscription: applyAll(start, since) }
}

const eachOnceInOrder = (events: ReadonlyArray<SubscriptionEvent>): ReadonlyArray<SubscriptionEvent> =>
  [...new Map(events.map((event) => [event.id, event])).values()].toSorted(inOrder)

/**
 * Computes a subscription from the one before a history and the history's events. Events apply in the order of their
 * positions, then of their ids; each id applies once.
 *
 * So the result depends only on the set of events, not on the order or the number of times in which they arrive. A
 * late event takes its position in time and undoes nothing that happened afterwards: there it either belongs before
 * what followed, or what followed overrides it. Keeping only the time of the last event and dropping older ones would
 * not do: a failed payment that is reported late would be lost behind a change of plan.
 *
 * If the provider has reported several subscriptions since the operator last set the plan, each is computed by
 * itself, so that the end of one does not end another that is paid for. The most permissive one counts, and among
 * equals the newest.
 */
export const subscriptionAfter = (
  before: Subscription,
  events: ReadonlyArray<SubscriptionEvent>
): Subscription => countingAfter(before, eachOnceInOrder(events)).subscription

/**
 * The customer who pays after a history: the latest one that is known of the subscription that counts. Null if none is
 * known. Depends only on the set of events, as the subscription does.
 */
export const payerAfter = (before: Subscription, events: ReadonlyArray<SubscriptionEvent>): string | null => {
  const ordered = eachOnceInOrder(events)
  const ofCounting = ordered.filter(belongsTo(countingAfter(before, ordered).id))
  return ofCounting.findLast(({ customer = null }) => customer !== null)?.customer ?? null
}
