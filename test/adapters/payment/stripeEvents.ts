/** Events as Stripe sends them, cut down to a part of their fields. */
const event = (type: string, created: number, object: object, previous?: object) => ({
  id: `evt_${type}_${created}`,
  object: "event",
  api_version: "2026-10-28.endive",
  created,
  type,
  livemode: false,
  pending_webhooks: 1,
  data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) }
})

export const subscription = (tenantId: string, rest: object = {}) => ({
  id: "sub_1",
  object: "subscription",
  customer: "cus_1",
  metadata: { tenant_id: tenantId },
  status: "active",
  trial_end: null,
  cancel_at: null,
  cancel_at_period_end: false,
  items: {
    object: "list",
    data: [
      { id: "si_0", price: { id: "price_metered" } },
      { id: "si_1", price: { id: "price_growth" } }
    ]
  },
  ...rest
})

export const created = (at: number, object: object) => event("customer.subscription.created", at, object)
export const updated = (at: number, object: object, previous: object) =>
  event("customer.subscription.updated", at, object, previous)
export const deleted = (at: number, object: object) => event("customer.subscription.deleted", at, object)

type InvoiceEvent = "payment_failed" | "paid" | "payment_succeeded"

export const invoice = (type: InvoiceEvent, at: number, tenantId: string) =>
  event(`invoice.${type}`, at, {
    id: "in_1",
    object: "invoice",
    customer: "cus_1",
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: "sub_1", metadata: { tenant_id: tenantId } }
    }
  })

export const other = (at: number) => event("customer.created", at, { id: "cus_1", object: "customer" })
