import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Option, Schema } from "effect"
import { noSubscription, stateAt, subscriptionStates } from "../../../src/domain/billing/Subscription.ts"
import type { Subscription, SubscriptionState } from "../../../src/domain/billing/Subscription.ts"
import {
  applyEvent,
  meaningfulIn,
  payerAfter,
  subscriptionAfter
} from "../../../src/domain/billing/subscriptionEvents.ts"
import type { SubscriptionChange, SubscriptionEvent } from "../../../src/domain/billing/subscriptionEvents.ts"

const at = DateTime.makeUnsafe("2026-03-15T12:00:00.000Z")
const days = (count: number) => DateTime.add(at, { days: count })

/** A subscription in each state, with the dates that belong to it. */
const standing: { readonly [State in SubscriptionState]: Subscription } = {
  none: noSubscription,
  trialing: { ...noSubscription, plan: "growth", state: "trialing", trialEndsAt: days(3) },
  active: { ...noSubscription, plan: "growth", state: "active" },
  past_due: { ...noSubscription, plan: "growth", state: "past_due", pausesAt: days(5) },
  // By the clock alone.
  paused: { ...noSubscription, plan: "growth", state: "past_due", pausesAt: days(0) },
  inactive: { ...noSubscription, plan: "growth", state: "inactive", endedAt: days(-9) }
}

const active: Subscription = { ...noSubscription, plan: "scale", state: "active" }
const ended: Subscription = { ...noSubscription, plan: "growth", state: "inactive", endedAt: at }
const failing = { state: "past_due", trialEndsAt: null, pausesAt: days(14) } as const
const paid = { state: "active", trialEndsAt: null, pausesAt: null } as const
const trial = (trialEndsAt: DateTime.Utc): Subscription => ({
  ...noSubscription,
  plan: "scale",
  state: "trialing",
  trialEndsAt
})

type Row = readonly [
  change: SubscriptionChange,
  next: { readonly [State in SubscriptionState]?: Partial<Subscription> }
]

const everywhere = (change: Partial<Subscription>) =>
  Object.fromEntries(subscriptionStates.map((state) => [state, change]))

/** What each event makes of each state. A state that is not named ignores the event. */
const table: ReadonlyArray<Row> = [
  [
    { type: "trial_started", plan: "scale", trialEndsAt: null },
    { none: trial(days(14)), inactive: trial(days(14)) }
  ],
  [
    { type: "trial_started", plan: "scale", trialEndsAt: days(30) },
    { none: trial(days(30)), inactive: trial(days(30)) }
  ],
  [
    { type: "started", plan: "scale" },
    { none: active, inactive: active }
  ],
  [{ type: "trial_ended", paid: true }, { trialing: paid }],
  [{ type: "trial_ended", paid: false }, { trialing: ended }],
  [{ type: "payment_failed" }, { active: failing, trialing: failing }],
  [{ type: "payment_succeeded" }, { past_due: paid, paused: paid }],
  [
    { type: "cancel_requested", cancelsAt: days(7) },
    { active: { cancelsAt: days(7) }, trialing: { cancelsAt: days(7) }, past_due: { cancelsAt: days(7) } }
  ],
  [
    { type: "cancel_withdrawn" },
    { active: { cancelsAt: null }, trialing: { cancelsAt: null }, past_due: { cancelsAt: null } }
  ],
  [{ type: "ended" }, { active: ended, trialing: ended, past_due: ended, paused: ended }],
  [{ type: "plan_changed", plan: "starter" }, everywhere({ plan: "starter" })],
  [{ type: "set", subscription: active }, everywhere(active)]
]

