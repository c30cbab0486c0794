import { assert } from "@effect/vitest"
import type { CheckId } from "../../../src/domain/policy/CheckId.ts"
import type { PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import { routePolicy } from "../../../src/domain/policy/routing.ts"
import { consequencesOf } from "../../../src/domain/screening/consequences.ts"
import type { Decision } from "../../../src/domain/screening/Decision.ts"
import { DecisionId, ReviewId } from "../../../src/domain/shared/ids.ts"
import { idOf, policyId } from "../../fixtures.ts"
import type { AllScores } from "../policy/arbitraries.ts"

const actionsAt = ({ checks }: PolicyDocument, id: CheckId) => {
  const rule = checks.find(({ check }) => check === id)
  assert.isDefined(rule)
  return { onAct: rule.onAct, onReview: rule.onReview }
}

/** The decision that a policy makes of scores, with a live key. */
export const decisionOf = (document: PolicyDocument, scores: AllScores): Decision => {
  const routing = routePolicy(document, scores)
  const { opensReview, webhookEvents, webhooksSuppressed, shadowMode, promptRedacted } = consequencesOf({
    ...routing,
    webhooks: document.webhooks,
    mode: "live",
    dryRun: false,
    shadowMode: false
  })
  return {
    id: DecisionId.make(idOf("dec", "3")),
    outcome: routing.outcome,
    tags: routing.tags,
    checks: routing.checks.map((check) => ({
      ...check,
      ...actionsAt(document, check.check),
      version: 1,
      fired: scores[check.check].fired,
      signals: [],
      floors: []
    })),
    decidedBy: routing.decidedBy,
    policy: { id: policyId, version: 1 },
    policySettings: {
      youthCodedAdult: document.youthCodedAdult,
      adultMaxLevel: document.adultMaxLevel
    },
    engineVersion: "scripted-1",
    inputTokens: null,
    latencyMs: 1,
    dryRun: false,
    mode: "live",
    shadowMode,
    actions: {
      reviewId: opensReview ? ReviewId.make(idOf("rev", "4")) : null,
      webhookEvents,
      webhooksSuppressed
    },
    promptRedacted,
    promptPurged: false,
    user: null,
    idempotencyKey: null,
    input: { prompt: "CANARY" },
    metadata: null
  }
}
