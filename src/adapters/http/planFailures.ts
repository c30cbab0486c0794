import { DateTime } from "effect"
import type { PlanRequired, SubscriptionInactive, SubscriptionPaused } from "../../domain/billing/errors.ts"
import { failWithPlan } from "./problems.ts"

const moment = (value: DateTime.Utc | null) => (value === null ? null : DateTime.formatIso(value))

/** The answers to what a plan does not let through, for `Effect.catchTags`. */
export const planFailures = {
  PlanRequired: ({ allowed, limit, plan, state, used }: PlanRequired) =>
    failWithPlan("plan_required", { plan, state, limit, allowed, ...(used === undefined ? {} : { used }) }),
  SubscriptionPaused: ({ pausedSince, plan, state }: SubscriptionPaused) =>
    failWithPlan("subscription_paused", {
      plan,
      state,
      ...(pausedSince === null ? {} : { paused_since: DateTime.formatIso(pausedSince) })
    }),
  SubscriptionInactive: ({ endedAt, plan, state }: SubscriptionInactive) =>
    failWithPlan("subscription_inactive", { plan, state, ended_at: moment(endedAt) })
}