describe("an event", () => {
  const cases = table.flatMap(([change, next]) =>
    subscriptionStates.map((state) => ({ change, state, expected: next[state] }))
  )

  it.each(cases)("$change.type in state $state is as the table says", ({ change, expected, state }) => {
    const before = {
      ...standing[state],
      ...(change.type === "cancel_withdrawn" ? { cancelsAt: days(1) } : {})
    }
    const after = applyEvent(before, { id: "e", at, change })
    assert.deepStrictEqual(
      after,
      expected === undefined ? Option.none() : Option.some({ ...before, ...expected })
    )
  })

  it("of every kind is in the table", () => {
    assert.sameMembers([...new Set(table.map(([{ type }]) => type))], Object.keys(meaningfulIn))
  })

  it("finds a paused plan paused, whether it was stored so or the clock made it so", () => {
    const stored: Subscription = { ...standing.paused, state: "paused" }
    for (const [change] of table) {
      const event = { id: "e", at, change }
      const [one, other] = [applyEvent(stored, event), applyEvent(standing.paused, event)]
      assert.deepStrictEqual(Option.isSome(one), Option.isSome(other), change.type)
    }
    assert.strictEqual(stateAt(standing.paused, at), "paused")
  })
})

/** Few enough moments that many events share one. */
const changes: ReadonlyArray<SubscriptionChange> = table.map(([change]) => change)
const anyEvents = Arbitrary.array(
  Arbitrary.schema(
    Schema.Struct({
      change: Schema.Literals(changes.map((_, index) => index)),
      day: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
      id: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
      happenedTo: Schema.NullOr(Schema.Literals(["sub_1", "sub_2"])),
      customer: Schema.NullOr(Schema.Literals(["cus_1", "cus_2"]))
    })
  ),
  { maxLength: 12 }
).pipe(
  Arbitrary.map((events) =>
    events.flatMap(({ change, day, id, ...rest }, index): ReadonlyArray<SubscriptionEvent> => {
      const chosen = changes[change]
      return chosen === undefined ? [] : [{ ...rest, id: `${id}.${index}`, at: days(day), change: chosen }]
    })
  )
)

/** Where each event and its repeats go. */
const anyPlaces = Arbitrary.array(Arbitrary.schema(Schema.Int), { minLength: 36, maxLength: 36 })

const arriving = (events: ReadonlyArray<SubscriptionEvent>, places: ReadonlyArray<number>) =>
  [...events, ...events, ...events]
    .map((event, index) => ({ event, place: places[index] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ event }) => event)

const anyStart = Schema.Literals(subscriptionStates)

