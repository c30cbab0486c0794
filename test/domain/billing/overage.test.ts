import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Schema } from "effect"
import { allowanceOn, overageByDay } from "../../../src/domain/billing/overage.ts"
import { noUsage } from "../../../src/domain/billing/usage.ts"

const used = (day: string, checks: number) => ({ ...noUsage, day, checks })

describe("overageByDay", () => {
  it("is what each day adds past the month's included decisions, each month anew", () => {
    const days = [
      used("2026-10-30", 90),
      used("2026-10-31", 25),
      used("2026-11-01", 60),
      used("2026-11-05", 50),
      used("2026-11-06", 7)
    ]
    assert.deepStrictEqual(
      overageByDay(days, () => 100),
      [
        { day: "2026-10-30", quantity: 0 },
        { day: "2026-10-31", quantity: 15 },
        { day: "2026-11-01", quantity: 0 },
        { day: "2026-11-05", quantity: 10 },
        { day: "2026-11-06", quantity: 7 }
      ]
    )
    assert.deepStrictEqual(
      overageByDay(days, () => 1_000).map(({ quantity }) => quantity),
      [0, 0, 0, 0, 0]
    )
    assert.deepStrictEqual(
      overageByDay([], () => 0),
      []
    )
  })

  it("takes each day by what is included on it", () => {
    const days = [
      used("2026-11-01", 90),
      used("2026-11-02", 30),
      used("2026-11-03", 40),
      used("2026-11-04", 5)
    ]
    const included = new Map([
      ["2026-11-01", 100],
      ["2026-11-02", 50],
      ["2026-11-03", 1_000],
      ["2026-11-04", 0]
    ])
    assert.deepStrictEqual(
      overageByDay(days, (day) => included.get(day) ?? 0).map(({ quantity }) => quantity),
      [0, 30, 0, 5]
    )
  })

  const Counts = Arbitrary.array(
    Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 }))),
    { maxLength: 28 }
  )

  it.prop(
    "adds up to what the month used past its included decisions",
    [Counts, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))],
    ([counts, included]) => {
      const days = counts.map((checks, index) =>
        used(`2026-11-${String(index + 1).padStart(2, "0")}`, checks)
      )
      const total = counts.reduce((sum, checks) => sum + checks, 0)
      const over = overageByDay(days, () => included).reduce((sum, { quantity }) => sum + quantity, 0)
      assert.strictEqual(over, Math.max(0, total - included))
    }
  )
})

describe("allowanceOn", () => {
  const former = (until: string, includedDecisions: number) => ({
    until: DateTime.makeUnsafe(until),
    includedDecisions
  })

  it.each<readonly [what: string, changes: Parameters<typeof allowanceOn>[0], day: string, included: number]>(
    [
      ["what is in force, without a change", [], "2026-11-10", 50],
      ["what was in force, before a change", [former("2026-11-11T09:00:00Z", 500)], "2026-11-10", 500],
      ["what is in force, after a change", [former("2026-11-09T09:00:00Z", 500)], "2026-11-10", 50],
      ["the more, on the day of a change to less", [former("2026-11-10T00:00:01Z", 500)], "2026-11-10", 500],
      ["the more, on the day of a change to more", [former("2026-11-10T23:59:59Z", 5)], "2026-11-10", 50],
      [
        "nothing of a plan that ended as the day began",
        [former("2026-11-10T00:00:00Z", 500)],
        "2026-11-10",
        50
      ],
      ["a plan that ended with the day", [former("2026-11-11T00:00:00Z", 500)], "2026-11-10", 500],
      ["the less, when more begins with the next day", [former("2026-11-11T00:00:00Z", 5)], "2026-11-10", 5],
      [
        "the first of two later changes",
        [former("2026-11-12T09:00:00Z", 7), former("2026-11-13T09:00:00Z", 500)],
        "2026-11-10",
        7
      ],
      [
        "the most of several on one day, and of none before or after",
        [
          former("2026-11-09T09:00:00Z", 9_000),
          former("2026-11-10T09:00:00Z", 10),
          former("2026-11-10T10:00:00Z", 300),
          former("2026-11-11T09:00:00Z", 20),
          former("2026-11-11T10:00:00Z", 8_000)
        ],
        "2026-11-10",
        300
      ]
    ]
  )("is %s", (_, changes, day, included) => {
    assert.strictEqual(allowanceOn(changes, 50)(day), included)
  })
})
