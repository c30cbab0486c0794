import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  detailOf,
  StoredDetail,
  writeDetail
} from "../../../../src/adapters/postgres/screening/storedDetail.ts"
import type { Decision } from "../../../../src/domain/screening/Decision.ts"
import { DecisionId, RuleId } from "../../../../src/domain/shared/ids.ts"
import { allScores, anyDocument } from "../../../domain/policy/arbitraries.ts"
import { decisionOf } from "../../../domain/screening/decisionOf.ts"
import { decidedCheck, document, idOf } from "../../../fixtures.ts"

const read = (text: string) => detailOf(Schema.decodeSync(Schema.fromJsonString(StoredDetail))(text))

/** What of a decision has to come back. */
const kept = ({ actions, checks, decidedBy, policySettings, ...rest }: Decision) => ({
  actions,
  checks,
  decidedBy,
  policySettings,
  ...(rest.appliedRules === undefined ? {} : { appliedRules: rest.appliedRules }),
  ...(rest.counterpart === undefined ? {} : { counterpart: rest.counterpart })
})

const sureOf = (score: number) => ({ score, reviewScore: score, fired: [] })

const quiet = decisionOf(document, {
  minors_sexual: sureOf(0),
  adult: sureOf(0),
  real_person: sureOf(0),
  copyrighted_ip: sureOf(0)
})

describe("a decision's stored detail", () => {
  it.prop("comes back as it was, whatever was decided", [anyDocument, allScores], ([document, scores]) => {
    const decision = decisionOf(document, scores)
    // JSON knows no negative zero.
    assert.deepStrictEqual(read(writeDetail(decision)), JSON.parse(JSON.stringify(kept(decision))))
  })

  it("keeps signals, floors, applied rules and the counterpart", () => {
    const decision: Decision = {
      ...quiet,
      checks: [
        {
          ...decidedCheck,
          signals: [{ signal: "sexual_content", probability: 0.4, line: null, text: "It is." }],
          floors: [
            {
              floor: "age",
              field: "negative_prompt",
              start: 3,
              end: 9,
              counted: true,
              text: "An age is given."
            }
          ]
        }
      ],
      actions: { ...quiet.actions, userPaused: true },
      appliedRules: [
        {
          id: RuleId.make(idOf("rul", "7")),
          name: "often",
          count: 3,
          windowSeconds: 60,
          effect: { type: "pause", seconds: null }
        }
      ],
      counterpart: { id: DecisionId.make(idOf("dec", "8")), version: 2 }
    }
    assert.deepStrictEqual(read(writeDetail(decision)), kept(decision))
  })

  it("is read as well when it was written with what says nothing", () => {
    assert.deepStrictEqual(read(JSON.stringify(kept(quiet))), kept(quiet))
  })
})
