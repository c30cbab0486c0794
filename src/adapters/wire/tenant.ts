import { DateTime, Schema } from "effect"
import { PlanName } from "../../domain/billing/plans.ts"
import { PolicyId, TenantId } from "../../domain/shared/ids.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"

export const WireTenant = Schema.Struct({
  id: TenantId,
  name: Schema.String,
  plan: PlanName,
  shadow_mode: Schema.Boolean,
  default_policy_id: Schema.NullOr(PolicyId),
  weekly_digest: Schema.Boolean,
  created_at: Schema.String
}).annotate({ identifier: "Tenant" })
export type WireTenant = typeof WireTenant.Type

export const toWireTenant = (tenant: Tenant): WireTenant => ({
  id: tenant.id,
  name: tenant.name,
  plan: tenant.subscription.plan,
  shadow_mode: tenant.shadowMode,
  default_policy_id: tenant.defaultPolicyId,
  weekly_digest: tenant.weeklyDigest,
  created_at: DateTime.formatIso(tenant.createdAt)
})
