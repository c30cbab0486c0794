import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { noSubscription, subscriptionStates, withMoments } from "../../../src/domain/billing/Subscription.ts"
import type { Subscription } from "../../../src/domain/billing/Subscription.ts"

const now = DateTime.makeUnsafe("2026-03-01T12:00:00.000Z")
const inTwoWeeks = DateTime.makeUnsafe("2026-03-15T12:00:00.000Z")
const past = DateTime.makeUnsafe("2026-02-01T00:00:00.000Z")
const future = DateTime.makeUnsafe("2026-03-07T00:00:00.000Z")

const noMoments = { trialEndsAt: null, pausesAt: null, endedAt: null, cancelsAt: null }

const after = (change: Partial<Subscription>, before: Partial<Subscription> = {}) =>
  withMoments(change, { ...noSubscription, plan: "growth", ...before }, now)

describe("a state that is set by hand", () => {
  it("brings the moment that belongs to it", () => {
    assert.deepStrictEqual(after({ state: "trialing" }), {
      ...noMoments,
      state: "trialing",
      trialEndsAt: inTwoWeeks
    })
    assert.deepStrictEqual(after({ state: "past_due" }), {
      ...noMoments,
      state: "past_due",
      pausesAt: inTwoWeeks
    })
    assert.deepStrictEqual(after({ state: "paused" }), { ...noMoments, state: "paused", pausesAt: now })
    assert.deepStrictEqual(after({ state: "inactive" }), { ...noMoments, state: "inactive", endedAt: now })
  })

  it("keeps the moment that was known before, while it can be true", () => {
    const failing = { state: "past_due", pausesAt: future } as const
    assert.deepStrictEqual(after({ state: "past_due" }, failing).pausesAt, future)
    assert.deepStrictEqual(after({ state: "paused" }, failing).pausesAt, now)
    const paused = { state: "past_due", pausesAt: past } as const
    assert.deepStrictEqual(after({ state: "paused" }, paused).pausesAt, past)
    assert.deepStrictEqual(after({ state: "past_due" }, paused).pausesAt, inTwoWeeks)
    assert.deepStrictEqual(after({ state: "inactive" }, { state: "inactive", endedAt: past }).endedAt, past)
  })

  it("clears the moments of other states", () => {
    const before = { trialEndsAt: future, pausesAt: future, endedAt: past, cancelsAt: future }
    const kept = {
      none: {},
      trialing: { trialEndsAt: future, cancelsAt: future },
      active: { cancelsAt: future },
      past_due: { pausesAt: future, cancelsAt: future },
      paused: { pausesAt: now, cancelsAt: future },
      inactive: { endedAt: past }
    }
    for (const state of subscriptionStates) {
      assert.deepStrictEqual(after({ state }, before), { ...noMoments, state, ...kept[state] })
    }
  })

  it("has a moment that is named as it was named", () => {
    assert.deepStrictEqual(after({ state: "paused", pausesAt: future }).pausesAt, future)
    assert.isNull(after({ state: "inactive", endedAt: null }).endedAt)
    assert.deepStrictEqual(after({ state: "active", trialEndsAt: past }).trialEndsAt, past)
  })
})

describe("a change that names no state", () => {
  it("changes nothing that it does not name", () => {
    assert.deepStrictEqual(after({}), {})
    assert.deepStrictEqual(after({ plan: "scale", pausesAt: future }), { plan: "scale", pausesAt: future })
  })
})
