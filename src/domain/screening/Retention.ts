import { Context, DateTime, Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import { limitsOfTenant } from "../tenancy/Tenant.ts"
import { Tenants } from "../tenancy/Tenants.ts"

/** Which of a tenant's prompts have expired. */
export interface Expiry {
  readonly tenantId: TenantId
  /** Those of decisions made before this moment. */
  readonly before: DateTime.Utc
}

/** Deletes what callers sent and keeps what was decided. */
export class Retention extends Context.Service<
  Retention,
  {
    /**
     * Deletes prompts, negative prompts, contexts and metadata, and returns for how many decisions. It may be
     * interrupted at any point and started again, and several processes may run it at once. `progress` is called
     * after each batch with its number of decisions.
     */
    readonly purge: (
      expired: ReadonlyArray<Expiry>,
      progress: (purged: number) => Effect.Effect<void>
    ) => Effect.Effect<number, StorageUnavailable>
  }
>()("prescreen/domain/screening/Retention") {}

/** Deletes the inputs that are older than their tenant's current retention, and returns for how many decisions. */
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
