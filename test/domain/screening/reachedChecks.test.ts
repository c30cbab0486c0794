import { assert, describe, it } from "@effect/vitest"
import { reachedChecks } from "../../../src/domain/screening/reachedChecks.ts"
import { decidedCheck } from "../../fixtures.ts"

const acted = { routed: "act", action: { type: "tag", tag: "x" }, actLine: 0.5, reviewLine: 0.3 } as const

describe("the checks by which a decision is found", () => {
  it("are those that reached their review line, and the one that decided", () => {
    const checks = [
      { ...decidedCheck, ...acted, check: "minors_sexual", score: 0, reviewScore: 0.3 },
      { ...decidedCheck, ...acted, check: "adult", score: 0.49, reviewScore: 0.29 },
      { ...decidedCheck, ...acted, check: "real_person", score: 0.1, reviewScore: 0.1 },
      // An engine may have a reason to hold the review score lower.
      { ...decidedCheck, ...acted, check: "copyrighted_ip", score: 0.5, reviewScore: 0.1 }
    ] as const
    const decidedBy = { check: "real_person", policyLine: null, action: acted.action }
    assert.deepStrictEqual(reachedChecks({ checks, decidedBy }), [
      "minors_sexual",
      "real_person",
      "copyrighted_ip"
    ])
    assert.deepStrictEqual(reachedChecks({ checks, decidedBy: null }), ["minors_sexual", "copyrighted_ip"])
  })
})
