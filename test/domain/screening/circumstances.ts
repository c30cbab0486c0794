import type { CheckId } from "../../../src/domain/policy/CheckId.ts"
import type { RoutedCheck } from "../../../src/domain/policy/routing.ts"
import type { Circumstances } from "../../../src/domain/screening/consequences.ts"
import { webhook } from "../../fixtures.ts"

/** A check as it was routed, with lines of 0.5 and 0.3. */
export const routed = (check: CheckId, type: "block" | "review" | "allow", reviewScore = 0): RoutedCheck => ({
  check,
  routed: type === "allow" ? "allow" : "act",
  action: { type },
  policyLine: null,
  score: reviewScore,
  reviewScore,
  actLine: 0.5,
  reviewLine: 0.3,
  onAct: { type: "block" },
  onReview: { type: "review" },
  adultLevel: null
})

/** Listens for everything. */
export const hook = webhook(
  "https://hooks.example.com/a",
  "block",
  "review",
  "allow",
  "tag",
  "review.verdict"
)

/** A block by the adult check, enforced. */
export const circumstances = (some: Partial<Circumstances> = {}): Circumstances => ({
  outcome: "block",
  tags: [],
  checks: [routed("minors_sexual", "allow"), routed("adult", "block", 0.9)],
  webhooks: [hook],
  mode: "live",
  dryRun: false,
  shadowMode: false,
  ...some
})

/** Two checks block, and the minors check is the second. */
export const minorsBlock: Partial<Circumstances> = {
  checks: [routed("adult", "block", 0.9), routed("minors_sexual", "block", 0.6)]
}
