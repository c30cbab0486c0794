import { DateTime, Schema } from "effect"
import { limitsOf, PlanName, plans } from "../../domain/billing/plans.ts"
import { stateAt, SubscriptionState } from "../../domain/billing/Subscription.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"

export interface PlanUsage {
  readonly policies: number
  readonly rules: number
  readonly testChecksThisMonth: number
}

const Moment = Schema.NullOr(Schema.String)

/** Null is unlimited. */
const Limit = Schema.NullOr(Schema.Int)

export const WirePlan = Schema.Struct({
  plan: PlanName,
  name: Schema.String,
  state: SubscriptionState,
  trial_ends_at: Moment,
  pauses_at: Moment.annotate({ description: "When checks stop or stopped, while a payment fails." }),
  ended_at: Moment,
  cancels_at: Moment.annotate({ description: "When the plan ends, once it is cancelled." }),
  limits: Schema.Struct({
    included_decisions: Schema.Int.annotate({ description: "A month; more are billed, never refused." }),
    policies: Limit,
    rules: Limit,
    reviewer_seats: Limit,
    retention_days: Schema.Int,
    playground_bulk_rows: Schema.Int,
    rate_limit_per_minute: Schema.Int.annotate({ description: "For each API key." }),
    live_checks: Schema.Boolean,
    test_checks_per_month: Limit
  }),
  usage: Schema.Struct({
    policies: Schema.Int,
    rules: Schema.Int,
    reviewer_seats: Schema.Int,
    test_checks_this_month: Schema.Int
  }),
  upgrade_url: Schema.String
}).annotate({ identifier: "Plan" })
type WirePlan = typeof WirePlan.Type

const iso = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.formatIso(moment))

/** Where a plan is chosen and the card is updated. */
export const upgradeUrl = (dashboardUrl: string) => `${dashboardUrl}/settings/billing`

export const toWirePlan = (
  { limitOverrides, subscription }: Tenant,
  usage: PlanUsage,
  dashboardUrl: string,
  now: DateTime.Utc
): WirePlan => {
  const limits = limitsOf(subscription.plan, limitOverrides)
  return {
    plan: subscription.plan,
    name: plans[subscription.plan].displayName,
    state: stateAt(subscription, now),
    trial_ends_at: iso(subscription.trialEndsAt),
    pauses_at: iso(subscription.pausesAt),
    ended_at: iso(subscription.endedAt),
    cancels_at: iso(subscription.cancelsAt),
    limits: {
      included_decisions: limits.includedDecisions,
      policies: limits.policies,
      rules: limits.rules,
      reviewer_seats: limits.reviewerSeats,
      retention_days: limits.retentionDays,
      playground_bulk_rows: limits.playgroundBulkRows,
      rate_limit_per_minute: limits.rateLimitPerMinute,
      live_checks: limits.liveChecks,
      test_checks_per_month: limits.testChecksPerMonth
    },
    usage: {
      policies: usage.policies,
      rules: usage.rules,
      // Nobody can be invited yet.
      reviewer_seats: 0,
      test_checks_this_month: usage.testChecksThisMonth
    },
    upgrade_url: upgradeUrl(dashboardUrl)
  }
}
