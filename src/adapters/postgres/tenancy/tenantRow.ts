import { DateTime, Schema, String } from "effect"
import { LimitOverrides, PlanName } from "../../../domain/billing/plans.ts"
import { SubscriptionState } from "../../../domain/billing/Subscription.ts"
import type { Subscription } from "../../../domain/billing/Subscription.ts"
import { createdAtOf } from "../../../domain/shared/ids.ts"
import type { Tenant } from "../../../domain/tenancy/Tenant.ts"
import { policyIdOf, tenantIdOf } from "../uuid.ts"

const Moment = Schema.NullOr(Schema.DateTimeUtcFromDate)

const TenantRow = Schema.Struct({
  tenantId: Schema.String,
  name: Schema.String,
  plan: PlanName,
  state: SubscriptionState,
  trialEndsAt: Moment,
  pausesAt: Moment,
  endedAt: Moment,
  cancelsAt: Moment,
  limitOverrides: LimitOverrides,
  shadowMode: Schema.Boolean,
  weeklyDigest: Schema.Boolean,
  defaultPolicyId: Schema.NullOr(Schema.String)
})

export const decodeTenantRow = Schema.decodeUnknownEffect(TenantRow)

/** The columns that `decodeTenantRow` reads. */
export const tenantColumns = `tenant_id, name, plan, state, trial_ends_at, pauses_at, ended_at, cancels_at, limit_overrides,
  shadow_mode, weekly_digest, default_policy_id`

export const toTenant = (row: typeof TenantRow.Type): Tenant => {
  const id = tenantIdOf(row.tenantId)
  return {
    id,
    name: row.name,
    shadowMode: row.shadowMode,
    weeklyDigest: row.weeklyDigest,
    defaultPolicyId: row.defaultPolicyId === null ? null : policyIdOf(row.defaultPolicyId),
    createdAt: createdAtOf(id),
    subscription: {
      plan: row.plan,
      state: row.state,
      trialEndsAt: row.trialEndsAt,
      pausesAt: row.pausesAt,
      endedAt: row.endedAt,
      cancelsAt: row.cancelsAt
    },
    limitOverrides: row.limitOverrides
  }
}

const momentColumns = ["trialEndsAt", "pausesAt", "endedAt", "cancelsAt"] as const

/** The columns of the fields that are given. A moment that is null is given, too. */
export const subscriptionColumns = (subscription: Partial<Subscription>): Record<string, unknown> => {
  const columns: Record<string, unknown> = {}
  if (subscription.plan !== undefined) columns["plan"] = subscription.plan
  if (subscription.state !== undefined) columns["state"] = subscription.state
  for (const name of momentColumns) {
    const moment = subscription[name]
    if (moment !== undefined) columns[name] = moment === null ? null : DateTime.toDateUtc(moment)
  }
  return columns
}

const iso = (moment: DateTime.Utc | null) => (moment === null ? null : DateTime.formatIso(moment))

/** The limits that were set, under the names that the interface has for them. */
const auditedLimits = (limits: Tenant["limitOverrides"]): Readonly<Record<string, Schema.Json>> =>
  Object.fromEntries(Object.entries(limits).map(([name, limit]) => [String.camelToSnake(name), limit]))

/** The fields of a tenant that can change, as the audit log records them. */
export const auditedFields = (tenant: Tenant): Readonly<Record<string, Schema.Json>> => {
  const { subscription } = tenant
  return {
    name: tenant.name,
    weekly_digest: tenant.weeklyDigest,
    shadow_mode: tenant.shadowMode,
    plan: subscription.plan,
    state: subscription.state,
    trial_ends_at: iso(subscription.trialEndsAt),
    pauses_at: iso(subscription.pausesAt),
    ended_at: iso(subscription.endedAt),
    cancels_at: iso(subscription.cancelsAt),
    limits: auditedLimits(tenant.limitOverrides)
  }
}
