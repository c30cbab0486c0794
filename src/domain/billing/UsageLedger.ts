import { Context } from "effect"
import type { Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"

/** What a tenant has used. It counts a check in the same commit that logs its decision. */
export class UsageLedger extends Context.Service<
  UsageLedger,
  {
    /** Test-mode checks since the first of the current month, UTC. */
    readonly testChecksThisMonth: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
  }
>()("prescreen/domain/billing/UsageLedger") {}
