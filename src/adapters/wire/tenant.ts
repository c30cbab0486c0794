import { DateTime, Schema } from "effect"
import { PlanName } from "../../domain/billing/plans.ts"
import { PolicyId, TenantId } from "../../domain/shared/ids.ts"
import type { Tenant } from "../../domain/tenancy/Tenant.ts"
import { WireMoment } from "./moments.ts"

export const WireTenant = Schema.Struct({
  id: TenantId.annotate({ description: "The id of the workspace." }),
  name: Schema.String.annotate({ description: "The name of the workspace." }),
  plan: PlanName.annotate({ description: "The workspace's plan; see GET /v1/plan." }),
  shadow_mode: Schema.Boolean.annotate({
    description: "Whether decisions are only logged. A block by minors_sexual is acted on nevertheless."
  }),
  default_policy_id: Schema.NullOr(PolicyId).annotate({
    description: "The policy that decides checks that name none."
  }),
  weekly_digest: Schema.Boolean.annotate({
    description: "A setting for a mailer of your own. The service sends no e-mail."
  }),
  created_at: WireMoment
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
