import { Result } from "effect"
import type { DateTime } from "effect"
import type { Mode } from "../shared/Workspace.ts"
import { PlanRequired, SubscriptionInactive, SubscriptionPaused } from "./errors.ts"
import type { Limits } from "./plans.ts"
import { stateAt } from "./Subscription.ts"
import type { Subscription } from "./Subscription.ts"

/** What decides whether the plan allows a check. */
export interface CheckCircumstances {
  readonly subscription: Subscription
  /** The plan's limits with the tenant's overrides. */
  readonly limits: Limits
  readonly mode: Mode
  readonly now: DateTime.Utc
  /** How many checks are made together: all are allowed, or none. */
  readonly checks: number
  /** Used only in test mode with a monthly limit; otherwise any number will do. */
  readonly testChecksThisMonth: number
}

/** Whether the plan allows the checks; fails with the reason if not. */
export const gateChecks = ({
  checks,
  limits,
  mode,
  now,
  subscription,
  testChecksThisMonth
}: CheckCircumstances): Result.Result<void, PlanRequired | SubscriptionPaused | SubscriptionInactive> => {
  const standing = { plan: subscription.plan, state: stateAt(subscription, now) }
  if (standing.state === "inactive") {
    return Result.fail(new SubscriptionInactive({ ...standing, endedAt: subscription.endedAt }))
  }
  if (standing.state === "paused") {
    return Result.fail(new SubscriptionPaused({ ...standing, pausedSince: subscription.pausesAt }))
  }
  if (mode === "live") {
    return standing.state === "none" || !limits.liveChecks
      ? Result.fail(new PlanRequired({ ...standing, limit: "live_checks", allowed: 0, used: 0 }))
      : Result.void
  }
  const allowed = limits.testChecksPerMonth
  return allowed !== null && testChecksThisMonth + checks > allowed
    ? Result.fail(
        new PlanRequired({ ...standing, limit: "test_checks_per_month", allowed, used: testChecksThisMonth })
      )
    : Result.void
}

/** Whether the workspace may be changed: a plan that has ended leaves it read-only. */
export const gateWrite = (
  subscription: Subscription,
  now: DateTime.Utc
): Result.Result<void, SubscriptionInactive> => {
  const state = stateAt(subscription, now)
  return state === "inactive"
    ? Result.fail(new SubscriptionInactive({ plan: subscription.plan, state, endedAt: subscription.endedAt }))
    : Result.void
}
