import { DateTime, Effect, Schema } from "effect"
import { PlanName, plans } from "../../domain/billing/plans.ts"
import { stateAt, SubscriptionState } from "../../domain/billing/Subscription.ts"
import { UsageLedger } from "../../domain/billing/UsageLedger.ts"
import { Policies } from "../../domain/policy/Policies.ts"
import { limitsOfTenant } from "../../domain/tenancy/Tenant.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"
import { Rules } from "../../domain/users/Rules.ts"
import { WireMoment, wireMoment } from "./moments.ts"

interface PlanUsage {
  readonly policies: number
  readonly rules: number
  readonly testChecksThisMonth: number
}

const Moment = Schema.NullOr(WireMoment)

const Limit = (description: string) =>
  Schema.NullOr(Schema.Int).annotate({ description: `${description} Null is unlimited.` })

export const WirePlan = Schema.Struct({
  plan: PlanName.annotate({ description: "The plan's identifier." }),
  name: Schema.String.annotate({ description: "The plan's display name." }),
  state: SubscriptionState.annotate({
    description:
      "What is allowed now. none: everything but live checks; trialing and active: everything; past_due: everything until pauses_at; paused: everything but checks; inactive: only reading, and revoking keys."
  }),
  trial_ends_at: Moment.annotate({
    description:
      "When the trial ends or ended. It ends when the payment provider or the operator says so, not by itself."
  }),
  pauses_at: Moment.annotate({ description: "When checks stop or stopped because of failed payments." }),
  ended_at: Moment.annotate({ description: "When the plan ended." }),
  cancels_at: Moment.annotate({
    description:
      "When the cancelled plan is to end. It ends when the payment provider or the operator says so, not by itself."
  }),
  limits: Schema.Struct({
    included_decisions: Schema.Int.annotate({
      description: "Decisions a month; more are billed, never refused."
    }),
    policies: Limit("How many policies there may be."),
    rules: Limit("How many rules on end users there may be."),
    reviewer_seats: Limit(
      "How many reviewers there may be. Reviewers have no accounts yet, so it has no effect."
    ),
    retention_days: Schema.Int.annotate({ description: "How many days prompts are kept." }),
    playground_bulk_rows: Schema.Int.annotate({
      description: "Rows of one bulk run. There are no bulk runs yet, so it has no effect."
    }),
    rate_limit_per_minute: Schema.Int.annotate({ description: "Requests a minute for each API key." }),
    live_checks: Schema.Boolean.annotate({ description: "Whether checks with live keys are allowed." }),
    test_checks_per_month: Limit("How many checks test keys may make in a month.")
  }).annotate({ description: "The plan's limits, including the operator's overrides for this workspace." }),
  usage: Schema.Struct({
    policies: Schema.Int.annotate({ description: "Existing policies." }),
    rules: Schema.Int.annotate({ description: "Existing rules, enabled or not." }),
    reviewer_seats: Schema.Int.annotate({ description: "Reviewers, including invited ones." }),
    test_checks_this_month: Schema.Int.annotate({ description: "Checks by test keys in this month (UTC)." })
  }).annotate({ description: "What is used of the limits." }),
  upgrade_url: Schema.String.annotate({ description: "Where to choose a plan or update the card." })
}).annotate({ identifier: "Plan" })
type WirePlan = typeof WirePlan.Type

/** The page on which a plan is chosen and the card is updated. */
export const upgradeUrl = (dashboardUrl: string) => `${dashboardUrl}/settings/billing`

const toWirePlan = (tenant: Tenant, usage: PlanUsage, dashboardUrl: string, now: DateTime.Utc): WirePlan => {
  const { subscription } = tenant
  const limits = limitsOfTenant(tenant)
  return {
    plan: subscription.plan,
    name: plans[subscription.plan].displayName,
    state: stateAt(subscription, now),
    trial_ends_at: wireMoment(subscription.trialEndsAt),
    pauses_at: wireMoment(subscription.pausesAt),
    ended_at: wireMoment(subscription.endedAt),
    cancels_at: wireMoment(subscription.cancelsAt),
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
      // Reviewers cannot be invited yet.
      reviewer_seats: 0,
      test_checks_this_month: usage.testChecksThisMonth
    },
    upgrade_url: upgradeUrl(dashboardUrl)
  }
}

/** The tenant's plan at this moment, and how much of its limits is used. */
export const readPlan = Effect.fnUntraced(function* (tenant: Tenant, dashboardUrl: string) {
  const usage = {
    policies: yield* (yield* Policies).count(tenant.id),
    rules: yield* (yield* Rules).count(tenant.id),
    testChecksThisMonth: yield* (yield* UsageLedger).testChecksThisMonth(tenant.id)
  }
  return toWirePlan(tenant, usage, dashboardUrl, yield* DateTime.now)
})
