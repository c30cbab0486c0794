import { DateTime, Option, Schema } from "effect"
import type { ProviderNotice } from "../../domain/billing/PaymentProvider.ts"
import type { PlanName } from "../../domain/billing/plans.ts"
import type { SubscriptionChange } from "../../domain/billing/subscriptionEvents.ts"
import { isStorable } from "../../domain/shared/characters.ts"
import { TenantId } from "../../domain/shared/ids.ts"

/** The plan that each Stripe price stands for, by the id of the price. */
export type PlanByPrice = ReadonlyMap<string, PlanName>

/** A checkout names the tenant whose subscription it creates in `metadata.tenant_id`. */
const Metadata = Schema.Struct({ tenant_id: TenantId })

const Text = Schema.String.check(Schema.makeFilter(isStorable))

/** An object of Stripe's, as its id or whole. */
const Named = Schema.Union([Text, Schema.Struct({ id: Text })])

/** Seconds since 1970, up to the end of the year 9999. */
const UnixTime = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 253_402_300_799 }))

const Seconds = Schema.optionalKey(Schema.NullOr(UnixTime))

const Items = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ price: Schema.Struct({ id: Schema.String }), current_period_end: Seconds })
  )
})

const NamedIfAny = Schema.optionalKey(Schema.NullOr(Named))

const StripeSubscription = Schema.Struct({
  id: Text,
  customer: Named,
  metadata: Metadata,
  status: Schema.String,
  trial_end: Seconds,
  cancel_at: Seconds,
  cancel_at_period_end: Schema.optionalKey(Schema.Boolean),
  items: Items
})
type StripeSubscription = typeof StripeSubscription.Type

const SubscriptionEvent = Schema.Struct({
  type: Schema.Literals([
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted"
  ]),
  id: Text,
  created: UnixTime,
  data: Schema.Struct({
    object: StripeSubscription,
    previous_attributes: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
  })
})

const SubscriptionDetails = Schema.Struct({ metadata: Metadata, subscription: NamedIfAny })

const Invoice = Schema.Union([
  Schema.Struct({
    customer: Named,
    parent: Schema.Struct({ subscription_details: SubscriptionDetails })
  }),
  // The form for webhook endpoints that were made with a version of Stripe's API before 2025-03-31.
  Schema.Struct({ customer: Named, subscription: NamedIfAny, subscription_details: SubscriptionDetails })
])

const InvoiceEvent = Schema.Struct({
  type: Schema.Literals(["invoice.payment_failed", "invoice.paid", "invoice.payment_succeeded"]),
  id: Text,
  created: UnixTime,
  data: Schema.Struct({ object: Invoice })
})

const StripeEvent = Schema.Union([SubscriptionEvent, InvoiceEvent])
type StripeEvent = typeof StripeEvent.Type

const decode = Schema.decodeUnknownOption(StripeEvent)

const moment = (seconds: number): DateTime.Utc => DateTime.makeUnsafe(seconds * 1_000)

const planOf = ({ items }: StripeSubscription, plans: PlanByPrice): PlanName | undefined =>
  items.data.map(({ price }) => plans.get(price.id)).find((plan) => plan !== undefined)

const started = (
  { status, trial_end = null }: StripeSubscription,
  plan: PlanName | undefined
): ReadonlyArray<SubscriptionChange> => {
  if (plan === undefined) return []
  if (status === "active") return [{ type: "started", plan }]
  return status === "trialing"
    ? [{ type: "trial_started", plan, trialEndsAt: trial_end === null ? null : moment(trial_end) }]
    : []
}

const onStatus: { readonly [status: string]: SubscriptionChange } = {
  active: { type: "payment_succeeded" },
  past_due: { type: "payment_failed" },
  unpaid: { type: "payment_failed" },
  // The trial has ended without a way to pay.
  paused: { type: "trial_ended", paid: false },
  canceled: { type: "ended" }
}

/** What it means for the tenant that a subscription went from the status `before` to its present one. */
const statusChanges = (
  before: unknown,
  subscription: StripeSubscription,
  plan: PlanName | undefined
): ReadonlyArray<SubscriptionChange> => {
  const { status } = subscription
  if (before === "incomplete" || before === "paused") return started(subscription, plan)
  if (before === "trialing" && status === "active") return [{ type: "trial_ended", paid: true }]
  const change = Object.hasOwn(onStatus, status) ? onStatus[status] : undefined
  return change === undefined ? [] : [change]
}

