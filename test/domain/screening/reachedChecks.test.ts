import { assert, describe, it } from "@effect/vitest"
import { reachedChecks } from "../../../src/domain/screening/reachedChecks.ts"
import { decidedCheck } from "../../fixtures.ts"

const acted = { routed: "act", action: { type: "tag", tag: "x" }, reviewLine: 0.3 } as const

describe("the checks by which a decision is found", () => {
  it("are those that reached their review line, and the one that decided", () => {
    const checks = [
      { ...decidedCheck, ...acted, check: "minors_sexual", reviewScore: 0.3 },
      { ...decidedCheck, ...acted, check: "adult", reviewScore: 0.29 },
      { ...decidedCheck, ...acted, check: "real_person", reviewScore: 0.1 }
    ] as const
    const decidedBy = { check: "real_person", policyLine: null, action: acted.action }
    assert.deepStrictEqual(reachedChecks({ checks, decidedBy }), ["minors_sexual", "real_person"])
    assert.deepStrictEqual(reachedChecks({ checks, decidedBy: null }), ["minors_sexual"])
  })
})
