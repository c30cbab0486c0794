import { Context } from "effect"
import type { Effect } from "effect"
import type { LimitOverrides } from "../billing/plans.ts"
import type { Subscription } from "../billing/Subscription.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { TenantId } from "../shared/ids.ts"
import type { TenantNotFound } from "./errors.ts"
import type { Tenant } from "./Tenant.ts"

export interface NewTenant {
  readonly name: string
  readonly subscription: Subscription
}

export class Tenants extends Context.Service<
  Tenants,
  {
    /** The tenant that an authenticated key belongs to; a missing one is a defect. May be seconds old. */
    readonly get: (tenantId: TenantId) => Effect.Effect<Tenant, StorageUnavailable>
    /** Out of shadow mode, without a policy, with the plan's own limits. */
    readonly create: (tenant: NewTenant) => Effect.Effect<Tenant>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Tenant>>
    readonly setShadowMode: (tenantId: TenantId, on: boolean) => Effect.Effect<Tenant, TenantNotFound>
    /** What is not named stays as it is. */
    readonly setSubscription: (
      tenantId: TenantId,
      change: Partial<Subscription>
    ) => Effect.Effect<Tenant, TenantNotFound>
    /** What is not named stays as it is. */
    readonly setLimits: (tenantId: TenantId, change: LimitOverrides) => Effect.Effect<Tenant, TenantNotFound>
  }
>()("prescreen/domain/tenancy/Tenants") {}
