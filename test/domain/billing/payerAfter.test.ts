import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { noSubscription } from "../../../src/domain/billing/Subscription.ts"
import { payerAfter } from "../../../src/domain/billing/subscriptionEvents.ts"
import type { SubscriptionChange, SubscriptionEvent } from "../../../src/domain/billing/subscriptionEvents.ts"
import { active } from "../../fixtures.ts"

type Told = Pick<SubscriptionEvent, "change" | "customer" | "happenedTo">

const started = { type: "started", plan: "growth" } as const
const paid = { type: "payment_succeeded" } as const
const ended = { type: "ended" } as const

const of = (
  subscription: number | null,
  customer: number | null,
  change: SubscriptionChange = started
): Told => ({
  happenedTo: subscription === null ? null : `sub_${subscription}`,
  customer: customer === null ? null : `cus_${customer}`,
  change
})

/** As the operator's settings and events of before are: without a subscription and a customer. */
const bare = (change: SubscriptionChange): Told => ({ change })
const set = bare({ type: "set", subscription: active })

/** What follows from events of one day each. */
const payer = (events: ReadonlyArray<Told>) =>
  payerAfter(
    noSubscription,
    events.map(({ change, customer, happenedTo }, day) => ({
      id: `evt_${day}`,
      at: DateTime.makeUnsafe(day * 86_400_000),
      change,
      ...(customer === undefined ? {} : { customer }),
      ...(happenedTo === undefined ? {} : { happenedTo })
    }))
  )

describe("who pays", () => {
  it.each<readonly [who: string, events: ReadonlyArray<Told>, customer: string | null]>([
    ["nobody, if no customer is known", [of(1, null), bare(paid)], null],
    ["nobody, if only that of another subscription is known", [of(1, 1), of(2, null)], null],
    ["the customer of the subscription that counts", [of(1, 1), of(2, 2), of(1, 1, ended)], "cus_2"],
    ["the customer of the one that is left", [of(1, 1), of(2, 2), of(2, 2, ended)], "cus_1"],
    ["the latest customer of a subscription", [of(1, 1), of(1, 2, paid), of(1, null, paid)], "cus_2"],
    ["the customer of an event that names no subscription", [of(1, 1), of(null, 2, paid)], "cus_2"],
    ["the customer of events that name no subscription", [of(null, 1), bare(paid)], "cus_1"],
    ["who paid before the operator set the plan", [of(1, 1), of(2, 2), of(1, 1, ended), set, set], "cus_2"],
    ["who has paid since the operator set the plan", [of(2, 2), of(1, 1), set, of(2, null, paid)], "cus_2"]
  ])("is %s", (_, events, customer) => {
    assert.strictEqual(payer(events), customer)
  })
})