describe("a history", () => {
  it.prop(
    "ends in the same state, paid by the same customer, in whatever order its events arrive, and however often",
    [anyStart, anyEvents, anyPlaces],
    ([start, events, places]) => {
      const arrived = arriving(events, places)
      assert.deepStrictEqual(
        subscriptionAfter(standing[start], arrived),
        subscriptionAfter(standing[start], events)
      )
      assert.strictEqual(payerAfter(standing[start], arrived), payerAfter(standing[start], events))
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.prop(
    "of events in the order of their time is those events one after the other, of one subscription",
    [anyStart, anyEvents, Schema.NullOr(Schema.Literal("sub_1"))],
    ([start, some, happenedTo]) => {
      const events = some.map(({ at, change, id }) => ({ at, change, id, happenedTo }))
      const ordered = events.toSorted(
        (a, b) => a.at.epochMilliseconds - b.at.epochMilliseconds || (a.id < b.id ? -1 : 1)
      )
      let expected = standing[start]
      for (const event of ordered) expected = Option.getOrElse(applyEvent(expected, event), () => expected)
      assert.deepStrictEqual(subscriptionAfter(standing[start], events), expected)
    },
    { arbitrary: { runs: 1_000 } }
  )

  const event = (day: number, change: SubscriptionChange): SubscriptionEvent => ({
    id: `${day} ${change.type}`,
    at: days(day),
    change
  })

  it("is not changed by an event that comes late and was overtaken", () => {
    const overtaken = [
      [
        event(1, { type: "plan_changed", plan: "starter" }),
        event(2, { type: "plan_changed", plan: "growth" })
      ],
      [event(1, { type: "payment_failed" }), event(2, { type: "payment_succeeded" })],
      [event(1, { type: "cancel_requested", cancelsAt: days(9) }), event(2, { type: "cancel_withdrawn" })],
      [event(1, { type: "payment_failed" }), event(2, { type: "ended" })],
      [event(1, { type: "started", plan: "starter" }), event(2, { type: "set", subscription: active })]
    ] as const
    for (const [late, later] of overtaken) {
      assert.deepStrictEqual(
        subscriptionAfter(active, [later, late]),
        subscriptionAfter(active, [later]),
        late.change.type
      )
    }
  })

  it("does not lose a failed payment that comes late, behind an event of another kind", () => {
    const events = [event(2, { type: "plan_changed", plan: "starter" }), event(1, { type: "payment_failed" })]
    const { pausesAt, plan, state } = subscriptionAfter(active, events)
    assert.deepStrictEqual(
      { pausesAt, plan, state },
      { pausesAt: days(15), plan: "starter", state: "past_due" }
    )
  })

  it("counts the 14 days from the first failure, whichever was heard of first", () => {
    const failures = [event(5, { type: "payment_failed" }), event(2, { type: "payment_failed" })]
    assert.deepStrictEqual(subscriptionAfter(active, failures).pausesAt, days(16))
  })

  /** What a tenant has of two subscriptions. */
  const of = (
    ...events: ReadonlyArray<readonly [day: number, happenedTo: string, change: SubscriptionChange]>
  ) => {
    const { plan, state } = subscriptionAfter(
      noSubscription,
      events.map(([day, happenedTo, change]) => ({ ...event(day, change), happenedTo }))
    )
    return `${plan} ${state}`
  }
  const starter = [1, "sub_1", { type: "started", plan: "starter" }] as const
  const growth = [2, "sub_2", { type: "started", plan: "growth" }] as const

  it("lets a subscription go on when another one of the tenant ends, or fails to be paid", () => {
    assert.strictEqual(of(starter, growth), "growth active")
    assert.strictEqual(of(starter, growth, [3, "sub_1", { type: "ended" }]), "growth active")
    assert.strictEqual(of(starter, growth, [3, "sub_2", { type: "ended" }]), "starter active")
    assert.strictEqual(of(starter, growth, [3, "sub_2", { type: "payment_failed" }]), "starter active")
    assert.strictEqual(of(starter, [2, "sub_2", { type: "ended" }]), "starter active")
  })

  it("ends with the last of its subscriptions, and begins again with another", () => {
    const ends = [
      [3, "sub_1", { type: "ended" }],
      [4, "sub_2", { type: "ended" }]
    ] as const
    assert.strictEqual(of(starter, growth, ...ends), "growth inactive")
    assert.strictEqual(
      of(starter, growth, ...ends, [5, "sub_3", { type: "started", plan: "scale" }]),
      "scale active"
    )
  })

  it("is in the most permissive state of its subscriptions, whichever is the newest", () => {
    const started = { type: "started", plan: "starter" } as const
    const fromLeastPermissive: ReadonlyArray<readonly [SubscriptionState, ...Array<SubscriptionChange>]> = [
      ["none", { type: "payment_succeeded" }],
      ["inactive", started, { type: "ended" }],
      ["past_due", started, { type: "payment_failed" }],
      ["trialing", { type: "trial_started", plan: "starter", trialEndsAt: null }],
      ["active", started]
    ]
    const both = (...changes: ReadonlyArray<ReadonlyArray<SubscriptionChange>>) =>
      of(
        ...changes.flatMap((some, at) =>
          some.map((change, day) => [at * 9 + day, `sub_${at}`, change] as const)
        )
      )
    for (const [place, [state, ...changes]] of fromLeastPermissive.entries()) {
      for (const [, ...others] of fromLeastPermissive.slice(0, place)) {
        assert.strictEqual(both(changes, others), `starter ${state}`)
        assert.strictEqual(both(others, changes), `starter ${state}`)
      }
    }
  })

  it("takes the operator's word for all subscriptions, and what happens afterwards for its own", () => {
    const word = [3, "", { type: "set", subscription: active }] as const
    assert.strictEqual(of(starter, growth, word), "scale active")
    assert.strictEqual(of(starter, growth, word, [4, "sub_1", { type: "ended" }]), "scale inactive")
  })
})
