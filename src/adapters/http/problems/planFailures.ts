import { DateTime, Effect } from "effect"
import type {
  CountedLimit,
  PlanRequired,
  SubscriptionInactive,
  SubscriptionPaused
} from "../../../domain/billing/errors.ts"
import { stateAt } from "../../../domain/billing/Subscription.ts"
import { wireMoment } from "../../wire/moments.ts"
import { CurrentCaller } from "../access/Authorization.ts"
import { failWithPlan } from "./problems.ts"

/** The answers when the plan does not allow a request, for `Effect.catchTags`. */
export const planFailures = {
  PlanRequired: ({ allowed, limit, plan, state, used }: PlanRequired) =>
    failWithPlan("plan_required", { plan, state, limit, allowed, used }),
  SubscriptionPaused: ({ pausedSince, plan, state }: SubscriptionPaused) =>
    failWithPlan("subscription_paused", {
      plan,
      state,
      ...(pausedSince === null ? {} : { paused_since: DateTime.formatIso(pausedSince) })
    }),
  SubscriptionInactive: ({ endedAt, plan, state }: SubscriptionInactive) =>
    failWithPlan("subscription_inactive", { plan, state, ended_at: wireMoment(endedAt) })
}

/** The answer when the caller's tenant has reached a limit of its plan. */
export const planRequired = (limit: CountedLimit) =>
  Effect.fnUntraced(function* ({ allowed, used }: { readonly allowed: number; readonly used: number }) {
    const { subscription } = (yield* CurrentCaller).tenant
    const state = stateAt(subscription, yield* DateTime.now)
    return yield* failWithPlan("plan_required", { plan: subscription.plan, state, limit, allowed, used })
  })
