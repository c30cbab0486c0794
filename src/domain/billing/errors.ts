import { Schema } from "effect"
import { PlanName } from "./plans.ts"
import { SubscriptionState } from "./Subscription.ts"

/** The limits that a larger plan raises. */
export const CountedLimit = Schema.Literals([
  "policies",
  "rules",
  "reviewer_seats",
  "live_checks",
  "test_checks_per_month"
])
export type CountedLimit = typeof CountedLimit.Type

/** The plan does not include this, or its limit is used up. */
export class PlanRequired extends Schema.TaggedError<PlanRequired>()("PlanRequired", {
  plan: PlanName,
  state: SubscriptionState,
  limit: CountedLimit,
  allowed: Schema.Int,
  used: Schema.Int
}) {}

/** A payment has been failing for too long. Checks are refused; everything else works. */
export class SubscriptionPaused extends Schema.TaggedError<SubscriptionPaused>()("SubscriptionPaused", {
  plan: PlanName,
  state: SubscriptionState,
  pausedSince: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The plan has ended. The workspace is read-only. */
export class SubscriptionInactive extends Schema.TaggedError<SubscriptionInactive>()("SubscriptionInactive", {
  plan: PlanName,
  state: SubscriptionState,
  endedAt: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The month's test checks were used up between the gate and the commit. Nothing was logged. */
export class AllowanceSpent extends Schema.TaggedError<AllowanceSpent>()("AllowanceSpent", {
  used: Schema.Int
}) {}
