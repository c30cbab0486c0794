import type { DateTime } from "effect"
import { limitsOf } from "../billing/plans.ts"
import type { LimitOverrides, Limits } from "../billing/plans.ts"
import type { Subscription } from "../billing/Subscription.ts"
import type { PolicyId, TenantId } from "../shared/ids.ts"

/** In characters. */
export const longestTenantName = 120

/** Whose data, keys and plan they are. Callers know it as their workspace, over both modes. */
export interface Tenant {
  readonly id: TenantId
  readonly name: string
  /** Every check is screened and logged, and nothing is acted on but a block by the minors check. */
  readonly shadowMode: boolean
  readonly defaultPolicyId: PolicyId | null
  readonly weeklyDigest: boolean
  readonly createdAt: DateTime.Utc
  readonly subscription: Subscription
  readonly limitOverrides: LimitOverrides
}

/** The limits that hold for the tenant now. */
export const limitsOfTenant = ({ limitOverrides, subscription }: Tenant): Limits =>
  limitsOf(subscription.plan, limitOverrides)

/** The decisions a month that the tenant's plan includes, or the operator's limit in its stead. */
export const monthlyAllowanceOf = (tenant: Tenant): number => limitsOfTenant(tenant).includedDecisions
