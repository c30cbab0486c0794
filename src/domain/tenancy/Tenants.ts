import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { FormerAllowance } from "../billing/overage.ts"
import type { LimitOverrides } from "../billing/plans.ts"
import type { Subscription } from "../billing/Subscription.ts"
import type { SubscriptionEvent } from "../billing/subscriptionEvents.ts"
import type { Actor } from "../shared/Actor.ts"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { TenantNotFound } from "./errors.ts"
import type { Tenant } from "./Tenant.ts"

export interface NewTenant {
  readonly name: string
  readonly subscription: Subscription
}

/** What a workspace changes of itself. */
export interface TenantSettings {
  readonly name?: string
  readonly weeklyDigest?: boolean
}

/** Every change is in the tenant's audit log, in the name of the operator unless another actor is given. */
export class Tenants extends Context.Service<
  Tenants,
  {
    /** The tenant that an authenticated key belongs to; a missing one is a defect. May be seconds old. */
    readonly get: (tenantId: TenantId) => Effect.Effect<Tenant, StorageUnavailable>
    /** The tenant that somebody names, as it is now. */
    readonly find: (tenantId: TenantId) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** Out of shadow mode, without a policy, with the plan's own limits. */
    readonly create: (tenant: NewTenant) => Effect.Effect<Tenant, StorageUnavailable>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageUnavailable>
    /** What is not named stays as it is. */
    readonly changeSettings: (
      tenantId: TenantId,
      change: TenantSettings,
      actor: Actor
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    readonly setShadowMode: (
      tenantId: TenantId,
      on: boolean
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** What is not named stays as it is. No event that happened before changes it any more. */
    readonly setSubscription: (
      tenantId: TenantId,
      change: Partial<Subscription>
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** Puts what the payment provider tells of into the subscription's history. A repeat changes nothing. */
    readonly recordEvent: (
      tenantId: TenantId,
      event: SubscriptionEvent
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** What is not named stays as it is. Of what is `asInPlan` the plan's own limit holds again. */
    readonly setLimits: (
      tenantId: TenantId,
      change: LimitOverrides,
      asInPlan?: ReadonlyArray<keyof LimitOverrides>
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** What the tenant's months included before each change of it after a moment, oldest first. Never older than `get`. */
    readonly formerAllowances: (
      tenantId: TenantId,
      after: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<FormerAllowance>, StorageUnavailable>
  }
>()("prescreen/domain/tenancy/Tenants") {}
