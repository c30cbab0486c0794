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

/** The settings that a workspace can change itself. */
export interface TenantSettings {
  readonly name?: string
  readonly weeklyDigest?: boolean
}

/**
 * The tenants. Every change is recorded in the tenant's audit log; its actor is the operator unless one is given or
 * the payment provider caused it.
 */
export class Tenants extends Context.Service<
  Tenants,
  {
    /** The tenant of an authenticated key; if it is missing, that is a defect. May be seconds old. */
    readonly get: (tenantId: TenantId) => Effect.Effect<Tenant, StorageUnavailable>
    /** The tenant with an id that came from outside, as it is now. */
    readonly find: (tenantId: TenantId) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** Creates a tenant that is not in shadow mode, has no policy, and has its plan's own limits. */
    readonly create: (tenant: NewTenant) => Effect.Effect<Tenant, StorageUnavailable>
    /** Oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Tenant>, StorageUnavailable>
    /** Fields that are left out stay as they are. */
    readonly changeSettings: (
      tenantId: TenantId,
      change: TenantSettings,
      actor: Actor
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    readonly setShadowMode: (
      tenantId: TenantId,
      on: boolean
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /**
     * Fields that are left out stay as they are. Events from before this change no longer affect the subscription.
     */
    readonly setSubscription: (
      tenantId: TenantId,
      change: Partial<Subscription>
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /**
     * Adds an event reported by the payment provider to the subscription's history, and makes the customer of the
     * subscription that counts the one who pays. A repeated event changes nothing.
     */
    readonly recordEvent: (
      tenantId: TenantId,
      event: SubscriptionEvent
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /** Fields that are left out stay as they are. For those in `asInPlan` the plan's own limit applies again. */
    readonly setLimits: (
      tenantId: TenantId,
      change: LimitOverrides,
      asInPlan?: ReadonlyArray<keyof LimitOverrides>
    ) => Effect.Effect<Tenant, TenantNotFound | StorageUnavailable>
    /**
     * The monthly allowances that were replaced after a given moment, oldest first. Never older than the result of an
     * earlier `get`.
     */
    readonly formerAllowances: (
      tenantId: TenantId,
      after: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<FormerAllowance>, StorageUnavailable>
  }
>()("prescreen/domain/tenancy/Tenants") {}
