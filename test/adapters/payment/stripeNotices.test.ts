import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import { toNotice } from "../../../src/adapters/payment/stripeNotices.ts"
import { noSubscription } from "../../../src/domain/billing/Subscription.ts"
import { subscriptionAfter } from "../../../src/domain/billing/subscriptionEvents.ts"
import { created, deleted, invoice, other, subscription, updated } from "./stripeEvents.ts"

const tenantId = `ten_${"1".repeat(32)}`
const plans = new Map([
  ["price_growth", "growth"],
  ["price_scale", "scale"]
] as const)
const scale = { items: { data: [{ price: { id: "price_scale" } }] } }

const changes = (event: object) =>
  Option.getOrThrow(toNotice(event, plans)).events.map(({ change }) => change)

const at = (seconds: number) => DateTime.makeUnsafe(seconds * 1_000)

describe("an event of Stripe's", () => {
  it("says whose it is, who pays, when it happened and to which subscription", () => {
    const event = created(1_000, subscription(tenantId))
    assert.deepStrictEqual(Option.getOrThrow(toNotice(event, plans)), {
      tenantId,
      events: [
        {
          id: `${event.id}.0`,
          at: at(1_000),
          happenedTo: "sub_1",
          customer: "cus_1",
          change: { type: "started", plan: "growth" }
        }
      ]
    } as never)
  })

  it.each<readonly [what: string, event: object]>([
    ["a moment that no date can be", created(8_640_000_000_000, subscription(tenantId))],
    ["an end that no date can be", created(1, subscription(tenantId, { cancel_at: 1e15 }))],
    ["a name with NUL", created(1, subscription(tenantId, { id: "sub_\0" }))]
  ])("is left alone if it has %s", (_, event) => {
    assert.isTrue(Option.isNone(toNotice(event, plans)))
  })

  it.each(["constructor", "__proto__", "toString"])("changes nothing in the status %s", (status) => {
    const event = updated(1, subscription(tenantId, { status }), { status: "active" })
    assert.deepStrictEqual(changes(event), [])
  })

  it("names the subscription of an invoice, in whichever way an endpoint gets it", () => {
    const happenedTo = (event: object) =>
      Option.getOrThrow(toNotice(event, plans)).events.map((told) => told.happenedTo)
    const paid = invoice("paid", 2, tenantId)
    const metadata = { tenant_id: tenantId }
    const before = (rest: object) => ({
      ...paid,
      data: { object: { customer: "cus_1", subscription_details: { metadata }, ...rest } }
    })
    assert.deepStrictEqual(happenedTo(paid), ["sub_1"])
    assert.deepStrictEqual(happenedTo(before({ subscription: "sub_2" })), ["sub_2"])
    assert.deepStrictEqual(happenedTo(before({ subscription: { id: "sub_3" } })), ["sub_3"])
    assert.deepStrictEqual(happenedTo(before({ subscription: null })), [null])
    assert.deepStrictEqual(happenedTo(before({})), [null])
  })

  it.each<readonly [what: string, event: object, changes: ReadonlyArray<object>]>([
    [
      "a trial",
      created(1, subscription(tenantId, { status: "trialing", trial_end: 99 })),
      [{ type: "trial_started", plan: "growth", trialEndsAt: at(99) }]
    ],
    ["a start that is not paid yet", created(1, subscription(tenantId, { status: "incomplete" })), []],
    [
      "its payment",
      updated(2, subscription(tenantId), { status: "incomplete" }),
      [{ type: "started", plan: "growth" }]
    ],
    [
      "the end of a trial",
      updated(2, subscription(tenantId), { status: "trialing" }),
      [{ type: "trial_ended", paid: true }]
    ],
    [
      "a trial whose end is not known",
      created(1, subscription(tenantId, { status: "trialing" })),
      [{ type: "trial_started", plan: "growth", trialEndsAt: null }]
    ],
    [
      "the end of a trial without a card",
      updated(2, subscription(tenantId, { status: "paused" }), { status: "trialing" }),
      [{ type: "trial_ended", paid: false }]
    ],
    [
      "a card that was given after that",
      updated(3, subscription(tenantId), { status: "paused" }),
      [{ type: "started", plan: "growth" }]
    ],
    [
      "a start that was never paid",
      updated(2, subscription(tenantId, { status: "incomplete_expired" }), { status: "incomplete" }),
      []
    ],
    [
      "a status that is not known",
      updated(2, subscription(tenantId, { status: "unheard_of" }), { status: "active" }),
      []
    ],
    [
      "a failure",
      updated(2, subscription(tenantId, { status: "past_due" }), { status: "active" }),
      [{ type: "payment_failed" }]
    ],
    [
      "a recovery",
      updated(2, subscription(tenantId), { status: "past_due" }),
      [{ type: "payment_succeeded" }]
    ],
    [
      "a cancellation",
      updated(2, subscription(tenantId, { cancel_at: 50 }), { cancel_at: null, cancel_at_period_end: false }),
      [{ type: "cancel_requested", cancelsAt: at(50) }]
    ],
    [
      "a cancellation at the end of the period",
      updated(
        2,
        subscription(tenantId, {
          cancel_at_period_end: true,
          items: { data: [{ price: { id: "price_growth" }, current_period_end: 70 }] }
        }),
        { cancel_at_period_end: false }
      ),
      [{ type: "cancel_requested", cancelsAt: at(70) }]
    ],
    ["its withdrawal", updated(2, subscription(tenantId), { cancel_at: 50 }), [{ type: "cancel_withdrawn" }]],
    [
      "its withdrawal, where the end of the period is told of too",
      updated(
        2,
        subscription(tenantId, {
          items: { data: [{ price: { id: "price_growth" }, current_period_end: 70 }] }
        }),
        { cancel_at: 70, cancel_at_period_end: true }
      ),
      [{ type: "cancel_withdrawn" }]
    ],
    [
      "another plan, and a cancellation with it",
      updated(2, subscription(tenantId, { ...scale, cancel_at: 50 }), { items: {}, cancel_at: null }),
      [
        { type: "plan_changed", plan: "scale" },
        { type: "cancel_requested", cancelsAt: at(50) }
      ]
    ],
    ["something else of a subscription", updated(2, subscription(tenantId), { description: null }), []],
    ["an end", deleted(3, subscription(tenantId, { status: "canceled" })), [{ type: "ended" }]],
    ["an unpaid invoice", invoice("payment_failed", 2, tenantId), [{ type: "payment_failed" }]],
    ["a paid invoice", invoice("paid", 2, tenantId), [{ type: "payment_succeeded" }]],
    ["its payment", invoice("payment_succeeded", 2, tenantId), [{ type: "payment_succeeded" }]],
    [
      "an invoice as it was before 2025",
      {
        ...other(2),
        type: "invoice.payment_failed",
        data: {
          object: { customer: "cus_1", subscription_details: { metadata: { tenant_id: tenantId } } }
        }
      },
      [{ type: "payment_failed" }]
    ]
  ])("tells of %s", (_, event, expected) => {
    assert.deepStrictEqual<unknown>(changes(event), expected)
  })

  it("tells nothing when it is of another kind or says not whose it is", () => {
    for (const event of [
      other(1),
      created(1, subscription("acme")),
      created(1, subscription(tenantId, { metadata: {} })),
      {},
      null
    ]) {
      assert.deepStrictEqual(toNotice(event, plans), Option.none())
    }
    assert.deepStrictEqual(changes(created(1, subscription(tenantId, { items: { data: [] } }))), [])
  })

  it("makes one subscription of all that Stripe says of it, which is more than once and in any order", () => {
    const told = [
      created(1, subscription(tenantId, { status: "incomplete" })),
      invoice("paid", 1, tenantId),
      updated(1, subscription(tenantId), { status: "incomplete" }),
      updated(5, subscription(tenantId, scale), { items: {} }),
      invoice("payment_failed", 7, tenantId),
      updated(7, subscription(tenantId, { status: "past_due" }), { status: "active" }),
      invoice("payment_failed", 9, tenantId)
    ]
    const events = told.flatMap((event) => Option.getOrThrow(toNotice(event, plans)).events)
    const expected = {
      ...noSubscription,
      plan: "scale",
      state: "past_due",
      pausesAt: DateTime.add(at(7), { days: 14 })
    } as const
    for (let turn = 0; turn < events.length; turn += 1) {
      const turned = [...events.slice(turn), ...events.slice(0, turn + 2)]
      assert.deepStrictEqual(subscriptionAfter(noSubscription, turned), expected)
      assert.deepStrictEqual(subscriptionAfter(noSubscription, turned.toReversed()), expected)
    }
  })
})