/**
 * When the subscription will end, in seconds since 1970. Not every version of Stripe's API gives this moment if it is
 * the end of the period.
 */
const cancelsAtOf = ({
  cancel_at = null,
  cancel_at_period_end,
  items
}: StripeSubscription): number | null => {
  if (cancel_at !== null || cancel_at_period_end !== true) return cancel_at
  return (
    items.data.map(({ current_period_end = null }) => current_period_end).find((end) => end !== null) ?? null
  )
}

const updated = (
  subscription: StripeSubscription,
  before: { readonly [attribute: string]: unknown },
  plan: PlanName | undefined
): ReadonlyArray<SubscriptionChange> => {
  const cancelsAt = cancelsAtOf(subscription)
  const changes: Array<SubscriptionChange> = []
  if ("status" in before) changes.push(...statusChanges(before["status"], subscription, plan))
  if ("items" in before && plan !== undefined) changes.push({ type: "plan_changed", plan })
  if ("cancel_at" in before || "cancel_at_period_end" in before) {
    changes.push(
      cancelsAt === null
        ? { type: "cancel_withdrawn" }
        : { type: "cancel_requested", cancelsAt: moment(cancelsAt) }
    )
  }
  return changes
}

const changesOf = (event: StripeEvent, plans: PlanByPrice): ReadonlyArray<SubscriptionChange> => {
  switch (event.type) {
    case "customer.subscription.created":
      return started(event.data.object, planOf(event.data.object, plans))
    case "customer.subscription.updated": {
      const { object, previous_attributes = {} } = event.data
      return updated(object, previous_attributes, planOf(object, plans))
    }
    case "customer.subscription.deleted":
      return [{ type: "ended" }]
    case "invoice.payment_failed":
      return [{ type: "payment_failed" }]
    case "invoice.paid":
    case "invoice.payment_succeeded":
      return [{ type: "payment_succeeded" }]
  }
}

const metadataOf = ({ data: { object } }: StripeEvent) => {
  if ("parent" in object) return object.parent.subscription_details.metadata
  return "subscription_details" in object ? object.subscription_details.metadata : object.metadata
}

const idOf = (named: typeof Named.Type): string => (typeof named === "string" ? named : named.id)

const subscriptionIdOf = ({ data: { object } }: StripeEvent): string | null => {
  if ("metadata" in object) return object.id
  const { subscription = null } = "parent" in object ? object.parent.subscription_details : object
  return subscription === null ? null : idOf(subscription)
}

/**
 * What a Stripe event means for a tenant's subscription. None for events of other kinds, and for subscriptions that do
 * not name their tenant.
 */
export const toNotice = (stripeEvent: unknown, plans: PlanByPrice): Option.Option<ProviderNotice> =>
  Option.map(decode(stripeEvent), (event) => {
    const customer = idOf(event.data.object.customer)
    const happenedTo = subscriptionIdOf(event)
    return {
      tenantId: metadataOf(event).tenant_id,
      events: changesOf(event, plans).map((change, index) => ({
        id: `${event.id}.${index}`,
        at: moment(event.created),
        happenedTo,
        customer,
        change
      }))
    }
  })

export interface UnlistedPrices {
  readonly tenantId: TenantId
  readonly prices: ReadonlyArray<string>
}

/**
 * The prices of a tenant's subscription if none of them stands for a plan. None if one does, and for events that are
 * not the creation or an update of a subscription.
 */
export const unlistedPrices = (stripeEvent: unknown, plans: PlanByPrice): Option.Option<UnlistedPrices> =>
  Option.flatMap(decode(stripeEvent), ({ data, type }) => {
    if (type !== "customer.subscription.created" && type !== "customer.subscription.updated") {
      return Option.none()
    }
    const { items, metadata } = data.object
    const prices = items.data.map(({ price }) => price.id)
    return prices.some((price) => plans.has(price))
      ? Option.none()
      : Option.some({ tenantId: metadata.tenant_id, prices })
  })
