import { assert, describe, it } from "@effect/vitest"
import { String } from "effect"
import { WirePlan } from "../../../src/adapters/wire/plan.ts"
import { plans } from "../../../src/domain/billing/plans.ts"

describe("a plan as callers see it", () => {
  it("has every limit, by its name in snake case", () => {
    assert.sameMembers(
      Object.keys(WirePlan.fields.limits.fields),
      Object.keys(plans.none.limits).map((name) => String.camelToSnake(name))
    )
  })
})
