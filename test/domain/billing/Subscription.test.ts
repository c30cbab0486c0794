import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { noSubscription, stateAt, subscriptionStates } from "../../../src/domain/billing/Subscription.ts"

const pausesAt = DateTime.makeUnsafe("2026-03-15T12:00:00.000Z")
const justBefore = DateTime.subtract(pausesAt, { milliseconds: 1 })
const longAfter = DateTime.add(pausesAt, { days: 400 })

describe("stateAt", () => {
  it("pauses a failing plan from the very millisecond it is due", () => {
    const subscription = { ...noSubscription, plan: "growth", state: "past_due", pausesAt } as const
    assert.strictEqual(stateAt(subscription, justBefore), "past_due")
    assert.strictEqual(stateAt(subscription, pausesAt), "paused")
    assert.strictEqual(stateAt(subscription, longAfter), "paused")
  })

  it("leaves a failing plan without a date alone", () => {
    assert.strictEqual(stateAt({ ...noSubscription, state: "past_due" }, longAfter), "past_due")
  })

  it("moves no other state by the clock, whatever dates it carries", () => {
    for (const state of subscriptionStates.filter((state) => state !== "past_due")) {
      const dates = { trialEndsAt: pausesAt, pausesAt, endedAt: pausesAt, cancelsAt: pausesAt }
      assert.strictEqual(stateAt({ plan: "growth", state, ...dates }, longAfter), state)
    }
  })
})
