import { Context } from "effect"
import type { Effect } from "effect"
import type { TenantId } from "../shared/ids.ts"
import type { StorageUnavailable } from "../shared/StorageUnavailable.ts"
import type { Workspace } from "../shared/Workspace.ts"
import type { DayRange, UsageDay } from "./usage.ts"

/** What each tenant has used. A check is counted in the same commit that logs its decision. */
export class UsageLedger extends Context.Service<
  UsageLedger,
  {
    /** The checks in test mode since the first of the current month, in UTC. */
    readonly testChecksThisMonth: (tenantId: TenantId) => Effect.Effect<number, StorageUnavailable>
    /** The days of the range that have checks, oldest first. */
    readonly days: (
      workspace: Workspace,
      range: DayRange
    ) => Effect.Effect<ReadonlyArray<UsageDay>, StorageUnavailable>
  }
>()("prescreen/domain/billing/UsageLedger") {}
