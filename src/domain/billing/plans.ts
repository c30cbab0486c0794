import { Schema, Struct } from "effect"

export const planNames = ["none", "starter", "growth", "scale", "enterprise"] as const
export const PlanName = Schema.Literals(planNames)
export type PlanName = typeof PlanName.Type

/** The plans that can be bought. */
export const paidPlans = planNames.filter((name) => name !== "none")

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** The ranges within which the operator may set a limit. */
export const limitRanges = {
  retentionDays: { minimum: 0, maximum: 36_500 },
  /** The maximum keeps one key's window within a few megabytes. */
  rateLimitPerMinute: { minimum: 1, maximum: 1_000_000 }
} as const

/** What a plan allows a tenant. Null means unlimited. */
export const Limits = Schema.Struct({
  /** Decisions a month. Further ones are billed, never refused. */
  includedDecisions: Count,
  policies: Schema.NullOr(Count),
  rules: Schema.NullOr(Count),
  reviewerSeats: Schema.NullOr(Count),
  retentionDays: Schema.Int.check(Schema.isBetween(limitRanges.retentionDays)),
  playgroundBulkRows: Count,
  /** Per API key. */
  rateLimitPerMinute: Schema.Int.check(Schema.isBetween(limitRanges.rateLimitPerMinute)),
  liveChecks: Schema.Boolean,
  testChecksPerMonth: Schema.NullOr(Count)
})
export type Limits = typeof Limits.Type

/** Limits that the operator has set for one tenant, whatever its plan. */
export const LimitOverrides = Limits.mapFields(Struct.map(Schema.optionalKey))
export type LimitOverrides = typeof LimitOverrides.Type

interface Plan {
  readonly displayName: string
  readonly limits: Limits
}

export const plans: { readonly [Name in PlanName]: Plan } = {
  none: {
    displayName: "No plan",
    limits: {
      includedDecisions: 0,
      policies: 1,
      rules: 0,
      reviewerSeats: 0,
      retentionDays: 7,
      playgroundBulkRows: 10,
      rateLimitPerMinute: 60,
      liveChecks: false,
      testChecksPerMonth: 1_000
    }
  },
  starter: {
    displayName: "Starter",
    limits: {
      includedDecisions: 50_000,
      policies: 1,
      rules: 3,
      reviewerSeats: 2,
      retentionDays: 7,
      playgroundBulkRows: 100,
      rateLimitPerMinute: 600,
      liveChecks: true,
      testChecksPerMonth: null
    }
  },
  growth: {
    displayName: "Growth",
    limits: {
      includedDecisions: 500_000,
      policies: 10,
      rules: 25,
      reviewerSeats: 10,
      retentionDays: 30,
      playgroundBulkRows: 1_000,
      rateLimitPerMinute: 1_200,
      liveChecks: true,
      testChecksPerMonth: null
    }
  },
  scale: {
    displayName: "Scale",
    limits: {
      includedDecisions: 5_000_000,
      policies: null,
      rules: null,
      reviewerSeats: null,
      retentionDays: 365,
      playgroundBulkRows: 10_000,
      rateLimitPerMinute: 3_000,
      liveChecks: true,
      testChecksPerMonth: null
    }
  },
  enterprise: {
    displayName: "Enterprise",
    limits: {
      includedDecisions: 50_000_000,
      policies: null,
      rules: null,
      reviewerSeats: null,
      retentionDays: 365,
      playgroundBulkRows: 10_000,
      rateLimitPerMinute: 12_000,
      liveChecks: true,
      testChecksPerMonth: null
    }
  }
}

/** The limits that apply: those of the plan, except where the operator has set others. */
export const limitsOf = (plan: PlanName, overrides: LimitOverrides): Limits => ({
  ...plans[plan].limits,
  ...overrides
})
