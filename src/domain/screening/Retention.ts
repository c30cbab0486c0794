import { Context, DateTime, Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import { limitsOfTenant } from "../tenancy/Tenant.ts"
import { Tenants } from "../tenancy/Tenants.ts"

/** Up to when a tenant's prompts are to go. */
export interface Expiry {
  readonly tenantId: TenantId
  /** What was decided before. */
  readonly before: DateTime.Utc
}

/** Forgets what was sent, and keeps what was decided. */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * Deletes prompts, negative prompts, contexts and metadata, and returns of how many decisions. May be stopped at
     * any point and begun again, and run by several at once. `progress` hears of some decisions at a time.
     */
    readonly purge: (
      expired: ReadonlyArray<Expiry>,
      progress: (purged: number) => Effect.Effect<void>
    ) => Effect.Effect<number, StorageUnavailable>
  }
>()("prescreen/domain/screening/Retention") {}

/** Purges what is older than its tenant's plan keeps, as the plan is now. Returns of how many decisions. */
export const purgeExpired = Effect.fn("purgeExpired")(function* (
  progress: (purged: number) => Effect.Effect<void> = () => Effect.void
) {
  const now = yield* DateTime.now
  const tenants = yield* (yield* Tenants).list
  const expired = tenants.map((tenant): Expiry => ({
    tenantId: tenant.id,
    before: DateTime.subtract(now, { days: limitsOfTenant(tenant).retentionDays })
  }))
  return yield* (yield* Retention).purge(expired, progress)
})
