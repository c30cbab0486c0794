import { describeHost } from "../../../src/adapters/hostnames/describeHost.ts"
import type { Action } from "../../../src/domain/policy/Action.ts"
import type { CheckId } from "../../../src/domain/policy/CheckId.ts"
import type { CheckRule, PolicyDocument } from "../../../src/domain/policy/PolicyDocument.ts"
import { routePolicy } from "../../../src/domain/policy/routing.ts"
import type { CheckScores, RoutedCheck } from "../../../src/domain/policy/routing.ts"
import type { AddressRules } from "../../../src/domain/policy/webhookAddress.ts"

/** How a service judges addresses whose own is `api.prescreen.dev`, and that exempts nothing. */
export const addressRules: AddressRules = {
  describeHost,
  serviceUrls: ["https://api.prescreen.dev"],
  allowedHosts: []
}

export const block: Action = { type: "block" }
export const review: Action = { type: "review" }
export const allow: Action = { type: "allow" }
export const tag = (tag: string): Action => ({ type: "tag", tag })

export const scored = (score: number, reviewScore = score, ...fired: ReadonlyArray<string>): CheckScores => ({
  score,
  reviewScore,
  fired
})

export const zero = scored(0)

export const scores = (some: Readonly<Partial<Record<CheckId, CheckScores>>>) => ({
  minors_sexual: zero,
  adult: zero,
  real_person: zero,
  copyrighted_ip: zero,
  ...some
})

export const rule = (check: CheckId, onAct: Action, onReview: Action): CheckRule => ({
  check,
  enabled: true,
  act: 0.5,
  review: 0.3,
  onAct,
  onReview
})

export const policy = (
  checks: ReadonlyArray<CheckRule>,
  settings: Partial<PolicyDocument> = {}
): PolicyDocument => ({
  version: 1,
  name: "A policy",
  checks,
  adultMaxLevel: 5,
  youthCodedAdult: "review",
  webhooks: [],
  tags: [],
  ...settings
})

/** How one check fares while every other scores zero. */
export const routeOne = (document: PolicyDocument, check: CheckId, given: CheckScores): RoutedCheck => {
  const { checks } = routePolicy(document, scores({ [check]: given }))
  const routed = checks.find((routed) => routed.check === check)
  if (routed === undefined) throw new Error(`${check} was not routed`)
  return routed
}
