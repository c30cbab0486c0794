import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import { overageByDay } from "../../../src/domain/billing/overage.ts"
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
    assert.deepStrictEqual(overageByDay(days, 100), [
      { day: "2026-10-31", quantity: 15 },
      { day: "2026-11-05", quantity: 10 },
      { day: "2026-11-06", quantity: 7 }
    ])
    assert.deepStrictEqual(overageByDay(days, 1_000), [])
    assert.deepStrictEqual(overageByDay([], 0), [])
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
      const over = overageByDay(days, included).reduce((sum, { quantity }) => sum + quantity, 0)
      assert.strictEqual(over, Math.max(0, total - included))
    }
  )
})
