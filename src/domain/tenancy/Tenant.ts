import type { DateTime } from "effect"
import { limitsOf } from "../billing/plans.ts"
import type { LimitOverrides, Limits } from "../billing/plans.ts"
import type { Subscription } from "../billing/Subscription.ts"
import type { PolicyId, TenantId } from "../shared/ids.ts"

/** In characters. */
export const longestTenantName = 120

/** The owner of data, keys and a plan. Callers know it as their workspace, in both modes. */
export interface Tenant {
  readonly id: TenantId
  readonly name: string
  /** Every check is screened and logged, but only blocks by the minors check are acted on. */
  readonly shadowMode: boolean
  readonly defaultPolicyId: PolicyId | null
  readonly weeklyDigest: boolean
  readonly createdAt: DateTime.Utc
  readonly subscription: Subscription
  readonly limitOverrides: LimitOverrides
}

/** The limits that apply to the tenant now. */
export const limitsOfTenant = ({ limitOverrides, subscription }: Tenant): Limits =>
  limitsOf(subscription.plan, limitOverrides)

/** The decisions a month that the tenant's plan includes, unless the operator has set another number. */
export const monthlyAllowanceOf = (tenant: Tenant): number => limitsOfTenant(tenant).includedDecisions
