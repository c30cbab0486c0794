import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  LimitOverrides,
  Limits,
  limitsOf,
  PlanName,
  planNames,
  plans
} from "../../../src/domain/billing/plans.ts"

describe("plans", () => {
  it("are the published ones", () => {
    const table = planNames.map((name) => [name, ...Object.values(plans[name].limits)])
    assert.deepStrictEqual(table, [
      ["none", 0, 1, 0, 0, 7, 10, 60, false, 1_000],
      ["starter", 50_000, 1, 3, 2, 7, 100, 600, true, null],
      ["growth", 500_000, 10, 25, 10, 30, 1_000, 1_200, true, null],
      ["scale", 5_000_000, null, null, null, 365, 10_000, 3_000, true, null],
      ["enterprise", 50_000_000, null, null, null, 365, 10_000, 12_000, true, null]
    ])
  })

  it("name their limits in the order of the table", () => {
    for (const name of planNames) {
      assert.deepStrictEqual(Object.keys(plans[name].limits), Object.keys(Limits.fields))
    }
  })
})

describe("limitsOf", () => {
  it.prop(
    "takes every override as it is, and the rest from the plan",
    [PlanName, LimitOverrides],
    ([plan, overrides]) => {
      const expected: Record<string, unknown> = {}
      for (const [limit, ofPlan] of Object.entries(plans[plan].limits)) {
        expected[limit] = Object.hasOwn(overrides, limit) ? Reflect.get(overrides, limit) : ofPlan
      }
      assert.deepStrictEqual<unknown>(limitsOf(plan, overrides), expected)
    }
  )

  it("lets an override make a limit unlimited", () => {
    assert.isNull(limitsOf("none", { testChecksPerMonth: null }).testChecksPerMonth)
  })
})

describe("LimitOverrides", () => {
  it.each([
    { rateLimitPerMinute: 0 },
    { rateLimitPerMinute: null },
    { rateLimitPerMinute: 1.5 },
    { policies: -1 },
    { retentionDays: -1 },
    { liveChecks: null }
  ])("refuses %o", (overrides) => {
    assert.isFalse(Schema.is(LimitOverrides)(overrides))
  })
})
