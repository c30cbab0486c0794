import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { momentAfter, withPlace } from "../../../src/domain/billing/subscriptionEvents.ts"
import type { SubscriptionEvent } from "../../../src/domain/billing/subscriptionEvents.ts"

const moment = (milliseconds: number) =>
  DateTime.add(DateTime.makeUnsafe("2026-03-15T12:00:00.000Z"), { milliseconds })

const came = (at: number, placedAt?: number): SubscriptionEvent => ({
  id: "e",
  at: moment(at),
  ...(placedAt === undefined ? {} : { placedAt: moment(placedAt) }),
  change: { type: "payment_failed" }
})

const known = [came(-1_000, -1), came(0), came(0, 2), came(1_000), came(1_000, 1_001)]

describe("an event that arrives", () => {
  it.each([
    ["last of its second", came(0), came(0, 3)],
    ["at its time, which is not in whole seconds", came(5), came(5)],
    ["at its time, in a second of its own before all", came(-2_000), came(-2_000)],
    ["at its time, in a second of its own after all", came(2_000), came(2_000)]
  ])("is placed %s", (_, event, placed) => {
    assert.deepStrictEqual(withPlace(event, known), placed)
  })
})

describe("a change that is made now", () => {
  it("comes after all events, even those dated later", () => {
    assert.deepStrictEqual(momentAfter(known, moment(500)), moment(1_002))
    assert.deepStrictEqual(momentAfter(known, moment(1_500)), moment(1_500))
  })
})
