import { Context } from "effect"
import type { Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { DayRange, UsageDay } from "./usage.ts"

/** What a tenant has used. It counts a check in the same commit that logs its decision. */
export class UsageLedger extends Context.Service<
  UsageLedger,
  {
    /** Test-mode checks since the first of the current month, UTC. */
    readonly testChecksThisMonth: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
    /** The days with checks, the newest last. */
    readonly days: (
      workspace: Workspace,
      range: DayRange
    ) => Effect.Effect<ReadonlyArray<UsageDay>, StorageUnavailable>
  }
>()("prescreen/domain/billing/UsageLedger") {}
